// Package resourceleak reports files, connections, response bodies and transactions that a
// path of a function leaves open.
//
// # Analyzer resourceleak
//
// A descriptor, a connection of a pool or a transaction that is not closed on one return path
// is missing each time that path is taken, which is when something fails. Under load, or after
// hours of a dependency that answers with errors, the limit of descriptors or the pool is
// exhausted, and requests that have nothing to do with the failure block or fail.
//
// It follows each value from the call that opens it to the returns of the function, and is
// silent where the value is returned, stored or passed to what closes it.
package resourceleak
