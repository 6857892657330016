package outlivedcontext

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// returnsVar reports whether v is a local variable of fn that fn returns.
func returnsVar(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	if v == nil || !syntax.Within(fn.Node(), v) {
		return false
	}
	return returnsExpr(fn, func(result ast.Expr) bool {
		id, ok := ast.Unparen(result).(*ast.Ident)
		return ok && p.TypesInfo.Uses[id] == v
	})
}

// returnsExpr reports whether fn returns a result for which match is true.
func returnsExpr(fn inspector.Cursor, match func(ast.Expr) bool) bool {
	for ret := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		if around, ok := astindex.FuncAround(ret); !ok || around != fn {
			continue
		}
		if slices.ContainsFunc(ret.Node().(*ast.ReturnStmt).Results, match) {
			return true
		}
	}
	return false
}

// assignedAgain reports whether a field gets another value after assign.
func assignedAgain(p *check.Pass, fn inspector.Cursor, assign *ast.AssignStmt, field ast.Expr) bool {
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		other := cur.Node().(*ast.AssignStmt)
		if other.Pos() > assign.Pos() && slices.ContainsFunc(other.Lhs, func(lhs ast.Expr) bool {
			return ctxend.Path(p.TypesInfo, lhs) == ctxend.Path(p.TypesInfo, field)
		}) {
			return true
		}
	}
	return false
}

// baseContext returns the context that a literal of http.Server gives to requests, nil if
// it gives none.
func baseContext(p *check.Pass, cur inspector.Cursor) ast.Expr {
	lit := cur.Node().(*ast.CompositeLit)
	if callmatch.TypeName(p.TypesInfo.TypeOf(lit)) != "net/http.Server" {
		return nil
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "BaseContext" {
				return onlyResult(kv.Value)
			}
		}
	}
	return nil
}

// assignedBase returns the context that a statement has a server give to requests.
//
//	srv.BaseContext = func(net.Listener) context.Context { return ctx }
func assignedBase(p *check.Pass, cur inspector.Cursor) ast.Expr {
	assign := cur.Node().(*ast.AssignStmt)
	sel, ok := ast.Unparen(assign.Lhs[0]).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "BaseContext" || callmatch.TypeName(p.TypesInfo.TypeOf(sel.X)) != "net/http.Server" {
		return nil
	}
	return onlyResult(assign.Rhs[0])
}

// drains reports whether the package grants the requests in flight time, by a Shutdown with
// a deadline, and no handler in it waits for its request to end, as a stream does: then the
// signal should not end them.
func drains(p *check.Pass) bool {
	granted := false
	for cur := range p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		switch callmatch.CalleeName(p.TypesInfo, call) {
		case "(*net/http.Server).Shutdown":
			value, ok := (&ctxend.Region{P: p, Scope: astindex.DeclAround(cur)}).Value(call.Args[0]).(*ast.CallExpr)
			granted = granted || ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, value)] == "deadline"
		case "(*net/http.Request).Context":
			if asksDone(cur) {
				return false
			}
		}
	}
	return granted
}

// asksDone reports whether the context that the call at cur gives is asked for its end.
//
//	r.Context().Done()
func asksDone(cur inspector.Cursor) bool {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Done"
}

