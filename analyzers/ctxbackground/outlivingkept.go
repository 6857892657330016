package ctxbackground

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// returned reports whether fn returns the composite literal at cur, or its address: where
// it stands, or as a variable that holds nothing else.
func returned(p *check.Pass, fn, cur inspector.Cursor) bool {
	if _, ok := cur.Parent().Node().(*ast.UnaryExpr); ok {
		cur = cur.Parent()
	}
	if _, ok := cur.Parent().Node().(*ast.ReturnStmt); ok {
		return true
	}
	id, ok := localvar.Target(cur).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Parent() == p.Pkg.Scope() {
		return false
	}
	for ret := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		if around, ok := innermost(ret); !ok || around != fn {
			continue
		}
		for _, result := range ret.Node().(*ast.ReturnStmt).Results {
			if id, ok := ast.Unparen(result).(*ast.Ident); ok && p.TypesInfo.Uses[id] == v {
				return true
			}
		}
	}
	return false
}

// baseContext returns the context that a literal of http.Server gives to requests, and
// where it is made, if a signal ends it.
func baseContext(p *check.Pass, cur inspector.Cursor) (ast.Expr, token.Pos) {
	lit := cur.Node().(*ast.CompositeLit)
	if callmatch.TypeName(p.TypesInfo.TypeOf(lit)) != "net/http.Server" {
		return nil, token.NoPos
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, _ := kv.Key.(*ast.Ident)
		value, ok := ast.Unparen(kv.Value).(*ast.FuncLit)
		if key == nil || key.Name != "BaseContext" || !ok || len(value.Body.List) != 1 {
			continue
		}
		if ret, ok := value.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			return ofSignal(p, cur, ret.Results[0])
		}
	}
	return nil, token.NoPos
}

// ofSignal returns ctx, and where it or one it ends with is made, if a signal ends that.
func ofSignal(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) (ast.Expr, token.Pos) {
	scope := outermost(cur)
	for _, expr := range ancestry(p, scope, ctx) {
		r := &region{p: p, scope: scope, ctx: expr}
		if call, ok := r.value(expr).(*ast.CallExpr); ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "signal" {
			return ctx, call.Pos()
		}
	}
	return nil, token.NoPos
}

// fixWithoutCancel lets a context live on, with its values.
func fixWithoutCancel(p *check.Pass, ctx ast.Expr) *edit.Fix {
	e := p.Edit(ctx.Pos())
	e.Replace(ctx.Pos(), ctx.End(), e.Import(ctx.Pos(), "context", "context")+".WithoutCancel("+p.Source(ctx)+")")
	return e.Fix("Detach it with context.WithoutCancel", "")
}

// fix gives the goroutine a context of its own, with the same values.
//
//	go s.send(ctx, m)  →  go func() { detached, cancel := …; defer cancel(); s.send(detached, m) }()
func (u *outliver) fix(p *check.Pass) *edit.Fix {
	at := u.uses[0].Node().(ast.Expr)
	if v := rootVar(p, at); path(p.TypesInfo, at) == "" || u.lit != nil && within(u.lit, v) && u.valueOf(p, at) != nil {
		return u.fixDerived(p, at)
	}
	name, cancel := freeName(p, u.start, "detached"), freeName(p, u.start, "cancelDetached")
	e := p.Edit(at.Pos())
	detach := detachCall(p, e, at, p.Source(at), seconds(p, e, at.Pos(), 5))
	title := "Give it a context of its own: " + detach
	if u.lit == nil {
		g := u.start.Node().(*ast.GoStmt)
		if !localvar.Steady(p.TypesInfo, p.Files, g.Call, goversion.AtLeast(p.Version(g.Pos()), "go1.22")) {
			return nil
		}
		indent := "\n" + e.Indent(g.Pos())
		e.Replace(g.Call.Pos(), at.Pos(), "func() {"+indent+"\t"+name+", "+cancel+" := "+detach+indent+"\tdefer "+cancel+"()"+
			indent+"\t"+e.Text(g.Call.Pos(), at.Pos()))
		e.Replace(at.Pos(), at.End(), name)
		e.Insert(g.Call.End(), indent+"}()")
		return e.Fix(title, "")
	}
	for _, stmt := range u.lit.Body.List {
		if stmt.End() < at.Pos() {
			continue
		}
		if stmt.Pos() > at.Pos() {
			return nil
		}
		e.Before(stmt, name+", "+cancel+" := "+detach, "defer "+cancel+"()")
		break
	}
	for _, use := range u.uses {
		if path(p.TypesInfo, use.Node().(ast.Expr)) != path(p.TypesInfo, at) {
			return nil
		}
		e.Replace(use.Node().Pos(), use.Node().End(), name)
	}
	return e.Fix(title, "")
}

// fixDerived detaches the context where the goroutine derives its own from it.
func (u *outliver) fixDerived(p *check.Pass, at ast.Expr) *edit.Fix {
	value := at
	if v := u.valueOf(p, at); v != nil {
		value = v
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || !endsWithParent(p.TypesInfo, call) || path(p.TypesInfo, call.Args[0]) == "" {
		return nil
	}
	return fixWithoutCancel(p, call.Args[0])
}

func (u *outliver) valueOf(p *check.Pass, ctx ast.Expr) ast.Expr {
	return (&region{p: p, scope: outermost(u.start), ctx: ctx}).value(ctx)
}
