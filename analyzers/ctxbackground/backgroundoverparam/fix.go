package backgroundoverparam

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/loops"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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
	if !fixes.KeepsContext(p, o.root) && !otherRoot(p, o.root, all) {
		file := astindex.FileOf(o.root)
		list = slices.DeleteFunc(slices.Clone(all), func(other overParam) bool { return astindex.FileOf(other.root) != file || clones(p, other.root) })
		var calls []*ast.CallExpr
		for _, o := range list {
			calls = append(calls, o.root.Node().(*ast.CallExpr))
		}
		if !fixes.DropsContext(e, calls...) {
			return nil
		}
	}
	for _, o := range list {
		fixes.PutInPlace(p, e, o.root, o.given.Expr)
	}
	title := "Use " + o.given.Expr
	if len(list) > 1 {
		title = fmt.Sprintf("Use the contexts in scope in all %d places of the file", len(list))
	}
	return e.Fix(title, "the work is canceled when "+consequence(o.given))
}

// clones reports whether the root is passed to a call that makes a request of another one:
// the context of that one is dropped by design, and the reason has to be documented.
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
	return slices.ContainsFunc(ctxflow.Roots(p), func(other inspector.Cursor) bool {
		if astindex.FileOf(other) != astindex.FileOf(root) || intent.InGoroutine(other) || slices.ContainsFunc(all, func(o overParam) bool { return o.root == other }) {
			return false
		}
		return !slices.ContainsFunc(ctxflow.Sinks(p, other), func(s ctxflow.Sink) bool { return loops.Looped(p, other, s) != nil })
	})
}
