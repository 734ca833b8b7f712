//! The shared contract on this approach.

sudoku_contract::contract_tests!(sudoku_scan_and_check::Solution, finds the first solution);
