// Package guard says which lock guards which field or package variable: the one that a comment on it
// names, else the one that four in five of the accesses hold which hold any (the lockset algorithm of
// Eraser), and which access is the evidence against one without it. It asks access for the accesses,
// origin for other objects of the same type, setup for writes in use, and order and threads for pairs
// that cannot meet.
package guard
