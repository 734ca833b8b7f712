//! The shared contract on this approach, and the order in which it meets solutions.

use sudoku_boolean_table::solve_sudoku;

sudoku_fixtures::contract_tests!(solve_sudoku);

#[test]
fn of_several_solutions_it_finds_the_first_in_row_major_order() {
    sudoku_fixtures::contract::check_first_of_several(solve_sudoku);
}
