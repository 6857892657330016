// Package holding says which locks functions hold and acquire, beyond what lockset says of one
// instruction: at their calls, by all of their callers, around a literal that they pass on, and
// anywhere in the package.
package holding