// onlyResult returns what a literal returns that does nothing else.
func onlyResult(fn ast.Expr) ast.Expr {
	lit, ok := ast.Unparen(fn).(*ast.FuncLit)
	if !ok || len(lit.Body.List) != 1 {
		return nil
	}
	ret, ok := lit.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

// ofSignal returns where ctx or one it ends with is made, if a signal ends that.
func ofSignal(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) token.Pos {
	scope := astindex.DeclAround(cur)
	for _, expr := range ctxend.Ancestry(p, scope, ctx) {
		r := &ctxend.Region{P: p, Scope: scope, Ctx: expr}
		if call, ok := r.Value(expr).(*ast.CallExpr); ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "signal" {
			return call.Pos()
		}
	}
	return token.NoPos
}

// fixWithoutCancel lets a context live on, with its values.
func fixWithoutCancel(p *check.Pass, ctx ast.Expr) *edit.Fix {
	e := p.Edit(ctx.Pos())
	e.Replace(ctx.Pos(), ctx.End(), e.Import(ctx.Pos(), "context", "context")+".WithoutCancel("+p.Source(ctx)+")")
	return e.Fix("Detach it with context.WithoutCancel", "")
}

// last returns the literal of the innermost goroutine that the literal starts and that has the
// uses: the deferred end of a context around it would come too early. It is nil where uses
// are in several.
func (u *outliver) last() *ast.FuncLit {
	last := u.lit
	apart := false
	ast.Inspect(u.lit.Body, func(n ast.Node) bool {
		g, ok := n.(*ast.GoStmt)
		if !ok {
			return true
		}
		lit, ok := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
		in := 0
		for _, use := range u.uses {
			if pos := use.Node().Pos(); g.Pos() <= pos && pos < g.End() {
				in++
			}
		}
		apart = apart || in > 0 && (!ok || in < len(u.uses))
		if in > 0 && ok {
			last = lit
		}
		return true
	})
	if apart {
		return nil
	}
	return last
}

// fix gives the goroutine a context of its own, with the same values.
//
//	go s.send(ctx, m)  →  go func() { detached, cancel := …; defer cancel(); s.send(detached, m) }()
func (u *outliver) fix(p *check.Pass) *edit.Fix {
	at := u.uses[0].Node().(ast.Expr)
	if u.end.starts {
		return u.fixDerived(p, at)
	}
	if v := ctxend.RootVar(p, at); ctxend.Path(p.TypesInfo, at) == "" || u.lit != nil && syntax.Within(u.lit, v) && u.valueOf(p, at) != nil {
		return u.fixDerived(p, at)
	}
	if u.lasts(p) {
		return nil // a deadline would end it
	}
	name, cancel := syntax.FreeName(p, u.start, "detached"), syntax.FreeName(p, u.start, "cancelDetached")
	e := p.Edit(at.Pos())
	detach := fixes.DetachCall(p, e, at, p.Source(at), syntax.Seconds(p, e, at.Pos(), 5))
	title, changes := "Pass it a new context: "+detach, "the goroutine has 5 seconds from its start"
	if u.lit == nil && u.decl == nil {
		g := u.start.Node().(*ast.GoStmt)
		if !localvar.Steady(p.TypesInfo, p.Files, g.Call, goversion.AtLeast(p.Version(g.Pos()), "go1.22")) {
			return nil
		}
		indent := "\n" + e.Indent(g.Pos())
		e.Replace(g.Call.Pos(), at.Pos(), "func() {"+indent+"\t"+name+", "+cancel+" := "+detach+indent+"\tdefer "+cancel+"()"+
			indent+"\t"+e.Text(g.Call.Pos(), at.Pos()))
		e.Replace(at.Pos(), at.End(), name)
		e.Insert(g.Call.End(), indent+"}()")
		return e.Fix(title, changes)
	}
	body := u.body()
	if body == nil {
		return nil
	}
	for _, stmt := range body.List {
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
		if ctxend.Path(p.TypesInfo, use.Node().(ast.Expr)) != ctxend.Path(p.TypesInfo, at) {
			return nil
		}
		e.Replace(use.Node().Pos(), use.Node().End(), name)
	}
	return e.Fix(title, changes)
}

// body returns the body that works with the context, nil if there are several.
func (u *outliver) body() *ast.BlockStmt {
	if u.decl != nil {
		for _, use := range u.uses {
			if around, ok := astindex.FuncAround(use); !ok || around.Node() != ast.Node(u.decl) {
				return nil
			}
		}
		return u.decl.Body
	}
	if lit := u.last(); lit != nil {
		return lit.Body
	}
	return nil
}

// fixDerived detaches the context where the goroutine derives its own from it.
func (u *outliver) fixDerived(p *check.Pass, at ast.Expr) *edit.Fix {
	value := at
	if v := u.valueOf(p, at); v != nil {
		value = v
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || !ctxend.EndsWithParent(p.TypesInfo, call) || ctxend.Path(p.TypesInfo, call.Args[0]) == "" {
		return nil
	}
	return fixWithoutCancel(p, call.Args[0])
}

func (u *outliver) valueOf(p *check.Pass, ctx ast.Expr) ast.Expr {
	return (&ctxend.Region{P: p, Scope: astindex.DeclAround(u.start), Ctx: ctx}).Value(ctx)
}
