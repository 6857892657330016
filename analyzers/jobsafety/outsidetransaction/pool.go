package outsidetransaction

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A pool is what a transaction is begun on: a statement that runs on it takes another connection.
type pool struct {
	p     *check.Pass
	tx    *types.Var
	held  *types.Var // the field or variable that holds it
	owner string     // the value of which it is a field, as the region names it
}

// A statement is a call that runs one: itself, or the one at, in a method that it calls.
type statement struct {
	call, at *ast.CallExpr
	on       ast.Expr
	reads    bool
}

func poolOf(p *check.Pass, r *txregion.Region) *pool {
	expr := root(p, r.Pool)
	held := named(p, expr)
	if held == nil || held == r.Tx || r.Tx == nil {
		return nil
	}
	if _, ok := catalog.TxPools[callmatch.TypeName(held.Type())]; !ok {
		return nil
	}
	c := &pool{p: p, tx: r.Tx, held: held}
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		c.owner = p.Source(sel.X)
	}
	if sel, ok := ast.Unparen(r.Begin.Fun).(*ast.SelectorExpr); ok && r.Helped {
		c.owner = p.Source(sel.X)
	}
	return c
}

// statement returns what a call runs on the pool, nil for nothing.
func (c *pool) statement(call *ast.CallExpr) *statement {
	if s := c.direct(call); s != nil {
		return s
	}
	fn := callmatch.Callee(c.p.TypesInfo, call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || !ok || !c.held.IsField() || c.p.Source(sel.X) != c.owner || c.given(call) {
		return nil
	}
	decl := astindex.Of(c.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	var found *statement
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			s := c.direct(n)
			if s == nil || found != nil && !found.reads {
				break
			}
			if on, ok := s.on.(*ast.SelectorExpr); ok && c.p.Source(on.X) == decl.Recv.List[0].Names[0].Name {
				found = &statement{call: call, at: n, on: s.on, reads: s.reads}
			}
		}
		return true
	})
	return found
}

// given reports whether a call is passed the transaction.
func (c *pool) given(call *ast.CallExpr) bool {
	found := false
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && c.p.TypesInfo.Uses[id] == c.tx
			return !found
		})
	}
	return found
}

// direct returns the statement that a call itself runs on the pool.
func (c *pool) direct(call *ast.CallExpr) *statement {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	on := root(c.p, sel.X)
	if named(c.p, on) != c.held {
		return nil
	}
	methods := catalog.TxPools[callmatch.TypeName(c.held.Type())]
	switch {
	case methods.Changes[sel.Sel.Name] || methods.Asks[sel.Sel.Name] && c.changes(call):
		return &statement{call: call, at: call, on: on}
	case methods.Asks[sel.Sel.Name]:
		return &statement{call: call, at: call, on: on, reads: true}
	}
	return nil
}

// changes reports whether one of the arguments is a statement that changes or locks rows.
func (c *pool) changes(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		v := c.p.TypesInfo.Types[arg].Value
		if v != nil && v.Kind() == constant.String && catalog.ChangesRows(constant.StringVal(v)) {
			return true
		}
	}
	return false
}
