package driver

import (
	"bytes"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// repeats reports whether a fix makes a call in a function in which an accepted one makes the same call, and one of
// the two defers it: with that the finding may be gone.
//
//	defer f.Close() // of left-open
//	…
//		f.Close() // of failed-constructor
func (r *round) repeats(f finding.Finding) bool {
	for _, e := range f.Fix.Edits {
		for _, a := range r.accepted[e.File] {
			if a != e && sameCall(a.New, e.New) && sameFunction(r.content[e.File], a.Start, e.Start) {
				return true
			}
		}
	}
	return false
}

// sameCall reports whether a line of one text is the call that a line of the other one defers.
func sameCall(a, b string) bool {
	return defersLineOf(a, b) || defersLineOf(b, a)
}

func defersLineOf(a, b string) bool {
	for line := range strings.Lines(a) {
		call, deferred := strings.CutPrefix(strings.TrimSpace(line), "defer ")
		if !deferred {
			continue
		}
		for other := range strings.Lines(b) {
			if strings.TrimPrefix(strings.TrimSpace(other), "defer ") == call {
				return true
			}
		}
	}
	return false
}

// sameFunction reports whether no function is declared between two places of a file.
func sameFunction(text []byte, a, b int) bool {
	return !bytes.Contains(text[min(a, b):max(a, b)], []byte("\nfunc "))
}
