// Package access says where a package reads and writes fields and package variables: itself, or by
// calls of other packages that are known to do so. Each access carries what is known of it by
// itself: the object, the locks that are held for sure or perhaps, and whether another goroutine can
// have the object at all. It asks no other package below races.
package access
