package unlockedaccess

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/sharedlocal"
)

// runSharedLocal reports
//
//	go func() { mu.Lock(); total += n; mu.Unlock() }()
//	total = 0 // at the same time
//
// for captured variables, and for the elements of a map in one. A variable gets one
// finding, at a write if the first statement has one.
func runSharedLocal(p *check.Pass, model *lockset.Package) {
	byVar := make(map[*ssa.Alloc][]sharedlocal.Race)
	var order []*ssa.Alloc
	for _, s := range sharedlocal.Races(model) {
		if byVar[s.Var] == nil {
			order = append(order, s.Var)
		}
		byVar[s.Var] = append(byVar[s.Var], s)
	}
	for _, v := range order {
		list := byVar[v]
		slices.SortStableFunc(list, func(a, b sharedlocal.Race) int { return cmp.Compare(a.Pos, b.Pos) })
		first, _ := source.Statement(p, list[0].Pos)
		for i, s := range list[1:] {
			if stmt, _ := source.Statement(p, s.Pos); stmt == first && s.Write && !list[0].Write {
				list[0], list[i+1] = list[i+1], list[0]
			}
		}
		reportSharedLocal(p, list[0], list[1:])
	}
}

func reportSharedLocal(p *check.Pass, s sharedlocal.Race, also []sharedlocal.Race) {
	name := source.NameAt(p, s.Pos)
	if name == nil || p.Quiet(s.Pos) {
		return
	}
	verb := "read"
	if s.Write {
		verb = "written"
	}
	lock := source.CallAt(p, s.Hold.Pos)
	mu := "the lock"
	if lock != nil && s.Hold.Callee == nil {
		mu = lockText(p, lock)
	}
	trace := []check.Hop{
		{Pos: s.Other, Message: "accessed under the lock here"},
		{Pos: s.StartPos(), Message: "the goroutine is started here"},
	}
	cause := "the goroutine started at " + p.Where(s.StartPos(), name.Pos())
	if s.Given {
		cause = "the function literal at " + p.Where(s.StartPos(), name.Pos()) + " is called by other goroutines, and"
		trace[1] = check.Hop{Pos: s.StartPos(), Message: "passed to other code here"}
	}
	for _, other := range also[:min(len(also), 1)] {
		trace = append(trace, check.Hop{Pos: other.Pos, Message: "also accessed without it here"})
	}
	var fix *edit.Fix
	if !slices.ContainsFunc(also, func(other sharedlocal.Race) bool { return !coveredBy(p, s.Pos, other.Pos) }) {
		fix = fixSharedLocal(p, s, lock)
	}
	p.Report(check.Finding{
		At: name,
		Message: fmt.Sprintf("data race: %s is %s without %s, which is held for it at %s; %s runs at the same time",
			p.Source(name), verb, mu, p.Where(s.Other, name.Pos()), cause),
		Trace: trace,
		Fix:   fix,
	})
}

// lockText returns the lock of a call as an error names it: the field, where the call is that of a
// method that an embedded lock has promoted.
func lockText(p *check.Pass, call *ast.CallExpr) string {
	text := source.ReceiverText(p, call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || p.TypesInfo.Selections[sel] == nil || len(p.TypesInfo.Selections[sel].Index()) < 2 {
		return text
	}
	return "the lock of " + text
}

// fixSharedLocal takes the lock for the statement, where its name means the same.
func fixSharedLocal(p *check.Pass, s sharedlocal.Race, lock *ast.CallExpr) *edit.Fix {
	if lock == nil || s.Hold.Callee != nil {
		return nil
	}
	sel, ok := ast.Unparen(lock.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	root := sel.X
	for {
		inner, ok := root.(*ast.SelectorExpr)
		if !ok {
			break
		}
		root = inner.X
	}
	id, ok := root.(*ast.Ident)
	if !ok {
		return nil
	}
	scope := p.Pkg.Scope().Innermost(s.Pos)
	if scope == nil || lookup(scope, id.Name, s.Pos) != p.TypesInfo.ObjectOf(id) {
		return nil
	}
	return criticalsection.Protect(p, s.Pos, criticalsection.Mutex{Text: p.Source(sel.X), Typ: p.TypesInfo.TypeOf(sel.X), Read: s.Hold.Read && !s.Write, Write: s.Write}, true)
}
