//! The shared contract on this approach.

sudoku_contract::contract_tests!(sudoku_constraint_propagation::Solution);
