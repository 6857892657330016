package missedwakeup

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file finds a Signal where all waiters have to go:
//
//	p.closed = true
//	p.free.Signal() // the second Get blocks forever

// signals reports whether a call wakes one waiter.
func signals(p *check.Pass, wake *ast.CallExpr) bool {
	return callmatch.CalleeName(p.TypesInfo, wake) == "(*sync.Cond).Signal"
}

// signalsOne returns the Signal of a function that sets a flag for good, nil if all waiters are woken,
// there is only one of them, or the one that is woken wakes the next.
func (w *wait) signalsOne(p *check.Pass, decl *ast.FuncDecl, stmt ast.Node) *ast.CallExpr {
	flag := callmatch.Field(p.TypesInfo, changed(stmt))
	if w.until[flag] != set || w.wakes(p, decl, true) || !w.forGood(p, flag) || w.alone(p) {
		return nil
	}
	if waiter, ok := declOf(p, w.call); !ok || w.wakesIn(p, waiter, maxCalls, false) {
		return nil
	}
	var signal *ast.CallExpr
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if wake, cond := condCall(p, n, "wake"); wake != nil && cond == w.cond && signal == nil {
			signal = wake
		}
		return signal == nil
	})
	return signal
}

// forGood reports whether nothing resets a flag.
func (w *wait) forGood(p *check.Pass, flag *types.Var) bool {
	return !slices.ContainsFunc(p.Files, func(f *ast.File) bool {
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if ok && changed(assign) != nil && callmatch.Field(p.TypesInfo, changed(assign)) == flag {
				found = found || !w.ends(p, assign)
			}
			return !found
		})
		return found
	})
}

// alone reports whether one goroutine may be all that waits: one place calls the function that does, and
// starts it no more than once.
func (w *wait) alone(p *check.Pass) bool {
	decl, ok := declOf(p, w.call)
	if !ok {
		return true
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if fn.Exported() || len(astindex.Of(p.Pass).Calls[fn]) != 1 {
		return false
	}
	return !slices.ContainsFunc(ssaflow.Of(p.Pass).Starts(), func(s ssaflow.Start) bool {
		runs := slices.ContainsFunc(s.Bodies, func(body *ssa.Function) bool { return body.Object() == fn })
		return runs && ssaflow.Reaches(s.Instr.Block(), s.Instr.Block())
	})
}

func (w *wait) reportSignal(p *check.Pass, stmt ast.Node, signal *ast.CallExpr) {
	sel := ast.Unparen(signal.Fun).(*ast.SelectorExpr)
	e := p.Edit(signal.Pos())
	e.Replace(sel.Sel.Pos(), sel.Sel.End(), "Broadcast")
	p.Report(check.Finding{
		At: signal,
		Message: fmt.Sprintf("goroutines in %s.Wait (%s) stay blocked: Signal wakes one of them, and %s lets all continue",
			p.Source(sel.X), p.Where(w.call.Pos(), signal.Pos()), p.Source(changed(stmt))),
		Trace: []check.Hop{{Pos: stmt.Pos(), Message: "the condition changes here for good"}, {Pos: w.call.Pos(), Message: "blocked here"}},
		Fix:   e.Fix("Wake all waiters with "+p.Source(sel.X)+".Broadcast", ""),
	})
}
