//! What the contract's tests cannot see, because the search mends it: that the rules run until they
//! find no more, and which cell is guessed.

use sudoku_contract::generated::{EASY, generated};
use sudoku_fixtures::CASES;

use super::*;

/// What is left of every case and of every minimal puzzle, once the rules have been run.
fn after_the_rules() -> Vec<(State, [Cells; 4])> {
    let puzzles = CASES.iter().map(|case| case.puzzle.clone());
    let puzzles = puzzles.chain(generated().split_off(EASY));
    puzzles
        .filter_map(|puzzle| {
            let mut state = State::from_givens(&puzzle);
            let more_than = state.propagate().ok()?;
            Some((state, more_than))
        })
        .collect()
}

/// All cells, in the order of bands and bits: band, bit, row and column.
fn cells() -> impl Iterator<Item = (usize, usize, usize, usize)> {
    (0..81).map(|index| {
        let (band, bit) = (index / 27, index % 27);
        let (plane, row, stack) = (bit / 9, bit % 9 / 3, bit % 3);
        (band, bit, 3 * band + row, 3 * stack + plane)
    })
}

fn has(cells: Cells, band: usize, bit: usize) -> bool {
    cells[band] >> bit & 1 == 1
}

fn candidates(state: &State, band: usize, bit: usize) -> Vec<usize> {
    let has_it = |&digit: &usize| has(state.candidates[digit], band, bit);
    (0..9).filter(has_it).collect()
}

#[test]
fn the_rules_run_until_they_find_no_more() {
    let states = after_the_rules();
    assert!(states.len() > 500, "{}", states.len());
    for (state, _) in states {
        let mut again = state;
        again.changed = 0o777;
        assert!(again.sweep().is_ok());
        assert_eq!(again.candidates, state.candidates);
        for (band, bit, row, _) in cells() {
            if let [digit] = candidates(&state, band, bit)[..] {
                let places = |&(band, bit, other, _): &(usize, usize, usize, usize)| {
                    other == row && has(state.candidates[digit], band, bit)
                };
                assert_eq!(cells().filter(places).count(), 1);
            }
        }
    }
}

#[test]
fn candidates_are_counted_cell_by_cell() {
    for (state, more_than) in after_the_rules() {
        for (band, bit, ..) in cells() {
            let digits = candidates(&state, band, bit);
            let counted = more_than.map(|cells| has(cells, band, bit));
            assert_eq!(counted, [0, 1, 2, 3].map(|n| digits.len() > n));
            let set = digits.iter().fold(0, |set, digit| set | 1 << digit);
            assert_eq!(state.digits_at(band, bit), set);
        }
    }
}

#[test]
fn the_guess_is_at_the_first_with_most_open_peers_of_the_cells_with_fewest_candidates() {
    for (state, more_than) in after_the_rules() {
        let is_open = |band, bit| candidates(&state, band, bit).len() > 1;
        let (mut expected, mut best) = (None, (usize::MAX, 0));
        for (band, bit, row, column) in cells().filter(|&(band, bit, ..)| is_open(band, bit)) {
            let peers = cells().filter(|&(b, i, r, c)| {
                let same_box = r / 3 == row / 3 && c / 3 == column / 3;
                is_open(b, i) && (r == row || c == column || same_box)
            });
            let (few, peers) = (candidates(&state, band, bit).len().min(4), peers.count());
            if few < best.0 || few == best.0 && peers > best.1 {
                (expected, best) = (Some((band, bit)), (few, peers));
            }
        }
        assert_eq!(cell_to_guess(&more_than), expected);
    }
}

/// One digit's candidates at random: another run of its rules finds more only where they said so.
#[test]
fn the_rules_say_whether_another_run_could_find_more() {
    let mut random = 37_u64;
    let mut word = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 32) as u32
    };
    let mut outcomes = 0;
    for round in 0..20_000 {
        let thin = round % 2 == 0;
        let cells = [0; 3].map(|_| word() & if thin { word() } else { BAND } & BAND);
        let Ok((left, _, again)) = apply_rules(cells) else {
            continue;
        };
        if !again {
            outcomes += 1;
            let next = apply_rules(left).map(|(next, ..)| next);
            assert_eq!(next.ok(), Some(left));
        }
    }
    assert!(outcomes > 1_000, "{outcomes}");
}

/// `search`, with a counter of the cells that it guesses in.
fn has_solution(mut state: State, guesses: &mut u32) -> bool {
    let Ok(more_than) = state.propagate() else {
        return false;
    };
    let Some((band, cell)) = cell_to_guess(&more_than) else {
        return true;
    };
    *guesses += 1;
    let digits = state.digits_at(band, cell);
    bits(digits).any(|digit| {
        let mut guess = state;
        for other in bits(digits ^ 1 << digit) {
            guess.candidates[other][band] &= !(1 << cell);
        }
        guess.changed = 0o777;
        has_solution(guess, guesses)
    })
}

/// The numbers that docs/approaches/bands.md shows.
#[test]
fn hard_puzzles_take_these_guesses() {
    for (name, expected) in [
        ("leetcode_example", 0),
        ("seventeen_clues", 0),
        ("against_row_major", 0),
        ("against_fewest_candidates", 2),
        ("ai_escargot", 10),
        ("easter_monster", 35),
        ("inkala_2012", 48),
        ("golden_nugget", 126),
    ] {
        let case = sudoku_fixtures::find(name).unwrap();
        let mut guesses = 0;
        assert!(has_solution(State::from_givens(&case.puzzle), &mut guesses));
        assert_eq!(guesses, expected, "{name}");
    }
}
