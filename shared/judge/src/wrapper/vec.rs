//! What a solution knows as `Vec`: as the standard one, but it reports what is done to the board.

use std::borrow::{Borrow, BorrowMut, Cow};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, TryReserveError, VecDeque};
use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::hash::{Hash, Hasher};
use std::io::{Error, Write};
use std::ops::{
    Bound, Deref, DerefMut, Index, IndexMut, Range, RangeBounds, RangeFrom, RangeFull,
    RangeInclusive, RangeTo, RangeToInclusive,
};
use std::panic::Location;
use std::rc::Rc;
use std::slice::{self, SliceIndex};
use std::sync::Arc;
use std::vec::{Drain, ExtractIf, IntoIter, Splice, Vec as StdVec};

use super::counting::Mark;

/// A vector that tells the counter when it is used as the board or a row of it.
pub struct Vec<T> {
    pub(super) elements: StdVec<T>,
    /// Where and when this was last seen as a row of the board; 0 for never.
    pub(super) mark: Mark,
    /// Looks at what was written by index. A pointer, since this is known for a row and for the
    /// board, and used for any `T`.
    pub(super) settle: Option<fn(&Self)>,
}

/// An index into a row, and the columns it stands for.
pub trait Columns: SliceIndex<[char]> + Clone {
    /// The columns below `length`.
    fn of(self, length: usize) -> Range<usize>;

    /// The column, if this is not a range.
    fn column(&self) -> Option<usize> {
        None
    }
}

impl Columns for usize {
    #[inline]
    fn of(self, length: usize) -> Range<usize> {
        self..length.min(self + 1)
    }

    #[inline]
    fn column(&self) -> Option<usize> {
        Some(*self)
    }
}

macro_rules! columns_of_ranges {
    ($($range:ty),*) => { $(
        impl Columns for $range {
            fn of(self, length: usize) -> Range<usize> {
                let start = match RangeBounds::<usize>::start_bound(&self) {
                    Bound::Included(&start) => start,
                    Bound::Excluded(&start) => start.saturating_add(1),
                    Bound::Unbounded => 0,
                };
                let end = match RangeBounds::<usize>::end_bound(&self) {
                    Bound::Included(&end) => end.saturating_add(1),
                    Bound::Excluded(&end) => end,
                    Bound::Unbounded => length,
                };
                start..end.min(length)
            }
        }
    )* };
}
columns_of_ranges!(
    Range<usize>,
    RangeInclusive<usize>,
    RangeFrom<usize>,
    RangeTo<usize>,
    RangeToInclusive<usize>,
    RangeFull
);

impl<I: Columns> Index<I> for Vec<char> {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, columns: I) -> &I::Output {
        let cells = &self.elements[columns.clone()];
        self.is_read(
            columns,
            size_of_val(cells) / size_of::<char>(),
            Location::caller().line(),
        );
        cells
    }
}

impl<I: Columns> IndexMut<I> for Vec<char> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, columns: I) -> &mut I::Output {
        self.is_written(columns.clone(), Location::caller().line());
        &mut self.elements[columns]
    }
}

impl<I: SliceIndex<[Vec<char>]>> Index<I> for Vec<Vec<char>> {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, rows: I) -> &I::Output {
        self.is_used();
        &self.elements[rows]
    }
}

impl<I: SliceIndex<[Vec<char>]>> IndexMut<I> for Vec<Vec<char>> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, rows: I) -> &mut I::Output {
        self.rows_are_borrowed();
        &mut self.elements[rows]
    }
}

impl<T> Deref for Vec<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        self.is_used();
        &self.elements
    }
}

impl<T> DerefMut for Vec<T> {
    #[inline]
    #[track_caller]
    fn deref_mut(&mut self) -> &mut [T] {
        self.borrowed()
    }
}

impl<T> Vec<T> {
    #[inline]
    #[track_caller]
    fn borrowed(&mut self) -> &mut StdVec<T> {
        self.is_borrowed(Location::caller().line());
        &mut self.elements
    }

    pub(super) fn watched(elements: StdVec<T>, settle: fn(&Self)) -> Self {
        Vec {
            settle: Some(settle),
            ..elements.into()
        }
    }

    #[inline]
    fn taken(self) -> StdVec<T> {
        self.settle();
        self.elements
    }
}

