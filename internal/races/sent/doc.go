// Package sent finds writes of an object that another goroutine of the package has been sent before, and
// uses without a lock that the writer holds.
package sent
