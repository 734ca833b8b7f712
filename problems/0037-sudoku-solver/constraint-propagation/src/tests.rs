//! What the contract's tests cannot see, because the search mends it: that singles are placed until
//! none is left.

use sudoku::notation;
use sudoku_contract::generated::generated;
use sudoku_fixtures::CASES;

use super::*;

#[test]
fn singles_are_placed_until_none_is_left() {
    let mut open = 0;
    for mut puzzle in CASES
        .iter()
        .map(|case| case.puzzle.clone())
        .chain(generated())
    {
        let Some(mut search) = Search::from_givens(&puzzle) else {
            continue;
        };
        if search.place_forced(&mut puzzle).is_err() {
            continue;
        }
        let blanks = &search.blanks[search.filled..];
        open += usize::from(!blanks.is_empty());
        for blank in blanks {
            assert!(search.candidates(blank).count_ones() > 1);
        }
        for (unit, digit) in (0..27).flat_map(|unit| (0..9).map(move |digit| (unit, digit))) {
            let has_it = |blank: &&Blank| {
                blank.units.contains(&unit) && search.candidates(blank) >> digit & 1 == 1
            };
            let places = blanks.iter().filter(has_it).count();
            assert_ne!(places, 1, "digit {} in unit {unit}", digit + 1);
        }
    }
    assert!(open > 300, "{open}");
}

/// Its row and its column have one place for a 1, the first cell; its box has five.
#[test]
fn a_single_of_two_units_is_placed_once() {
    let puzzle = "\
.234..5..
6........
7........
4........
....1....
.......1.
5........
.....1...
........1
";
    let mut board = notation::parse(puzzle).unwrap();
    let mut search = Search::from_givens(&board).unwrap();
    assert!(matches!(search.place_hidden_singles(&mut board), Ok(true)));
    assert_eq!(board[0][0], '1');
}
