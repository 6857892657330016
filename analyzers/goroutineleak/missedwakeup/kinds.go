package missedwakeup

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// reportKinds reports a Signal on a condition variable that two kinds of goroutines wait for:
//
//	for len(q.items) == q.max { q.cond.Wait() } // in put
//	for len(q.items) == 0     { q.cond.Wait() } // in take
//	…
//	q.items = append(q.items, item)
//	q.cond.Signal() // may wake another put, which waits again: no take is woken
//
// Silent where each kind is one goroutine and they wait for opposite changes of one field, so that never both
// wait, and where the loop of the other kind wakes the next before it waits again.
func reportKinds(p *check.Pass, waits []*wait) {
	done := make(map[*types.Var]bool)
	for _, meant := range waits {
		for _, other := range waits {
			if done[meant.cond] || meant.cond != other.cond || meant.call == other.call || other.passesOn(p) {
				continue
			}
			if signal, stmt := meant.misdirected(p, other); signal != nil {
				done[meant.cond] = true
				meant.reportMisdirected(p, other, signal, stmt)
			}
		}
	}
}

// misdirected returns a Signal that is meant for the goroutines of one wait, because what these wait for changes
// in the same function, and may wake one of another wait instead.
func (w *wait) misdirected(p *check.Pass, other *wait) (signal *ast.CallExpr, stmt ast.Node) {
	for _, f := range p.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil || w.wakesIn(p, decl, maxCalls, true) || p.Quiet(decl.Pos()) {
				continue
			}
			wake := w.signalIn(p, decl)
			if wake == nil {
				continue
			}
			mine, others := w.changesIn(p, decl), other.changesIn(p, decl)
			if len(mine) > 0 && len(others) == 0 && w.meets(p, other, callmatch.Field(p.TypesInfo, changed(mine[0]))) {
				return wake, mine[0]
			}
		}
	}
	return nil, nil
}

// signalIn returns the call of Signal that a function makes for a condition variable.
func (w *wait) signalIn(p *check.Pass, decl *ast.FuncDecl) (signal *ast.CallExpr) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if wake, cond := condCall(p, n, "wake"); wake != nil && cond == w.cond && signals(p, wake) && signal == nil {
			signal = wake
		}
		return signal == nil
	})
	return signal
}

// changesIn returns the statements of a function that let the loop end.
func (w *wait) changesIn(p *check.Pass, decl *ast.FuncDecl) (list []ast.Node) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.AssignStmt, *ast.IncDecStmt:
			if w.ends(p, n) {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}

// meets reports whether goroutines of two waits may wait at the same time, after a change of a field: the other
// one does not ask for the field, or for its opposite change, and there are several of one kind.
func (w *wait) meets(p *check.Pass, other *wait, field *types.Var) bool {
	if !beside(w.function(p), other.function(p)) {
		return false // one goroutine comes to both
	}
	opposite := map[change]change{set: reset, reset: set, more: fewer, fewer: more}
	switch other.until[field] {
	case 0:
		return len(other.until) > 0
	case opposite[w.until[field]]:
		return beside(w.function(p), w.function(p)) || beside(other.function(p), other.function(p))
	}
	return false
}

// function returns the function around the loop, nil if the model does not have it.
func (w *wait) function(p *check.Pass) *lockset.Func {
	decl, ok := declOf(p, w.call)
	model := locks.Of(p.Pass)
	if !ok || model == nil {
		return nil
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	return model.ByObject[fn]
}

// beside reports whether two goroutines may be in two functions at the same time.
func beside(f, g *lockset.Func) bool { return f != nil && g != nil && lockset.Together(f, g) }

// passesOn reports whether a goroutine that is woken wakes the next before it waits again.
func (w *wait) passesOn(p *check.Pass) bool {
	return slices.ContainsFunc(w.loop.Body.List, func(stmt ast.Stmt) bool {
		wake, cond := condCall(p, stmt, "wake")
		return wake != nil && cond == w.cond
	})
}

func (w *wait) reportMisdirected(p *check.Pass, other *wait, signal *ast.CallExpr, stmt ast.Node) {
	x := p.Source(ast.Unparen(signal.Fun).(*ast.SelectorExpr).X)
	p.Report(check.Finding{
		At: signal,
		Message: fmt.Sprintf("wake-up is lost when %s.Signal wakes a goroutine that waits for something else at %s, instead of the one at %s",
			x, p.Where(other.call.Pos(), signal.Pos()), p.Where(w.call.Pos(), signal.Pos())),
		Trace: []check.Hop{{Pos: stmt.Pos(), Message: "what it waits for changes here"}, {Pos: other.asked.Pos(), Message: "the other one asks for this, and waits again"}},
		Fix:   w.broadcasts(p, signal, x),
	})
}

// broadcasts replaces each Signal, where all are in one file.
func (w *wait) broadcasts(p *check.Pass, signal *ast.CallExpr, x string) *edit.Fix {
	e := p.Edit(signal.Pos())
	for _, calls := range astindex.Of(p.Pass).Calls {
		for _, call := range calls {
			wake, cond := condCall(p, call.Expr, "wake")
			if wake == nil || cond != w.cond || !signals(p, wake) {
				continue
			}
			if p.Fset.File(wake.Pos()) != p.Fset.File(signal.Pos()) {
				return nil
			}
			name := ast.Unparen(wake.Fun).(*ast.SelectorExpr).Sel
			e.Replace(name.Pos(), name.End(), "Broadcast")
		}
	}
	return e.Fix("Wake all waiters with "+x+".Broadcast", "")
}
