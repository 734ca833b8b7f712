//! The shared contract on this approach.

sudoku_contract::contract_tests!(sudoku_dancing_links::Solution);
