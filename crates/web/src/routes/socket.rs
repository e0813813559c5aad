use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Client;
use crate::Refusal;
use crate::app::{App, SLOWEST};
use crate::limits::Bucket;
use crate::live::Live;
use crate::runner::Lane;
use crate::store::NOT_STORED;
use crate::table::Pass;
use crate::wire::{Answer, Command, Fault, Message};

/// The subprotocol of the websocket.
const PROTOCOL: &str = "kirifuda";
/// A token comes as a subprotocol, too, after this: pages can set no other header, and what is in an address is written into
/// logs.
const TOKEN: &str = "kirifuda.token.";

/// The token that a request for a websocket shows.
fn token(headers: &HeaderMap) -> Option<String> {
    let offers = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL);
    let mut offers = offers.iter().filter_map(|offer| offer.to_str().ok()).flat_map(|offers| offers.split(','));
    offers.find_map(|offer| offer.trim().strip_prefix(TOKEN).map(str::to_string))
}

/// Frames beyond this end the connection; between the limit for messages and this they are refused in words.
const LARGEST_FRAME: usize = 64 * 1024;
/// A websocket that takes nothing for so long is closed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is asked whether anybody is there.
const PING: Duration = Duration::from_secs(25);
/// So many messages against the rules end the connection.
const FORBEARANCE: u32 = 50;

/// Opens a websocket to a table. Whom the table does not admit is told why, and shown out.
pub async fn upgrade(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    client: Client,
    upgrade: WebSocketUpgrade,
) -> Response {
    let token = token(&headers);
    let upgrade = upgrade.protocols([PROTOCOL]).max_message_size(LARGEST_FRAME).max_frame_size(LARGEST_FRAME);
    upgrade.on_upgrade(move |mut socket| async move {
        app.metrics.sockets.add();
        let admitted = match app.table(&id, client.address).await {
            Ok(live) => {
                let pass = live.look(|core| core.table.sitting().admit(token.as_deref()));
                pass.map(|pass| (live, pass))
            }
            Err(refusal) => Err(refusal),
        };
        match admitted {
            Ok((live, pass)) => Seat { app, live, pass, address: client.address }.serve(socket).await,
            Err(refusal) => {
                app.metrics.refusals.add();
                let _ = send(&mut socket, text(&error(None, &refusal))).await;
                let code = match refusal.code {
                    "unknown" => 4404,
                    "token" => 4403,
                    // Full, or the database cannot be read: it may be better soon.
                    _ => close_code::AGAIN,
                };
                let frame = CloseFrame { code, reason: refusal.code.into() };
                let _ = send(&mut socket, Frame::Close(Some(frame))).await;
            }
        }
        // The connection counts until here.
        drop(client);
    })
}

/// Somebody at a table.
struct Seat {
    app: Arc<App>,
    live: Arc<Live>,
    pass: Pass,
    /// From where.
    address: IpAddr,
}

impl Seat {
    async fn serve(self, socket: WebSocket) {
        self.attend(true);
        self.live.wake(&self.app);
        self.converse(socket).await;
        self.attend(false);
    }

    /// Notes that somebody has come or gone.
    fn attend(&self, comes: bool) {
        self.live.change(|core| {
            let count = |number: &mut u32| *number = if comes { *number + 1 } else { number.saturating_sub(1) };
            count(&mut core.watchers);
            if let Some(seat) = self.pass.seat() {
                let presence = &mut core.presence[seat];
                let before = presence.looks;
                count(&mut presence.looks);
                if (before == 0) != (presence.looks == 0) {
                    presence.since = Instant::now();
                }
                // Whoever is back plays on himself.
                if comes {
                    core.table.come_back(seat);
                }
                core.table.touch();
            }
        });
    }

