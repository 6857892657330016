package lockrace

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// runSharedLocal reports
//
//	go func() { mu.Lock(); total += n; mu.Unlock() }()
//	total = 0 // at the same time
//
// for captured variables, and for the elements of a map in one. A statement that
// reads and writes, such as an append, gets one finding.
func runSharedLocal(p *check.Pass, model *lockstate.Package) {
	list := model.SharedLocals()
	for i, s := range list {
		if i+1 < len(list) && list[i+1].Var == s.Var && list[i+1].Write && !s.Write {
			here, _ := statement(p, s.Pos)
			next, _ := statement(p, list[i+1].Pos)
			if here == next {
				continue
			}
		}
		reportSharedLocal(p, s)
	}
}

func reportSharedLocal(p *check.Pass, s lockstate.SharedLocal) {
	name := nameAt(p, s.Pos)
	if name == nil || p.Quiet(s.Pos) {
		return
	}
	verb := "read"
	if s.Write {
		verb = "written"
	}
	lock := callAt(p, s.Hold.Pos)
	mu := "the lock"
	if lock != nil && s.Hold.Callee == nil {
		mu = receiverText(p, lock)
	}
	p.Report(check.Finding{
		At: name,
		Message: fmt.Sprintf("%s is %s without %s, which %s holds for it: the goroutine started on %s makes the two happen at the same time",
			p.Source(name), verb, mu, p.Where(s.Other, name.Pos()), p.Where(s.Start.Pos(), name.Pos())),
		Trace: []check.Hop{
			{Pos: s.Other, Message: "accessed under the lock here"},
			{Pos: s.Start.Pos(), Message: "the goroutine is started here"},
		},
		Fix: fixSharedLocal(p, s, lock),
	})
}

// fixSharedLocal takes the lock for the statement, where its name means the same.
func fixSharedLocal(p *check.Pass, s lockstate.SharedLocal, lock *ast.CallExpr) *edit.Fix {
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
	return protect(p, s.Pos, mutex{text: p.Source(sel.X), typ: p.TypesInfo.TypeOf(sel.X), read: s.Hold.Read && !s.Write})
}
