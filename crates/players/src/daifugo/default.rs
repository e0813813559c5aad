use kirifuda_games::daifugo::{Cards, Daifugo, JokerUse, Kind, Meld, View};
use kirifuda_play::{Policy, Rng};

/// The sample client of the UECda contest's kit, play for play, its oddities included: what every contest program is
/// measured against.
///
/// It leads its longest sequence, else its largest group, else its weakest card; it follows with the weakest that
/// fits, never splits a group, and uses the joker where nothing else will do.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleClient;

impl SampleClient {
    /// What it gives away in the exchange: its weakest cards, ♠ first, but not the joker.
    pub fn gift(hand: Cards, count: usize) -> Meld {
        Meld::give(hand.naturals().iter().take(count).collect())
    }
}

/// What the sample client goes by.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// Its cards.
    pub hand: Cards,
    /// What lies on the table; a pass when it is empty.
    pub table: Meld,
    /// The suits the table is locked to, none if any will do.
    pub lock: u8,
    /// True when low beats high.
    pub reversed: bool,
    /// True when the sequence on the table has turned the order over and nobody has acted since: the client takes its
    /// measure from the table before it hears of the new order.
    pub turned: bool,
    /// The largest group.
    pub groups: u8,
    /// May sequences be played?
    pub sequences: bool,
    /// May the joker stand for other cards?
    pub wild: bool,
}

/// The lowest bit of each of the four-bit columns. The cells of a hand are its cards moved up by one column, since
/// the joker can stand below the threes (column 0) and above the twos (14).
const COLUMNS: u64 = 0x0111_1111_1111_1111;

impl Sight {
    /// What the seat sees.
    #[inline]
    pub fn of(view: View<'_>) -> Sight {
        let (rules, table) = (view.rules(), view.table().unwrap_or(Meld::PASS));
        Sight {
            hand: view.hand(),
            table,
            lock: view.lock(),
            reversed: view.is_reversed(),
            turned: rules.revolution && table.kind() == Kind::Sequence && table.size() >= 5 && view.passes() == 0,
            groups: rules.groups,
            sequences: rules.sequences,
            wild: rules.joker == JokerUse::Wild,
        }
    }

    /// What the client plays.
    #[inline]
    pub fn answer(&self) -> Meld {
        match self.table.kind() {
            Kind::Single => self.answer_single(),
            Kind::Group => self.answer_group(),
            Kind::Sequence => self.answer_sequence(),
            Kind::Pass | Kind::Give => self.lead(),
        }
    }

    /// True when the joker is held and can help other cards.
    fn has_help(&self) -> bool {
        self.wild && self.hand.has_joker()
    }

    fn cells(&self) -> u64 {
        self.hand.naturals().bits() << 4
    }

    /// The cells that beat a column in suits that the lock allows.
    fn stronger_cells(&self, column: u8) -> u64 {
        let order = if self.reversed { (1 << (4 * column)) - 1 } else { !0 << (4 * column + 4) };
        let suits = if self.lock == 0 { !0 } else { COLUMNS * u64::from(self.lock) };
        self.cells() & order & suits
    }

    fn lead(&self) -> Meld {
        let cells = self.cells();
        let sequence = self.sequences.then(|| self.longest_sequence(cells)).flatten();
        sequence.or_else(|| self.largest_group(cells)).or_else(|| self.weakest(cells)).unwrap_or(Meld::JOKER)
    }

    fn longest_sequence(&self, cells: u64) -> Option<Meld> {
        let mut runs = Runs::of_three(cells);
        let mut starts = runs.starts(self.has_help());
        if starts == 0 {
            return None;
        }
        loop {
            let longer = runs.longer(cells);
            let next = longer.starts(self.has_help());
            if next == 0 {
                return self.sequence(starts, runs.size, cells);
            }
            (runs, starts) = (longer, next);
        }
    }

    fn largest_group(&self, cells: u64) -> Option<Meld> {
        let help = self.has_help();
        // The joker with any card is a pair already.
        let (least, most) = if help { (1, self.groups.saturating_sub(1)) } else { (2, self.groups.min(4)) };
        for count in (least..=most).rev() {
            // Where the rules have only smaller groups, a part of those held.
            let more = (count + 1..=4).filter(|_| count == most).fold(0, |ranks, more| ranks | columns_of(cells, more));
            if let Some(column) = self.first(columns_of(cells, count) | more) {
                let held = (cells >> (4 * column) & 15) as u8;
                return Some(self.group(column - 1, lowest_suits(held, count), help));
            }
        }
        None
    }

    fn answer_single(&self) -> Meld {
        if self.table == Meld::JOKER {
            // Not even with ♠3.
            return Meld::PASS;
        }
        // Cards of groups and of sequences are kept together, though a joker would complete them.
        let cells = self.cells();
        let alone = columns_of(cells, 1) * 15;
        let runs = if self.sequences { cells & cells >> 4 & cells >> 8 } else { 0 };
        let free = self.stronger_cells(self.table.low()) & alone & !(runs | runs << 4 | runs << 8);
        let joker = if self.hand.has_joker() { Meld::JOKER } else { Meld::PASS };
        self.weakest(free).unwrap_or(joker)
    }

