package threads

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
)

// Owned reports whether a function on the path holds, for writing, a lock of what the object is a part of
// when it makes the call that leads to the access. Two owners have each an object of their own:
//
//	func (l *lockedWheel) Add(v int) { l.mu.Lock(); defer l.mu.Unlock(); l.wheel.add(v) }
func (t *Thread) Owned() bool {
	return slices.ContainsFunc(t.Frames[1:], func(fr Frame) bool {
		return fr.Obj != nil && fr.Path != "" && !fr.Start && slices.ContainsFunc(holding.AtCalls(fr.F)[fr.At], func(h lockset.Hold) bool {
			at := strings.LastIndex(h.Fields, ".")
			return !h.Read && at >= 0 && h.Root == fr.Obj && strings.HasPrefix(fr.Path, h.Fields[:at]+".")
		})
	})
}

// Locks reports whether a function on the path holds, or may hold, a lock when it makes the call that leads
// to the access.
func (t *Thread) Locks() bool {
	return slices.ContainsFunc(t.Frames[1:], func(fr Frame) bool {
		return !fr.Start && (len(holding.AtCalls(fr.F)[fr.At]) > 0 || holding.Maybe(fr.F, fr.At))
	})
}
