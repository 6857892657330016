package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportOwnEnd reports a closing method that each run of another method of the object calls, and that is
// called on the elements of a container, too:
//
//	func (c *Client) serve() { c.read(); c.stop() }
//	func (r *Room) stopAll() { for c := range r.clients { c.stop() } }
//
// What ends the object from outside makes the other method return, which closes the channel again. Silent
// where the function that has the element reads a flag of it before.
func reportOwnEnd(p *check.Pass, once *closesonce.Result, reported map[*types.Func]bool) {
	for fn, m := range once.Methods() {
		if !m.Builtin || reported[fn] || p.Quiet(m.Call.Pos()) {
			continue
		}
		own, via := ownEnd(p, fn, m)
		if own == nil {
			continue
		}
		outer := fromOutside(p, fn)
		if outer == nil {
			continue
		}
		reported[fn] = true
		var doubts []check.Doubt
		if own.Exported() && !calledHere(p, own) {
			doubts = append(doubts, check.Doubting(verdict.CallerDecides, own.Pos()))
		}
		p.Report(check.Finding{
			At: m.Call,
			Message: fmt.Sprintf("the second close panics: every call of %s closes %s: %s (%s) calls it on the elements of %s, and %s (%s) for each at its end",
				fn.Name(), p.Source(m.Call.Args[0]), outer.in.Name(), p.Where(outer.call.Pos(), m.Call.Pos()), outer.container.Name(), own.Name(), p.Where(via.Pos(), m.Call.Pos())),
			Trace:  []check.Hop{{Pos: outer.call.Pos(), Message: "called here"}, {Pos: via.Pos(), Message: "and here, afterwards"}},
			Doubts: doubts,
			Fix:    fixOnce(p, m.Call),
		})
	}
}

// ownEnd returns another method of the object that calls a closing method in each run, and where.
func ownEnd(p *check.Pass, fn *types.Func, m *closesonce.Method) (*types.Func, ast.Node) {
	owner := syntax.ReceiverType(fn)
	if owner == nil {
		return nil, nil
	}
	for other := range owner.Methods() {
		decl := declOf(p, other)
		if decl == nil || other == fn {
			continue
		}
		for _, c := range closesAlways(p, decl.Body, 1) {
			if c.call == m.Call && isReceiver(p, decl, c.root) && callmatch.Callee(p.TypesInfo, closesonce.Unconditional(c.via.(ast.Stmt))) == fn {
				return other, c.via
			}
		}
	}
	return nil, nil
}

// fromOutside returns the first call of a method on an element of a container, by a function that reads no
// flag of the element.
func fromOutside(p *check.Pass, fn *types.Func) *elementCall {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	calls := slices.Clone(astindex.Of(p.Pass).Calls[fn])
	slices.SortFunc(calls, func(a, b astindex.Call) int { return int(a.Expr.Pos() - b.Expr.Pos()) })
	for _, call := range calls {
		cur, ok := astindex.Find(in, call.Expr)
		sel := syntax.Selector(call.Expr.Fun)
		if !ok || sel == nil || p.Quiet(call.Expr.Pos()) {
			continue
		}
		decl, _ := astindex.DeclAround(cur).(*ast.FuncDecl)
		container := elementOf(p, cur, sel.X)
		if decl == nil || container == nil || asksElement(p, decl, sel.X) {
			continue
		}
		if by, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok {
			return &elementCall{call.Expr, container, by}
		}
	}
	return nil
}

// calledHere reports whether the package calls or starts a function.
func calledHere(p *check.Pass, fn *types.Func) bool {
	idx := astindex.Of(p.Pass)
	return len(idx.Calls[fn]) > 0 || slices.ContainsFunc(idx.Starts, func(s astindex.Start) bool { return s.Runs(p.TypesInfo, fn) })
}