    fn answer_group(&self) -> Meld {
        let size = self.table.size() as u8;
        let cells = self.stronger_cells(self.table.low());
        let of_column = |column: u8| (cells >> (4 * column) & 15) as u8;
        if let Some(column) = self.first(columns_of(cells, size)) {
            return Meld::group(column - 1, of_column(column), None);
        }
        match self.first(columns_of(cells, size - 1)) {
            Some(column) if self.has_help() => self.group(column - 1, of_column(column), true),
            _ => Meld::PASS,
        }
    }

    fn answer_sequence(&self) -> Meld {
        let size = self.table.size() as u8;
        let column = if self.reversed != self.turned { self.table.low() } else { self.table.high() };
        let cells = self.stronger_cells(column);
        let mut runs = Runs::of_three(cells);
        while runs.size < size {
            runs = runs.longer(cells);
        }
        // Of a longer run only the upper end counts: it measures how many cards there are from a card upwards.
        let ended = !(cells >> (4 * size));
        let natural = self.sequence(runs.starts(false) & ended, size, cells);
        let with_joker = || self.sequence(runs.starts(true) & ended, size, cells).filter(|_| self.has_help());
        let wish = natural.or_else(with_joker).unwrap_or(Meld::PASS);
        // It does send plays against the rules, which count as a pass: its joker may stand on the rank to be beaten,
        // and it may go by the order before that was turned over.
        let beats = if self.reversed { wish.high() < self.table.low() } else { wish.low() > self.table.high() };
        if beats { wish } else { Meld::PASS }
    }

    /// The weakest card.
    fn weakest(&self, cells: u64) -> Option<Meld> {
        let column = self.first((cells | cells >> 1 | cells >> 2 | cells >> 3) & COLUMNS)?;
        Some(Meld::single(column - 1, (cells >> (4 * column)).trailing_zeros() as u8))
    }

    /// The weakest of some columns.
    fn first(&self, columns: u64) -> Option<u8> {
        let bit = if self.reversed { columns.checked_ilog2()? } else { columns.trailing_zeros() };
        (columns != 0).then_some(bit as u8 / 4)
    }

    /// Cards of a rank, the joker on the first suit that is missing.
    fn group(&self, rank: u8, suits: u8, joker: bool) -> Meld {
        let allowed = if self.lock == 0 { 15 } else { self.lock };
        let missing = match !self.hand.of_rank(rank) & allowed {
            0 => !suits & allowed,
            missing => missing,
        };
        match (joker, suits) {
            (false, _) => Meld::group(rank, suits, None),
            // It puts the fifth card where the joker itself is listed among the cards held, and so leaves it out.
            (true, 15) if rank == 0 => Meld::group(rank, suits, None),
            (true, 15) => Meld::five(rank),
            (true, _) => Meld::group(rank, suits, Some(missing.trailing_zeros() as u8 & 3)),
        }
    }

    /// The weakest of the sequences that start at some cells.
    fn sequence(&self, starts: u64, size: u8, cells: u64) -> Option<Meld> {
        let start = if self.reversed {
            // From above it looks for a card held that starts one, the last suit first, and at the end of a run puts
            // the joker below instead of on top.
            let start = (starts & cells).checked_ilog2()?;
            if start >= 4 && starts >> (start - 4) & 1 == 1 { start - 4 } else { start }
        } else if starts != 0 {
            starts.trailing_zeros()
        } else {
            return None;
        };
        let run = (COLUMNS & ((1 << (4 * size)) - 1)) << start;
        let missing = run & !cells;
        let joker = (missing != 0).then(|| (missing.trailing_zeros() / 4) as u8);
        Some(Meld::sequence((start % 4) as u8, (start / 4) as u8, size, joker))
    }
}

/// Where runs of a size start.
#[derive(Clone, Copy)]
struct Runs {
    size: u8,
    /// With all cards.
    full: u64,
    /// With exactly one card missing.
    gapped: u64,
}

impl Runs {
    fn of_three(cells: u64) -> Runs {
        let one = Runs { size: 1, full: cells, gapped: !cells & (COLUMNS * 15) };
        one.longer(cells).longer(cells)
    }

    /// Runs of one more card, none of which leaves the columns.
    fn longer(self, cells: u64) -> Runs {
        let next = cells >> (4 * self.size);
        let columns = (1 << (4 * (15 - self.size))) - 1;
        let gapped = ((self.gapped & next) | (self.full & !next)) & columns;
        Runs { size: self.size + 1, full: self.full & next, gapped }
    }

    fn starts(self, joker: bool) -> u64 {
        if joker { self.gapped } else { self.full }
    }
}

/// The columns that hold exactly so many cards, as the lowest of their bits.
fn columns_of(cells: u64, count: u8) -> u64 {
    let pairs = cells - (cells >> 1 & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let other = counts ^ (COLUMNS * u64::from(count));
    !(other | other >> 1 | other >> 2 | other >> 3) & COLUMNS
}

fn lowest_suits(mut suits: u8, count: u8) -> u8 {
    while suits.count_ones() > u32::from(count) {
        suits &= !(1 << suits.ilog2());
    }
    suits
}

impl Policy<Daifugo> for SampleClient {
    fn choose(&mut self, view: View<'_>, legal: &[Meld], _rng: &mut Rng) -> Meld {
        let choice = match view.to_give() {
            0 => Sight::of(view).answer(),
            count => SampleClient::gift(view.hand(), count),
        };
        debug_assert!(legal.binary_search(&choice).is_ok(), "{choice} is not legal");
        choice
    }
}
