// Package readlocked says which writes are made under a lock that is held for reading only, of fields
// that it guards and of elements that were found in a container under it. It asks guard which lock that
// is, holding for those of the callers, and origin where an element was found.
package readlocked
