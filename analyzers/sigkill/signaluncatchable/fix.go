package signaluncatchable

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixUncatchable puts SIGTERM in the place of the signal, or takes it out where
// SIGTERM is listed already.
func fixUncatchable(p *check.Pass, cur inspector.Cursor, signals []ast.Expr, i int) *edit.Fix {
	sig := signals[i]
	if sel, ok := ast.Unparen(sig).(*ast.SelectorExpr); ok && !edit.KeepsImport(p.TypesInfo, astindex.FileOf(cur), sel, process.FreedByKill) {
		return nil
	}
	e := p.Edit(sig.Pos())
	for _, other := range signals {
		if isTerm(p, cur, other) && i > 0 {
			e.Delete(signals[i-1].End(), sig.End())
			return e.Fix("Remove "+p.Source(sig), "")
		}
		if isTerm(p, cur, other) {
			e.Delete(sig.Pos(), signals[1].Pos())
			return e.Fix("Remove "+p.Source(sig), "")
		}
	}
	term := e.Import(sig.Pos(), "syscall", "syscall") + ".SIGTERM"
	e.Replace(sig.Pos(), sig.End(), term)
	return e.Fix("Handle "+term+" instead", "SIGTERM is handled, and no longer terminates the process by default")
}

func isTerm(p *check.Pass, cur inspector.Cursor, sig ast.Expr) bool {
	return process.SignalIs(p, cur, sig, 15, nil)
}