    async fn converse(&self, mut socket: WebSocket) {
        let (app, live) = (&self.app, &self.live);
        let limits = app.gate.limits();
        let mut bucket = Bucket::new(limits.messages_per_second, Instant::now());
        // The version that was shown last.
        let mut shown = 0;
        let mut notices = live.notices.subscribe();
        let (hints, mut hinted) = mpsc::channel::<String>(1);
        let mut ping = tokio::time::interval(PING);
        let mut heard = Instant::now();
        let mut faults = 0;
        // A state is held back until it is stored.
        let mut unsaid = false;
        loop {
            let known = shown;
            // In this order, so that a simulated run can be repeated. Whoever sends without end keeps only himself from his states.
            let frame = tokio::select! {
                biased;
                () = app.stopped() => {
                    let reason = match app.store.flush().await {
                        Ok(()) => "the server ends; the game is stored".to_string(),
                        Err(refusal) => format!("the server ends; {refusal}"),
                    };
                    let closing = Answer::Closing { reason };
                    let _ = send(&mut socket, text(&closing)).await;
                    break;
                }
                () = app.store.recovered(), if unsaid => {
                    unsaid = false;
                    shown = 0;
                    None
                }
                // Everybody is told, also where nothing changes.
                () = app.store.troubled(), if !unsaid => {
                    unsaid = true;
                    app.store.ready().err().map(|refusal| text(&error(None, &refusal)))
                }
                Ok(notice) = notices.recv() => Some(Frame::Text(notice.as_ref().into())),
                Some(hint) = hinted.recv() => Some(Frame::Text(hint.into())),
                _ = ping.tick() => {
                    if heard.elapsed() > 3 * PING {
                        break;
                    }
                    Some(Frame::Ping(Vec::new().into()))
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    let message = match message {
                        Some(Ok(Frame::Text(message))) => message,
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => match bucket.take(heard) {
                            true => continue,
                            false => break,
                        },
                        Some(Ok(Frame::Binary(_))) => {
                            let refusal = Refusal::bad("messages are text", "send JSON in text frames");
                            let _ = send(&mut socket, text(&error(None, &refusal))).await;
                            break;
                        }
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => break,
                    };
                    app.metrics.messages.add();
                    let start = Instant::now();
                    let answer = if message.len() > limits.message_bytes {
                        let most = limits.message_bytes;
                        let why = format!("a message of {} bytes, {most} are allowed", message.len());
                        Some(error(None, &Refusal::new(413, "too-large", why, "send less at once")))
                    } else if !bucket.take(start) {
                        Some(error(None, &Refusal::busy("too many messages", "wait a second")))
                    } else {
                        self.answer(&message, &hints)
                    };
                    app.metrics.answers.note(start.elapsed());
                    if let Some(Answer::Error { .. }) = &answer {
                        app.metrics.refusals.add();
                        faults += 1;
                    }
                    answer.as_ref().map(text)
                }
                () = live.changed.wait_for(|version| *version > known) => {
                    shown = live.changed.get();
                    let state = live.state(self.pass);
                    // What somebody is shown is stored: it was handed to the database before it could be looked at.
                    match app.store.flush().await.and(state) {
                        Ok(state) => Some(Frame::Text(state.into())),
                        Err(refusal) => {
                            unsaid = refusal.code == NOT_STORED;
                            Some(text(&error(None, &refusal)))
                        }
                    }
                }
            };
            if let Some(frame) = frame
                && send(&mut socket, frame).await.is_err()
            {
                break;
            }
            if faults > FORBEARANCE {
                let closing = Answer::Closing { reason: "too many messages that make no sense".to_string() };
                let _ = send(&mut socket, text(&closing)).await;
                break;
            }
        }
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Frame::Close(None))).await;
    }

    /// Does what a message asks for; the answer, where the new state is not answer enough.
    fn answer(&self, message: &str, hints: &mpsc::Sender<String>) -> Option<Answer> {
        let message: Message = match serde_json::from_str(message) {
            Ok(message) => message,
            Err(why) => {
                let refusal = Refusal::bad(format!("the message cannot be read: {why}"), "see docs/table.md");
                return Some(error(None, &refusal));
            }
        };
        let id = message.id;
        let done = match message.command {
            Command::Ping => return Some(Answer::Pong { re: id }),
            Command::Act { action, at } => self.act(&action, at),
            Command::Choose { moves, deal } => self.choose(&moves, deal),
            Command::Undo => self.undo(),
            Command::Replace { seat } => self.replace(seat),
            Command::Hint { adviser } => self.hint(id, adviser, hints),
            Command::Hints { on } => self.agree(on),
            Command::Next => self.next(),
            Command::Pace { ms } => self.pace(ms),
            Command::Pause { on } => self.pause(on),
        };
        done.err().map(|refusal| error(id, &refusal))
    }

    fn act(&self, action: &str, at: u64) -> Result<(), Refusal> {
        let seat = self.own_seat()?;
        self.app.store.ready()?;
        // Stored under the lock, so that moves reach the database in their order.
        self.live.change(|core| {
            let step = core.table.act(seat, action, at)?;
            self.app.store.put_step(&self.live.id, step);
            Ok(())
        })?;
        self.app.metrics.moves_of_people.add();
        self.app.after_move(&self.live);
        self.live.wake(&self.app);
        Ok(())
    }

    /// Keeps what somebody will play when his turn comes; it is stored before anything shows that it was chosen.
    fn choose(&self, moves: &[String], deal: u64) -> Result<(), Refusal> {
        let seat = self.own_seat()?;
        self.app.store.ready()?;
        self.live.change(|core| {
            core.table.choose(seat, deal, moves)?;
            self.app.store.put_table(&self.live.id, core.table.sitting(), core.table.deal() + 1);
            Ok(())
        })?;
        self.live.wake(&self.app);
        Ok(())
    }

    fn undo(&self) -> Result<(), Refusal> {
        let seat = self.own_seat()?;
        self.app.store.ready()?;
        self.live.change(|core| {
            let (marks, held) = (core.table.sitting().marks.clone(), core.table.sitting().held.clone());
            let step = core.table.undo(seat)?;
            self.app.store.cut_steps(&self.live.id, &step);
            let now = core.table.sitting();
            if now.marks != marks || now.held != held {
                self.app.store.put_table(&self.live.id, core.table.sitting(), core.table.deal() + 1);
            }
            Ok(())
        })?;
        self.live.wake(&self.app);
        Ok(())
    }

    /// Lets a player move for somebody who has been away for long.
    fn replace(&self, seat: usize) -> Result<(), Refusal> {
        let own = self.own_seat()?;
        self.app.store.ready()?;
        let away = self.app.gate.limits().away;
        self.live.look(|core| {
            let gone =
                core.presence.get(seat).is_some_and(|presence| presence.looks == 0 && presence.since.elapsed() >= away);
            match gone && seat != own {
                true => Ok(()),
                false => Err(Refusal::new(
                    409,
                    "not-away",
                    format!("whoever sits at seat {} has not been away for {} seconds", seat + 1, away.as_secs()),
                    "wait for a while",
                )),
            }
        })?;
        let (app, live) = (Arc::clone(&self.app), Arc::clone(&self.live));
        // A player is put together, which may take a moment.
        tokio::task::spawn_blocking(move || {
            let done = live.change(|core| {
                // He may have come back meanwhile.
                if core.presence[seat].looks > 0 {
                    return Ok(());
                }
                core.table.stand_in(seat, &app.makers)?;
                app.store.put_table(&live.id, core.table.sitting(), core.table.deal() + 1);
                Ok(())
            });
            match done {
                Ok(()) => live.wake(&app),
                Err(refusal) => live.notice(&refusal),
            }
        });
        Ok(())
    }

    fn next(&self) -> Result<(), Refusal> {
        self.may_control()?;
        self.app.store.ready()?;
        self.live.change(|core| {
            let deal = core.table.next()?;
            self.app.store.put_table(&self.live.id, core.table.sitting(), deal + 1);
            Ok(())
        })?;
        self.live.wake(&self.app);
        Ok(())
    }

    fn pace(&self, ms: u64) -> Result<(), Refusal> {
        self.may_control()?;
        self.live.change(|core| {
            core.table.arrange(&mut |sitting| sitting.pace_ms = ms.min(SLOWEST));
            self.app.store.put_table(&self.live.id, core.table.sitting(), core.table.deal() + 1);
        });
        Ok(())
    }

    fn agree(&self, on: bool) -> Result<(), Refusal> {
        let seat = self.own_seat()?;
        self.live.change(|core| {
            core.table.arrange(&mut |sitting| sitting.chairs[seat].agrees = on);
            self.app.store.put_table(&self.live.id, core.table.sitting(), core.table.deal() + 1);
        });
        Ok(())
    }

    fn pause(&self, on: bool) -> Result<(), Refusal> {
        self.may_control()?;
        if !self.live.look(|core| core.table.sitting().is_open()) {
            return Err(Refusal::new(
                409,
                "no-pause",
                "people play here",
                "only tables without people can be made to wait",
            ));
        }
        self.live.change(|core| core.table.pause(on));
        self.live.wake(&self.app);
        Ok(())
    }

    fn hint(&self, id: Option<u64>, adviser: Option<String>, hints: &mpsc::Sender<String>) -> Result<(), Refusal> {
        let seat = self.own_seat()?;
        let Ok(place) = hints.clone().try_reserve_owned() else {
            return Err(Refusal::busy("a hint is on its way", "wait for it"));
        };
        let task = self.live.look(|core| {
            let adviser = adviser.or_else(|| core.table.sitting().adviser.clone());
            core.table.hint(seat, adviser.as_deref(), &self.app.makers)
        })?;
        let (app, address) = (Arc::clone(&self.app), self.address);
        tokio::spawn(async move {
            let hint = app.ponder(Lane::Slow, address, task).await;
            app.metrics.hints.add();
            let answer = match hint {
                Ok(mut hint) => {
                    hint.re = id;
                    Answer::Hint(hint)
                }
                Err(refusal) => error(id, &refusal),
            };
            if let Ok(text) = serde_json::to_string(&answer) {
                place.send(text);
            }
        });
        Ok(())
    }

    fn own_seat(&self) -> Result<usize, Refusal> {
        let watching = || Refusal::new(403, "watching", "watchers do not play", "join the table at an open seat");
        self.pass.seat().ok_or_else(watching)
    }

    fn may_control(&self) -> Result<(), Refusal> {
        let open = self.live.look(|core| core.table.sitting().is_open());
        match self.pass {
            Pass::Seat(_) => Ok(()),
            Pass::Owner if open => Ok(()),
            _ => Err(Refusal::new(403, "watching", "watchers do not decide this", "make a table of your own")),
        }
    }
}

fn error(re: Option<u64>, refusal: &Refusal) -> Answer {
    Answer::Error { re, fault: Fault::from(refusal) }
}

fn text(answer: &Answer) -> Frame {
    Frame::Text(serde_json::to_string(answer).unwrap_or_default().into())
}

/// Sends, unless the other side takes nothing any more.
async fn send(socket: &mut WebSocket, frame: Frame) -> Result<(), ()> {
    match tokio::time::timeout(PATIENCE, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}
