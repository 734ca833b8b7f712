//! The shared contract on this approach.

sudoku_fixtures::contract_tests!(sudoku_fewest_candidates::solve_sudoku);
