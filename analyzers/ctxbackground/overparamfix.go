package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixOverParam puts the context in scope in the place of the root. Where all uses of
// package context in the file are such roots, one fix replaces all, and the import
// goes.
func fixOverParam(p *check.Pass, o overParam, all []overParam) *edit.Fix {
	if clones(p, o.root) {
		return nil
	}
	e := p.Edit(o.root.Node().Pos())
	list := []overParam{o}
	if !keepsContext(p, o.root) && !otherRoot(p, o.root, all) {
		file := fileOf(o.root)
		list = slices.DeleteFunc(slices.Clone(all), func(other overParam) bool { return fileOf(other.root) != file || clones(p, other.root) })
		var calls []*ast.CallExpr
		for _, o := range list {
			calls = append(calls, o.root.Node().(*ast.CallExpr))
		}
		if !dropsContext(e, calls...) {
			return nil
		}
	}
	for _, o := range list {
		putInPlace(p, e, o.root, o.given.Expr)
	}
	title := "Use " + o.given.Expr
	if len(list) > 1 {
		title = fmt.Sprintf("Use the contexts in scope in all %d places of the file", len(list))
	}
	return e.Fix(title, "the work is canceled when "+consequence(o.given))
}

// clones reports whether the root is given to what makes another request of one that it gets, too: what
// the context of that carries, or its end, is left behind on purpose, and what it is has to be said.
func clones(p *check.Pass, root inspector.Cursor) bool {
	call, ok := root.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun == root.Node() {
		return false
	}
	isRequest := func(t types.Type) bool { return callmatch.IsType(t, "net/http.Request") }
	t := p.TypesInfo.TypeOf(call)
	made := isRequest(t)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		made = isRequest(tuple.At(0).Type())
	}
	return made && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return isRequest(p.TypesInfo.TypeOf(arg)) })
}

// otherRoot reports whether the file makes a root context that stays: no check of this
// analyzer says anything about it.
func otherRoot(p *check.Pass, root inspector.Cursor, all []overParam) bool {
	return slices.ContainsFunc(roots(p), func(other inspector.Cursor) bool {
		if fileOf(other) != fileOf(root) || inGoroutine(other) || slices.ContainsFunc(all, func(o overParam) bool { return o.root == other }) {
			return false
		}
		return !slices.ContainsFunc(sinks(p, other), func(s sink) bool { return looped(p, other, s) != nil })
	})
}

// putInPlace puts ctx where the root context is made, or leaves out what would assign
// it to itself.
func putInPlace(p *check.Pass, e *edit.Builder, root inspector.Cursor, ctx string) {
	assign, ok := root.Parent().Node().(*ast.AssignStmt)
	if ok && len(assign.Lhs) == 1 && p.Source(assign.Lhs[0]) == ctx {
		e.DeleteStmts(assign, assign)
		return
	}
	e.Replace(root.Node().Pos(), root.Node().End(), ctx)
}

// dropsContext removes the import of context when the calls that make roots are its
// only uses, and reports whether it did.
func dropsContext(e *edit.Builder, roots ...*ast.CallExpr) bool {
	var sels []*ast.SelectorExpr
	for _, root := range roots {
		sel, ok := root.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		sels = append(sels, sel)
	}
	return e.DropImport(sels[0], sels[1:]...)
}
