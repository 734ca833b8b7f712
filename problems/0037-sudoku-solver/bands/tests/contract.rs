//! The shared contract on this approach.

sudoku_fixtures::contract_tests!(sudoku_bands::solve_sudoku);
