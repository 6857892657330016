package goroutineleak

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// saidToLiveOn reports whether the documentation of the function that starts a
// goroutine, or of the one that it runs, says that nothing needs to stop it.
func saidToLiveOn(start ssaflow.Start) bool {
	inner := start.Inner()
	return saysSo(start.Instr.Parent()) || slices.ContainsFunc(start.Bodies, saysSo) || inner != nil && saysSo(inner.StaticCallee())
}

func saysSo(fn *ssa.Function) bool {
	decl, ok := topOf(fn).Syntax().(*ast.FuncDecl)
	return ok && check.Says(decl.Doc, catalog.LivesOnPhrases...)
}
