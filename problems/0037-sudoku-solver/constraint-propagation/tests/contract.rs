//! The shared contract on this approach.

sudoku_fixtures::contract_tests!(sudoku_constraint_propagation::solve_sudoku);
