//! What a solution knows as `Vec`: as the standard one, but it reports what is done to the board.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::hash::{Hash, Hasher};
use std::mem;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::panic::Location;
use std::slice::{self, SliceIndex};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::vec::{IntoIter, Vec as StdVec};

/// Where and when a vector was last seen as a row of the board, and its state since; 0 for never.
/// Atomic, so that threads can share a board.
pub struct Mark(AtomicU64);

impl Mark {
    #[inline]
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub fn set(&self, mark: u64) {
        self.0.store(mark, Relaxed);
    }
}

/// A vector that tells the counter when it is used as the board or a row of it.
pub struct Vec<T> {
    pub(super) elements: StdVec<T>,
    /// Where and when this was last seen as a row of the board; 0 for never.
    pub(super) mark: Mark,
    /// Looks at what was written by index. A pointer, since this is known for a row and for the
    /// board, and used for any `T`.
    pub(super) settle: Option<fn(&Self)>,
}

impl<I: SliceIndex<[char]>> Index<I> for Vec<char> {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, columns: I) -> &I::Output {
        let cells = &self.elements[columns];
        self.is_read(cells, Location::caller().line());
        cells
    }
}

impl<I: SliceIndex<[char]> + Clone> IndexMut<I> for Vec<char> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, columns: I) -> &mut I::Output {
        let cells = &self.elements[columns.clone()];
        self.is_written(self.columns(cells), Location::caller().line());
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
    type Target = StdVec<T>;
    #[inline]
    fn deref(&self) -> &StdVec<T> {
        self.is_used();
        &self.elements
    }
}

impl<T> DerefMut for Vec<T> {
    #[inline]
    #[track_caller]
    fn deref_mut(&mut self) -> &mut StdVec<T> {
        self.is_borrowed(Location::caller().line());
        &mut self.elements
    }
}

impl<T> Vec<T> {
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

/// Functions that a solution can name by their path, or that return this type. The others come from
/// the standard library's `Vec`.
impl<T> Vec<T> {
    pub const fn new() -> Self {
        Vec {
            elements: StdVec::new(),
            mark: Mark(AtomicU64::new(0)),
            settle: None,
        }
    }

    pub fn with_capacity(capacity: usize) -> Self {
        StdVec::with_capacity(capacity).into()
    }

    pub fn len(&self) -> usize {
        (**self).len()
    }

    pub fn is_empty(&self) -> bool {
        (**self).is_empty()
    }

    pub fn as_slice(&self) -> &[T] {
        self
    }

    #[track_caller]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }

    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Self {
        (**self).split_off(at).into()
    }
}

impl<T: Clone> Vec<T> {
    pub fn to_vec(&self) -> Self {
        (**self).clone().into()
    }
}

impl<T: Clone> Vec<Vec<T>> {
    pub fn concat(&self) -> Vec<T> {
        (**self).concat().into()
    }
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
        (**self).clone_from(&other.elements);
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

impl<T: PartialEq, S: AsRef<[T]> + ?Sized> PartialEq<S> for Vec<T> {
    fn eq(&self, other: &S) -> bool {
        self.elements[..] == *other.as_ref()
    }
}

macro_rules! compared_with_vec {
    ($($other:ty),*) => { $(
        impl<T: PartialEq> PartialEq<Vec<T>> for $other {
            fn eq(&self, other: &Vec<T>) -> bool {
                other == self
            }
        }
    )* };
}
compared_with_vec!([T], &[T], &mut [T], StdVec<T>);

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
    [T, const N: usize] [T; N] => Vec<T>;
    [T] VecDeque<T> => Vec<T>;
    [T] Vec<T> => VecDeque<T>;
}

impl<T> From<StdVec<T>> for Vec<T> {
    fn from(elements: StdVec<T>) -> Self {
        Vec {
            elements,
            mark: Mark(AtomicU64::new(0)),
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

impl<T> Borrow<[T]> for Vec<T> {
    fn borrow(&self) -> &[T] {
        self
    }
}

impl<T> AsRef<[T]> for Vec<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T> AsMut<[T]> for Vec<T> {
    #[track_caller]
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T> AsMut<Vec<T>> for Vec<T> {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}

/// What `vec![]` makes where only rows and boards are counted: this `Vec` for these, and the standard
/// library's for other elements. Rust looks for a method that takes the vector first.
pub trait Rows<T>: Into<Vec<T>> {
    fn made(self) -> Vec<T> {
        self.into()
    }
}

impl Rows<char> for StdVec<char> {}
impl Rows<Vec<char>> for StdVec<Vec<char>> {}

pub trait Others: Default {
    fn made(&mut self) -> Self {
        mem::take(self)
    }
}

impl<T> Others for StdVec<T> {}
