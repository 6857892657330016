package races

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// startedAfter reports whether each goroutine that begins with f is started after one of
// the writes.
func startedAfter(f *lockset.Func, writes []*access.Access) bool {
	for _, s := range f.Sites {
		if !s.Start {
			continue
		}
		behind := false
		for _, w := range writes {
			behind = behind || w.Func == s.Caller && lockset.Precedes(w.Instr, s.Instr) || calledBefore(w.Func, s)
		}
		if !behind {
			return false
		}
	}
	return true
}

// calledBefore reports whether the starter of a goroutine has always called f before.
func calledBefore(f *lockset.Func, start lockset.Site) bool {
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		return !s.Start && s.Caller == start.Caller && order.Always(s.Instr, start.Instr)
	})
}
