//! The shared contract on this approach.

sudoku_contract::contract_tests!(sudoku_boolean_table::Solution, finds the first solution);
