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
	e := p.Edit(sig.Pos())
	for _, other := range signals {
		if !isTerm(p, cur, other) {
			continue
		}
		if !keepsImport(p, cur, sig) {
			return nil
		}
		if i > 0 {
			e.Delete(signals[i-1].End(), sig.End())
		} else {
			e.Delete(sig.Pos(), signals[1].Pos())
		}
		return e.Fix("Remove "+p.Source(sig), "")
	}
	term := e.Import(sig.Pos(), "syscall", "syscall") + ".SIGTERM"
	if sel, ok := ast.Unparen(sig).(*ast.SelectorExpr); !(ok && p.Source(sel.X)+".SIGTERM" == term) && !keepsImport(p, cur, sig) {
		return nil
	}
	e.Replace(sig.Pos(), sig.End(), term)
	return e.Fix("Handle "+term+" instead", "SIGTERM is handled, and no longer terminates the process by default")
}

// keepsImport reports whether the import that a signal is named by has a use without it.
func keepsImport(p *check.Pass, cur inspector.Cursor, sig ast.Expr) bool {
	sel, ok := ast.Unparen(sig).(*ast.SelectorExpr)
	return !ok || edit.KeepsImport(p.TypesInfo, astindex.FileOf(cur), sel, process.FreedByKill)
}

func isTerm(p *check.Pass, cur inspector.Cursor, sig ast.Expr) bool {
	return process.SignalIs(p, cur, sig, 15, nil)
}
