//! The shared contract on this approach.

sudoku_fixtures::contract_tests!(sudoku_digit_lanes::solve_sudoku);
