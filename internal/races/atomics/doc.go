// Package atomics says which plain accesses may race with atomic ones of the same, and what may order
// the two. It asks access, setup, order and threads for the plain side, and origin and requests for
// what is stored, and who reads.
package atomics