/// The methods of the standard library's `Vec`, for each whether it reads, changes or takes the
/// vector, and its type parameters.
macro_rules! methods {
    ($($access:ident [$($types:tt)*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(methods!(@ $access [$($types)*] $name($($argument: $type),*) -> $result);)*
    };
    (@ reads [$($types:tt)*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        pub fn $name<$($types)*>(&self, $($argument: $type),*) -> $result {
            self.is_used();
            self.elements.$name($($argument),*).into()
        }
    };
    (@ changes [$($types:tt)*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        #[track_caller]
        pub fn $name<$($types)*>(&mut self, $($argument: $type),*) -> $result {
            self.borrowed().$name($($argument),*).into()
        }
    };
    (@ takes [$($types:tt)*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        pub fn $name<$($types)*>(self, $($argument: $type),*) -> $result {
            self.taken().$name($($argument),*).into()
        }
    };
}

impl<T> Vec<T> {
    pub const fn new() -> Self {
        Vec {
            elements: StdVec::new(),
            mark: Mark::none(),
            settle: None,
        }
    }

    pub fn with_capacity(capacity: usize) -> Self {
        StdVec::with_capacity(capacity).into()
    }

    #[track_caller]
    pub fn append(&mut self, other: &mut Self) {
        self.borrowed().append(other.borrowed());
    }

    methods! {
        reads [] capacity() -> usize;
        reads [] len() -> usize;
        reads [] is_empty() -> bool;
        reads [] as_slice() -> &[T];
        reads [] as_ptr() -> *const T;
        changes [] as_mut_slice() -> &mut [T];
        changes [] as_mut_ptr() -> *mut T;
        changes [] reserve(additional: usize) -> ();
        changes [] reserve_exact(additional: usize) -> ();
        changes [] try_reserve(additional: usize) -> Result<(), TryReserveError>;
        changes [] try_reserve_exact(additional: usize) -> Result<(), TryReserveError>;
        changes [] shrink_to_fit() -> ();
        changes [] shrink_to(capacity: usize) -> ();
        changes [] truncate(length: usize) -> ();
        changes [] swap_remove(index: usize) -> T;
        changes [] insert(index: usize, element: T) -> ();
        changes [] remove(index: usize) -> T;
        changes [F: FnMut(&T) -> bool] retain(keep: F) -> ();
        changes [F: FnMut(&mut T) -> bool] retain_mut(keep: F) -> ();
        changes [K: PartialEq, F: FnMut(&mut T) -> K] dedup_by_key(key: F) -> ();
        changes [F: FnMut(&mut T, &mut T) -> bool] dedup_by(same: F) -> ();
        changes [] push(element: T) -> ();
        changes [] pop() -> Option<T>;
        changes [] pop_if(predicate: impl FnOnce(&mut T) -> bool) -> Option<T>;
        changes [R: RangeBounds<usize>] drain(range: R) -> Drain<'_, T>;
        changes [] clear() -> ();
        changes [] split_off(at: usize) -> Self;
        changes [F: FnMut() -> T] resize_with(length: usize, element: F) -> ();
        changes [R: RangeBounds<usize>, I: IntoIterator<Item = T>] splice(range: R, with: I) -> Splice<'_, I::IntoIter>;
        changes [R: RangeBounds<usize>, F: FnMut(&mut T) -> bool] extract_if(range: R, is_out: F) -> ExtractIf<'_, T, F>;
        takes [] into_boxed_slice() -> Box<[T]>;
        takes ['a] leak() -> &'a mut [T];
    }
}

impl<T: PartialEq> Vec<T> {
    methods! { changes [] dedup() -> (); }
}

impl<T: Clone> Vec<T> {
    methods! {
        changes [] resize(length: usize, element: T) -> ();
        changes [] extend_from_slice(other: &[T]) -> ();
        changes [R: RangeBounds<usize>] extend_from_within(range: R) -> ();
        reads [] to_vec() -> Self;
    }
}

impl<T: Copy> Vec<T> {
    methods! { reads [] repeat(times: usize) -> Self; }
}

impl<T: Clone> Vec<Vec<T>> {
    methods! {
        reads [] concat() -> Vec<T>;
        reads [] join(separator: &T) -> Vec<T>;
    }
}

impl<T, const N: usize> Vec<[T; N]> {
    methods! { takes [] into_flattened() -> Vec<T>; }
}

/// A row of the board that is copied is not a row of the board.
impl<T: Clone> Clone for Vec<T> {
    fn clone(&self) -> Self {
        self.is_used();
        self.settle();
        Vec {
            settle: self.settle,
            ..self.elements.clone().into()
        }
    }

    #[track_caller]
    fn clone_from(&mut self, other: &Self) {
        self.borrowed().clone_from(&other.elements);
    }
}

impl<T> Default for Vec<T> {
    fn default() -> Self {
        Vec::new()
    }
}

impl<T: Debug> Debug for Vec<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        self.elements.fmt(formatter)
    }
}

impl<T: Hash> Hash for Vec<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.elements.hash(state);
    }
}

impl<T: Eq> Eq for Vec<T> {}

impl<T: PartialOrd> PartialOrd for Vec<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.elements.partial_cmp(&other.elements)
    }
}

impl<T: Ord> Ord for Vec<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.elements.cmp(&other.elements)
    }
}

impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for Vec<T> {
    fn eq(&self, other: &Vec<U>) -> bool {
        self.elements[..] == other.elements[..]
    }
}

