package threads

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
)

// OwnerLock returns the key of the lock, of what the object is a part of, that a function on the path holds for
// writing when it makes the call that leads to the access, "" if none does. Two threads with one key exclude each
// other; with two keys, each owner most likely has an object of its own:
//
//	func (l *lockedWheel) Add(v int) { l.mu.Lock(); defer l.mu.Unlock(); l.wheel.add(v) }
func (t *Thread) OwnerLock() string {
	for _, fr := range t.Frames[1:] {
		if fr.Obj == nil || fr.Path == "" || fr.Start {
			continue
		}
		for _, h := range holding.AtCalls(fr.F)[fr.At] {
			at := strings.LastIndex(h.Fields, ".")
			if !h.Read && at >= 0 && h.Root == fr.Obj && strings.HasPrefix(fr.Path, h.Fields[:at]+".") {
				return h.Key
			}
		}
	}
	return ""
}

// Locks reports whether a function on the path holds, or may hold, a lock when it makes the call that leads
// to the access.
func (t *Thread) Locks() bool {
	return slices.ContainsFunc(t.Frames[1:], func(fr Frame) bool {
		return !fr.Start && (len(holding.AtCalls(fr.F)[fr.At]) > 0 || holding.Maybe(fr.F, fr.At))
	})
}
