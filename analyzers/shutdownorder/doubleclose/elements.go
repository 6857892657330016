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
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// An elementCall is the call of a closing method on an element of a container in a
// field, by a function that leaves the element there.
type elementCall struct {
	call      *ast.CallExpr
	container *types.Var
	in        *types.Func
}

// reportElements reports closing methods that two functions call on the elements of
// one container, neither of which takes the element out:
//
//	func (p *Peers) Drop(name string) { p.all[name].Stop() }
//	func (p *Peers) Close() { for _, c := range p.all { c.Stop() } }
func reportElements(p *check.Pass, once *closesonce.Result, reported map[*types.Func]bool) {
	for fn, m := range once.Methods() {
		if !m.Builtin || reported[fn] || p.Quiet(m.Call.Pos()) {
			continue
		}
		list := elementCalls(p, fn)
		for i, second := range list {
			first := slices.IndexFunc(list[:i], func(e elementCall) bool { return e.container == second.container && e.in != second.in })
			if first < 0 {
				continue
			}
			reported[fn] = true
			a, b := list[first], second
			p.Report(check.Finding{
				At: m.Call,
				Message: fmt.Sprintf("the second close panics: every call of %s closes %s, and %s (%s) and %s (%s) both call it on the elements of %s",
					fn.Name(), p.Source(m.Call.Args[0]), a.in.Name(), p.Where(a.call.Pos(), m.Call.Pos()), b.in.Name(), p.Where(b.call.Pos(), m.Call.Pos()), b.container.Name()),
				Trace: []check.Hop{{Pos: a.call.Pos(), Message: "called here"}, {Pos: b.call.Pos(), Message: "and here"}},
				Fix:   fixOnce(p, m.Call),
			})
			break
		}
	}
}

// elementCalls returns the calls of a method on elements that stay where they are.
func elementCalls(p *check.Pass, fn *types.Func) []elementCall {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var list []elementCall
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		cur, ok := astindex.Find(in, call.Expr)
		sel := syntax.Selector(call.Expr.Fun)
		if !ok || sel == nil || p.Quiet(call.Expr.Pos()) {
			continue
		}
		for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			decl := c.Node().(*ast.FuncDecl)
			container := containerOf(p, cur, sel.X)
			by, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
			if container != nil && by != nil && !takesOut(p, decl, container) && !testsElement(p, cur, sel.X) {
				list = append(list, elementCall{call.Expr, container, by})
			}
			break
		}
	}
	slices.SortFunc(list, func(a, b elementCall) int { return int(a.call.Pos() - b.call.Pos()) })
	return list
}

// testsElement reports whether a condition around the call asks the element itself.
func testsElement(p *check.Pass, cur inspector.Cursor, element ast.Expr) bool {
	id, ok := ast.Unparen(element).(*ast.Ident)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		if syntax.Uses(p.TypesInfo, c.Node().(*ast.IfStmt).Cond, syntax.DefinedBy(p, id)) {
			return true
		}
	}
	return false
}
