package lifetime

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// SaidToLiveOn returns where the documentation of the function that starts a goroutine,
// of the one that it runs, or of the one that has its endless loop, says that nothing
// needs to stop it.
func SaidToLiveOn(start ssaflow.Start, loop []*ssa.BasicBlock) token.Pos {
	fns := append([]*ssa.Function{start.Instr.Parent()}, start.Bodies...)
	if inner := start.Inner(); inner != nil && inner.StaticCallee() != nil {
		fns = append(fns, inner.StaticCallee())
	}
	if len(loop) > 0 {
		fns = append(fns, loop[0].Parent())
	}
	for _, fn := range fns {
		if said := SaysSo(fn); said.IsValid() {
			return said
		}
	}
	return token.NoPos
}

// SaysSo returns where the documentation of fn says that what it starts, or is, runs until
// the process exits.
func SaysSo(fn *ssa.Function) token.Pos {
	decl, ok := ssaflow.Outermost(fn).Syntax().(*ast.FuncDecl)
	if !ok || !check.Says(decl.Doc, catalog.LivesOnPhrases...) {
		return token.NoPos
	}
	return decl.Doc.Pos()
}
