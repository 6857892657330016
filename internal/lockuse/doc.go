// Package lockuse finds locks that are used wrongly: held where a function returns or
// panics, acquired again by who holds them, released by who does not, taken in both orders,
// or held where something blocks.
package lockuse
