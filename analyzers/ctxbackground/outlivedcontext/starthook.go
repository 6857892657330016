package outlivedcontext

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// startHook returns when the context ends that fn is passed to start something, "" if fn is no such hook:
//
//	lc.Append(fx.Hook{OnStart: func(ctx context.Context) error { go s.run(ctx); return nil }})
func startHook(p *check.Pass, fn inspector.Cursor) string {
	sig := syntax.SignatureOf(p, fn)
	for v := range sig.Params().Variables() {
		if by := catalog.StartParams[callmatch.TypeName(v.Type())]; by != "" && sig.Recv() != nil {
			return by
		}
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return hookAt(p, fn)
	}
	obj, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return ""
	}
	for _, id := range astindex.Of(p.Pass).Values[obj.Origin()] {
		cur, ok := astindex.Find(fn.Inspector(), id)
		if ok && cur.Parent().Node() != nil {
			if _, method := cur.Parent().Node().(*ast.SelectorExpr); method {
				cur = cur.Parent()
			}
			if by := hookAt(p, cur); by != "" {
				return by
			}
		}
	}
	return ""
}

// hookAt returns when the context of a function value ends, by the field that it is given to.
func hookAt(p *check.Pass, value inspector.Cursor) string {
	kv, ok := value.Parent().Node().(*ast.KeyValueExpr)
	if !ok || kv.Value != value.Node() {
		return ""
	}
	lit, ok := value.Parent().Parent().Node().(*ast.CompositeLit)
	key, named := kv.Key.(*ast.Ident)
	if !ok || !named {
		return ""
	}
	return catalog.StartHooks[callmatch.TypeName(p.TypesInfo.TypeOf(lit))+"."+key.Name]
}

// detached reports whether the variable of a context holds one that has no part of its end:
//
//	ctx, cancel = context.WithCancel(context.WithoutCancel(ctx))
func detached(p *check.Pass, scope ast.Node, ctx ast.Expr) bool {
	value := (&ctxend.Region{P: p, Scope: scope, Ctx: ctx}).Value(ctx)
	found := false
	if value != nil {
		ast.Inspect(value, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			name := ""
			if ok {
				name = callmatch.CalleeName(p.TypesInfo, call)
			}
			found = found || name == "context.WithoutCancel" || catalog.ContextRoots[name]
			return !found
		})
	}
	return found
}

// awaits adds the context whose end a goroutine of a start hook waits for.
func (u *outliver) awaits(p *check.Pass, call inspector.Cursor) {
	expr := call.Node().(*ast.CallExpr)
	sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, expr) != "(context.Context).Done" {
		return
	}
	if end := endsBehind(p, u.fn, syntax.CursorAt(call, sel.X)); end != nil && end.starts && u.end == nil {
		u.end = end
		u.uses, u.calls = append(u.uses, syntax.CursorAt(call, sel.X)), append(u.calls, call)
	}
}
