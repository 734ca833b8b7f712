// An exact cover by Knuth's Algorithm X with dancing links, the smallest constraint first.
// A choice puts a digit into a cell. Of 729 choices, find 81 that meet each of 324 constraints
// exactly once. A choice unlinks what it rules out, and undoing it links that back in. A placement
// costs the links that it changes.

impl Solution {
    /// Solves the board in place; without a solution it stays as it was.
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let mut matrix = Matrix::of_empty_board();
        if matrix.cover_givens(board) {
            matrix.fill(board);
        }
    }
}

const CONSTRAINTS: usize = 324;
const ROOT: usize = CONSTRAINTS;
/// A multiple of four, so that the four nodes of a choice differ only in the two lowest bits.
const FIRST_NODE: usize = 328;
const NODES: usize = FIRST_NODE + 729 * 4;

/// Each constraint is a column of the matrix, each choice a row with a node in four columns.
///
/// `left` and `right` make a ring of `ROOT` and the constraints not yet met. `up` and `down` make a
/// ring of each column: its header, numbered like its constraint, and the nodes still possible.
struct Matrix {
    left: [usize; CONSTRAINTS + 1],
    right: [usize; CONSTRAINTS + 1],
    /// How many choices are left to each constraint.
    sizes: [usize; CONSTRAINTS],
    up: [usize; NODES],
    down: [usize; NODES],
    /// Which constraint's column a node is in.
    constraints: [usize; NODES],
}

impl Matrix {
    fn of_empty_board() -> Self {
        let mut matrix = Matrix {
            left: [0; CONSTRAINTS + 1],
            right: [0; CONSTRAINTS + 1],
            sizes: [0; CONSTRAINTS],
            up: [0; NODES],
            down: [0; NODES],
            constraints: [0; NODES],
        };
        for header in 0..=CONSTRAINTS {
            let next = (header + 1) % (CONSTRAINTS + 1);
            matrix.right[header] = next;
            matrix.left[next] = header;
            matrix.up[header] = header;
            matrix.down[header] = header;
        }
        let mut node = FIRST_NODE;
        for row in 0..9 {
            for column in 0..9 {
                for digit in 0..9 {
                    for constraint in constraints_of(row, column, digit) {
                        matrix.append(node, constraint);
                        node += 1;
                    }
                }
            }
        }
        matrix
    }

    /// Links a node in at the end of its column.
    fn append(&mut self, node: usize, constraint: usize) {
        let last = self.up[constraint];
        self.up[node] = last;
        self.down[last] = node;
        self.down[node] = constraint;
        self.up[constraint] = node;
        self.constraints[node] = constraint;
        self.sizes[constraint] += 1;
    }

    /// Makes the choices of the givens. Returns false if two of them meet the same constraint.
    fn cover_givens(&mut self, board: &[Vec<char>]) -> bool {
        for row in 0..9 {
            for column in 0..9 {
                let given = board[row][column];
                if given != '.' {
                    let digit = given as usize - '1' as usize;
                    for constraint in constraints_of(row, column, digit) {
                        if self.is_covered(constraint) {
                            return false;
                        }
                        self.cover(constraint);
                    }
                }
            }
        }
        true
    }

    /// A covered constraint still links to its neighbours, but they no longer link to it.
    fn is_covered(&self, constraint: usize) -> bool {
        self.left[self.right[constraint]] != constraint
    }

    /// Fills the blanks. Returns false, with the board as before, if they cannot be filled.
    fn fill(&mut self, board: &mut [Vec<char>]) -> bool {
        let Some(constraint) = self.smallest_constraint() else {
            return true;
        };
        self.cover(constraint);
        let mut node = self.down[constraint];
        while node != constraint {
            let (row, column, digit) = choice_of(node);
            board[row][column] = (b'1' + digit as u8) as char;
            for other in others(node) {
                self.cover(self.constraints[other]);
            }
            if self.fill(board) {
                return true;
            }
            for other in others(node).into_iter().rev() {
                self.uncover(self.constraints[other]);
            }
            board[row][column] = '.';
            node = self.down[node];
        }
        self.uncover(constraint);
        false
    }

    /// The first constraint with at most one choice left, or else the first of those with the fewest;
    /// None if all constraints are met.
    fn smallest_constraint(&self) -> Option<usize> {
        let mut smallest = None;
        let mut smallest_size = usize::MAX;
        let mut constraint = self.right[ROOT];
        while constraint != ROOT {
            let size = self.sizes[constraint];
            if size < smallest_size {
                smallest = Some(constraint);
                smallest_size = size;
                if size <= 1 {
                    break; // a dead end, or a choice that has to be made in any case
                }
            }
            constraint = self.right[constraint];
        }
        smallest
    }

    /// Unlinks a constraint, and from their other columns all choices that would meet it.
    fn cover(&mut self, constraint: usize) {
        self.right[self.left[constraint]] = self.right[constraint];
        self.left[self.right[constraint]] = self.left[constraint];
        let mut node = self.down[constraint];
        while node != constraint {
            for other in others(node) {
                self.down[self.up[other]] = self.down[other];
                self.up[self.down[other]] = self.up[other];
                self.sizes[self.constraints[other]] -= 1;
            }
            node = self.down[node];
        }
    }

    /// Undoes `cover`, step by step in reverse: an unlinked node still knows where it belongs.
    fn uncover(&mut self, constraint: usize) {
        let mut node = self.up[constraint];
        while node != constraint {
            for other in others(node).into_iter().rev() {
                self.sizes[self.constraints[other]] += 1;
                self.up[self.down[other]] = other;
                self.down[self.up[other]] = other;
            }
            node = self.up[node];
        }
        self.left[self.right[constraint]] = constraint;
        self.right[self.left[constraint]] = constraint;
    }
}

/// The constraints that a choice meets: the cell has a digit; row, column and box have this digit.
fn constraints_of(row: usize, column: usize, digit: usize) -> [usize; 4] {
    let box_index = row / 3 * 3 + column / 3;
    [
        row * 9 + column,
        81 + row * 9 + digit,
        162 + column * 9 + digit,
        243 + box_index * 9 + digit,
    ]
}

/// Row, column and digit of the choice that a node belongs to.
fn choice_of(node: usize) -> (usize, usize, usize) {
    let choice = (node - FIRST_NODE) / 4;
    (choice / 81, choice / 9 % 9, choice % 9)
}

/// The other three nodes of the choice that a node belongs to.
fn others(node: usize) -> [usize; 3] {
    [node ^ 1, node ^ 2, node ^ 3]
}
