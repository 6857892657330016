// Package permits says which permits, such as a place in a channel, keep others out as a lock does:
// those that only what has acquired them releases.
package permits
