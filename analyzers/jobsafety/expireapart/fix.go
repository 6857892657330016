package expireapart

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/rediscmd"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix lets one command, or one transaction, make the key and set its expiry. A counter whose expiry each
// call renews is left as it is.
//
//	rdb.SetNX(ctx, key, v, 0) … rdb.Expire(ctx, key, ttl)
//
// becomes rdb.SetNX(ctx, key, v, ttl), and
//
//	n, err := rdb.Incr(ctx, key).Result() … if n == 1 { rdb.Expire(ctx, key, ttl) }
//
// a transaction of SETNX, which sets the expiry where there is no key, and INCR, which keeps it.
func fix(p *check.Pass, w, e *rediscmd.Command, first bool) *edit.Fix {
	if !w.Method || !e.Method || e.Name != "EXPIRE" || p.Fset.File(w.Call.Pos()) != p.Fset.File(e.Call.Pos()) {
		return nil
	}
	f := &fixer{p: p, w: w, e: e, ttl: e.Call.Args[len(e.Call.Args)-1]}
	stmt, ok := f.removed()
	if !ok || !f.unconditional() || !f.knownBefore() || !f.stillUsed(stmt.Node()) {
		return nil
	}
	b := p.Edit(w.Call.Pos())
	switch {
	case w.Name == "SETNX" || w.Name == "SET":
		zero := w.Call.Args[len(w.Call.Args)-1]
		b.Replace(zero.Pos(), zero.End(), p.Source(f.ttl))
	case w.Effect == catalog.RedisCounts && w.Name != "HINCRBY" && first:
		if !f.transact(b) {
			return nil
		}
	default:
		return nil
	}
	drop := stmt.Node().(ast.Stmt)
	b.DeleteStmts(drop, drop)
	if w.Effect == catalog.RedisCounts {
		return b.Fix("Set the expiry in one transaction with "+p.Name(w.Call.Fun), "each call is a transaction of two commands")
	}
	return b.Fix("Pass the expiry to "+p.Name(w.Call.Fun), "")
}

type fixer struct {
	p    *check.Pass
	w, e *rediscmd.Command
	ttl  ast.Expr
}

// removed returns the statement that is left without a purpose: that of the expiry, with the test of its
// error and the one of the count around it.
func (f *fixer) removed() (inspector.Cursor, bool) {
	stmt := f.e.Cur
	for astindex.Stmts(stmt.Parent().Node()) == nil {
		stmt = stmt.Parent()
	}
	switch n := stmt.Node().(type) {
	case *ast.ExprStmt:
	case *ast.AssignStmt:
		if id, ok := n.Lhs[0].(*ast.Ident); !ok || len(n.Lhs) != 1 || id.Name != "_" {
			return stmt, false
		}
	case *ast.IfStmt:
		if n.Else != nil || n.Body.Pos() < f.e.Call.Pos() {
			return stmt, false
		}
	default:
		return stmt, false
	}
	around, ok := stmt.Parent().Parent().Node().(*ast.IfStmt)
	if ok && around.Body == stmt.Parent().Node() && len(around.Body.List) == 1 && around.Init == nil && around.Else == nil && !holds(around.Cond, f.w.Call) {
		if _, inElse := stmt.Parent().Parent().Parent().Node().(*ast.IfStmt); !inElse {
			stmt = stmt.Parent().Parent()
		}
	}
	return stmt, !holds(stmt.Node(), f.w.Call)
}

func holds(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// unconditional reports whether the expiry is set whenever the key is made: no condition but those about
// the result of the command decides.
func (f *fixer) unconditional() bool {
	t := tests{p: f.p, of: []*rediscmd.Command{f.w}}
	for c := range f.e.Cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		n, ok := c.Node().(*ast.IfStmt)
		if holds(c.Node(), f.w.Call) && !(ok && n.Body.Pos() > f.w.Call.End()) {
			return true
		}
		if !ok || n.Body.Pos() < f.e.Call.Pos() && !t.any(n.Cond) {
			return false
		}
	}
	return true
}

// knownBefore reports whether the expiry has its value where the key is made already.
func (f *fixer) knownBefore() bool {
	known := true
	ast.Inspect(f.ttl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, ok := f.p.TypesInfo.Uses[id].(*types.Var)
			known = known && (!ok || v.IsField() || v.Parent() == f.p.Pkg.Scope() || v.Pos() < f.w.Call.Pos())
		}
		return known
	})
	return known
}

// stillUsed reports whether the local variables and imports that a statement uses are used elsewhere, too,
// or in the expiry, which moves.
func (f *fixer) stillUsed(stmt ast.Node) bool {
	used := true
	ast.Inspect(stmt, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !holds(f.ttl, id) {
			used = used && f.usedOutside(stmt, f.p.TypesInfo.Uses[id])
		}
		return used
	})
	return used
}

func (f *fixer) usedOutside(stmt ast.Node, obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		if obj.Kind() != types.LocalVar || stmt.Pos() <= obj.Pos() && obj.Pos() < stmt.End() {
			return true
		}
	case *types.PkgName:
	default:
		return true
	}
	for id, other := range f.p.TypesInfo.Uses {
		if other == obj && !holds(stmt, id) {
			return true
		}
	}
	return false
}

// transact makes the count a part of a transaction that sets the expiry of a new key before.
func (f *fixer) transact(b *edit.Builder) bool {
	p, call := f.p, f.w.Call
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, p.Pkg, "TxPipeline")
	stmt := f.w.Cur
	for astindex.Stmts(stmt.Parent().Node()) == nil {
		stmt = stmt.Parent()
	}
	if _, ok := stmt.Node().(*ast.AssignStmt); !ok || obj == nil || callmatch.Root(p.TypesInfo, sel.X) == nil {
		return false
	}
	scope := p.Pkg.Scope().Innermost(call.Pos())
	for _, name := range []string{"pipe", "counted"} {
		if _, taken := scope.LookupParent(name, call.End()); taken != nil || scope.Lookup(name) != nil {
			return false
		}
	}
	ctx, key := "", p.Source(f.w.Key)
	if !holds(call.Args[0], f.w.Key) {
		ctx = p.Source(call.Args[0])
	}
	rest := strings.TrimPrefix(ctx+", ", ", ")
	b.Hoist(stmt.Node(),
		"pipe := "+p.Source(sel.X)+".TxPipeline()",
		"pipe.SetNX("+rest+key+", 0, "+p.Source(f.ttl)+")",
		"counted := pipe."+p.Source(call)[len(p.Source(sel.X))+1:],
		"// The command that counts has the error of the transaction.",
		"_, _ = pipe.Exec("+ctx+")")
	b.Replace(call.Pos(), call.End(), "counted")
	return true
}
