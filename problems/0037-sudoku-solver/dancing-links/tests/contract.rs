//! The shared contract on this approach.

sudoku_fixtures::contract_tests!(sudoku_dancing_links::solve_sudoku);