/// Comparisons of a `T` with a `U`, of which one is a `Vec`.
macro_rules! compared {
    ($([$($count:tt)*] $one:ty, $other:ty;)*) => { $(
        impl<T: PartialEq<U>, U $($count)*> PartialEq<$other> for $one {
            fn eq(&self, other: &$other) -> bool {
                self[..] == other[..]
            }
        }
    )* };
}
compared! {
    [] Vec<T>, [U];
    [] Vec<T>, &[U];
    [] Vec<T>, &mut [U];
    [] Vec<T>, StdVec<U>;
    [, const N: usize] Vec<T>, [U; N];
    [, const N: usize] Vec<T>, &[U; N];
    [] [T], Vec<U>;
    [] &[T], Vec<U>;
    [] &mut [T], Vec<U>;
    [] StdVec<T>, Vec<U>;
}

/// Conversions, through the standard library's `Vec`.
macro_rules! converted {
    ($([$($types:tt)*] $from:ty => $to:ty;)*) => { $(
        impl<$($types)*> From<$from> for $to {
            fn from(from: $from) -> Self {
                StdVec::from(from).into()
            }
        }
    )* };
}
converted! {
    [T: Clone] &[T] => Vec<T>;
    [T: Clone] &mut [T] => Vec<T>;
    [T, const N: usize] [T; N] => Vec<T>;
    [T: Clone, const N: usize] &[T; N] => Vec<T>;
    [T] Box<[T]> => Vec<T>;
    [T] VecDeque<T> => Vec<T>;
    [T] BinaryHeap<T> => Vec<T>;
    [T: Clone] Cow<'_, [T]> => Vec<T>;
    [] &str => Vec<u8>;
    [] String => Vec<u8>;
    [T] Vec<T> => Box<[T]>;
    [T] Vec<T> => Rc<[T]>;
    [T] Vec<T> => Arc<[T]>;
    [T] Vec<T> => VecDeque<T>;
    [T: Ord] Vec<T> => BinaryHeap<T>;
    ['a, T: Clone] Vec<T> => Cow<'a, [T]>;
}

impl<T> From<StdVec<T>> for Vec<T> {
    fn from(elements: StdVec<T>) -> Self {
        Vec {
            elements,
            mark: Mark::none(),
            settle: None,
        }
    }
}

impl<T> From<Vec<T>> for StdVec<T> {
    fn from(vec: Vec<T>) -> Self {
        vec.taken()
    }
}

impl<T, const N: usize> TryFrom<Vec<T>> for [T; N] {
    type Error = Vec<T>;
    fn try_from(vec: Vec<T>) -> Result<Self, Vec<T>> {
        vec.taken().try_into().map_err(Vec::from)
    }
}

impl<T> FromIterator<T> for Vec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        StdVec::from_iter(elements).into()
    }
}

/// The standard library's vectors, as `to_vec` returns them, become rows.
impl<T> FromIterator<StdVec<T>> for Vec<Vec<T>> {
    fn from_iter<I: IntoIterator<Item = StdVec<T>>>(rows: I) -> Self {
        rows.into_iter().map(Vec::from).collect()
    }
}

impl<T> Extend<T> for Vec<T> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.borrowed().extend(elements);
    }
}

impl<'a, T: Copy + 'a> Extend<&'a T> for Vec<T> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        self.borrowed().extend(elements);
    }
}

impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        self.taken().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;
    #[track_caller]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

macro_rules! views {
    ($($view:ident::$name:ident, $change:ident::$name_mut:ident -> $to:ty;)*) => { $(
        impl<T> $view<$to> for Vec<T> {
            fn $name(&self) -> &$to {
                self
            }
        }
        impl<T> $change<$to> for Vec<T> {
            #[track_caller]
            fn $name_mut(&mut self) -> &mut $to {
                self
            }
        }
    )* };
}
views! {
    Borrow::borrow, BorrowMut::borrow_mut -> [T];
    AsRef::as_ref, AsMut::as_mut -> [T];
    AsRef::as_ref, AsMut::as_mut -> Vec<T>;
}

impl Write for Vec<u8> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.elements.write(bytes)
    }
    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// A vector from `vec![]`, where only rows and boards are counted: `vec` returns this `Vec` for these,
/// and the standard library's for other elements.
pub struct Made<T>(OtherMade<T>);
pub struct OtherMade<T>(Cell<StdVec<T>>);

impl<T> Made<T> {
    pub fn by_macro(elements: StdVec<T>) -> Self {
        Made(OtherMade(Cell::new(elements)))
    }
}

impl Made<char> {
    pub fn vec(&self) -> Vec<char> {
        self.0.vec().into()
    }
}

impl Made<Vec<char>> {
    pub fn vec(&self) -> Vec<Vec<char>> {
        self.0.vec().into()
    }
}

impl<T> OtherMade<T> {
    pub fn vec(&self) -> StdVec<T> {
        self.0.take()
    }
}

impl<T> Deref for Made<T> {
    type Target = OtherMade<T>;
    fn deref(&self) -> &OtherMade<T> {
        &self.0
    }
}
