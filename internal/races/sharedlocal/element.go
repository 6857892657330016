package sharedlocal

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// perElement reports whether a path leads to an element that an index selects while
// the program runs: a lock there is one of many, and guards what belongs to it.
//
//	locks[i].Lock()
func perElement(p lockset.Path) bool {
	if _, ok := p.Root.(*ssa.IndexAddr); ok {
		return true
	}
	for rest := p.Fields; ; {
		_, index, found := strings.Cut(rest, "[")
		if !found {
			return false
		}
		if index[0] < '0' || index[0] > '9' {
			return true
		}
		rest = index
	}
}
