package backgroundoverparam

import (
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// runsIn reports whether a function is another one, or a literal that this calls, or passes to what runs it
// before it returns.
func runsIn(p *check.Pass, inner, outer inspector.Cursor) bool {
	for ok := true; ok; inner, ok = syntax.CalledBy(p, inner) {
		if inner == outer {
			return true
		}
	}
	return false
}
