package outlivedcontext

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// reportFirstLiteral reports a literal that is made once with the context of a call, and that others work with:
//
//	a.once.Do(func() {
//		a.repo = &repo{ctx: r.Context(), db: a.db}
//	})
func reportFirstLiteral(p *check.Pass, cur inspector.Cursor, seen map[ast.Node]bool) {
	decl := astindex.DeclAround(cur)
	fn, ok := decl.(*ast.FuncDecl)
	if !ok || fn.Body == nil || beginsWork(fn.Name.Name) {
		return
	}
	around, ok := astindex.Find(cur.Inspector(), fn) // not the literal that a sync.Once runs
	if !ok {
		return
	}
	for _, elt := range cur.Node().(*ast.CompositeLit).Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || seen[kv.Value] {
			continue
		}
		field := contextField(p, kv)
		if field == nil || !readIn(p, cur.Inspector(), fn, field) {
			continue
		}
		ctx := ofCaller(p, fn, kv.Value)
		if end := endsBehind(p, around, syntax.CursorAt(cur, kv.Value)); ctx == nil && end != nil && !end.deferred {
			ctx = ctxend.RootVar(p, end.expr)
		}
		if ctx == nil {
			continue
		}
		if kept := keptFor(p, fn, cur); kept != nil {
			reportFirstCall(p, cur, kv.Value, ctx, kept, fn)
			return
		}
	}
}

// contextField returns the field of a struct that an element of a literal sets to a context.
func contextField(p *check.Pass, kv *ast.KeyValueExpr) *types.Var {
	id, ok := kv.Key.(*ast.Ident)
	if !ok || !ctxscope.IsContext(p.TypesInfo.TypeOf(kv.Value)) {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || !v.IsField() {
		return nil
	}
	return v
}

// readIn reports whether a function other than the given one selects a field, to read it as far as is known.
func readIn(p *check.Pass, in *inspector.Inspector, other *ast.FuncDecl, field *types.Var) bool {
	for _, use := range astindex.Of(p.Pass).Uses[field.Origin()] {
		cur, ok := astindex.Find(in, use)
		if !ok || astindex.DeclAround(cur) == ast.Node(other) {
			continue
		}
		if _, selects := cur.Parent().Node().(*ast.SelectorExpr); selects {
			return true
		}
	}
	return false
}
