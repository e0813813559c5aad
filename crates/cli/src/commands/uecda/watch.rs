use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

use kirifuda_play::{Game, Seat};
use kirifuda_uecda::daifugo::{Daifugo, Kind, Meld, SUITS};
use kirifuda_uecda::{Rejection, SEATS};
use unicode_width::UnicodeWidthStr;

use crate::monitor::stopped;

/// The running game for people: on a terminal a picture that changes, else a line for each move.
pub struct Watcher {
    games: u64,
    number: u64,
    terminal: bool,
    pace: Duration,
    names: Vec<String>,
    points: [f64; SEATS],
    /// The last moves, newest last.
    story: Vec<String>,
}

/// Moves that the picture tells.
const TOLD: usize = 12;

const CLASSES: [&str; SEATS] = ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"];

impl Watcher {
    /// Starts to watch; `pace` is how long each move is shown.
    pub fn new(games: u64, pace: Option<Duration>) -> Watcher {
        let terminal = stdout().is_terminal();
        let pace = pace.unwrap_or(if terminal { Duration::from_millis(500) } else { Duration::ZERO });
        Watcher { games, number: 0, terminal, pace, names: Vec::new(), points: [0.0; SEATS], story: Vec::new() }
    }

    /// The players, by number.
    pub fn seated(&mut self, players: &[(String, String)]) {
        self.names = players.iter().enumerate().map(|(number, (name, _))| format!("{number} {name}")).collect();
    }

    /// A game begins.
    pub fn dealt(&mut self, number: u64, game: &Daifugo) {
        self.number = number;
        self.story.clear();
        if self.terminal {
            self.draw(game);
        } else {
            self.print(&format!("\ngame {} of {}\n{}", number + 1, self.games, self.picture(game)));
        }
    }

    /// Somebody has moved.
    pub fn moved(&mut self, game: &Daifugo, seat: Seat, meld: Meld, refused: Option<&Rejection>) {
        let name = self.name(seat);
        let mut told = match meld.kind() {
            Kind::Pass => format!("{name} passes"),
            Kind::Give => format!("{name} gives {}", meld.cards()),
            _ => format!("{name}: {meld}"),
        };
        if let Some(why) = refused {
            let _ = write!(told, " (not taken: {why})");
        }
        let view = game.view(seat);
        if let Some(place) = view.place_of(seat) {
            let _ = write!(told, ", out as number {}", place + 1);
        } else if meld.kind() != Kind::Pass && meld.kind() != Kind::Give && view.table().is_none() {
            told.push_str(", and the table is cleared");
        }
        if self.terminal {
            self.story.push(told);
            if self.story.len() > TOLD {
                self.story.remove(0);
            }
            self.draw(game);
        } else {
            self.print(&format!("{told}\n"));
        }
        // Sleeps in slices, so that Ctrl-C is noticed soon.
        const GLANCE: Duration = Duration::from_millis(50);
        let mut left = self.pace;
        while !left.is_zero() && !stopped() {
            std::thread::sleep(left.min(GLANCE));
            left = left.saturating_sub(GLANCE);
        }
    }

    /// A game is over.
    pub fn over(&mut self, game: &Daifugo, points: &[f64; SEATS]) {
        self.points = *points;
        if self.terminal {
            self.draw(game);
        } else {
            let points: Vec<String> =
                self.names.iter().zip(points).map(|(name, sum)| format!("{name} {sum}")).collect();
            self.print(&format!("points: {}\n", points.join(", ")));
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn draw(&self, game: &Daifugo) {
        let head = format!("game {} of {}\n\n", self.number + 1, self.games);
        // To the top, over what was there; clearing first would flicker.
        let picture = format!("{head}{}\n{}\n", self.picture(game), self.story.join("\n"));
        self.print(&format!("\x1b[H{}\x1b[J", picture.replace('\n', "\x1b[K\n")));
    }

    fn picture(&self, game: &Daifugo) -> String {
        let view = game.view(Seat(0));
        let mut text = String::from("table: ");
        match view.table() {
            Some(meld) => {
                let _ = write!(text, "{meld} of {}", self.name(view.owner()));
            }
            None => text.push_str("empty"),
        }
        if view.lock() != 0 {
            let suits: String = (0..4).filter(|suit| view.lock() >> suit & 1 == 1).map(|suit| SUITS[suit]).collect();
            let _ = write!(text, ", locked to {suits}");
        }
        text.push_str(if view.is_revolution() { ", revolution\n" } else { "\n" });
        let width = self.names.iter().map(|name| name.width()).max().unwrap_or(0);
        for seat in view.circle() {
            let mark = if game.turn().seat() == Some(seat) { '>' } else { ' ' };
            let class = view.class(seat).and_then(|class| CLASSES.get(usize::from(class))).unwrap_or(&"");
            let state = match view.place_of(seat) {
                Some(place) => format!("out as number {}", place + 1),
                None if view.has_passed(seat) => "has passed".to_string(),
                None => String::new(),
            };
            let (name, hand) = (self.name(seat), game.view(seat).hand());
            let points = self.points[seat.index()];
            let pad = width.saturating_sub(name.width());
            let line = format!("{mark} {name}{:pad$}  {points:>6}  {class:9}  {hand}  {state}", "");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn print(&self, text: &str) {
        // A view that cannot be written must not end the match of others.
        let mut out = stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}
