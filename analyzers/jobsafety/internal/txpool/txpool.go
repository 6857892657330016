// Package txpool finds the statements that run on a pool of connections to a database.
package txpool

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Pool is what a transaction is begun on, or a query is run on: another statement that runs on it takes another
// connection.
type Pool struct {
	P     *check.Pass
	Tx    *types.Var // what has the connection
	Held  *types.Var // the field or variable that holds the pool
	Owner string     // the value of which it is a field, as the code around names it
}

// A Statement is a call that runs one: itself, or the one At, in a method that it calls.
type Statement struct {
	Call, At *ast.CallExpr
	On       ast.Expr
	Reads    bool
}

// Statement returns what a call runs on the pool, nil for nothing.
func (c *Pool) Statement(call *ast.CallExpr) *Statement {
	if s := c.direct(call); s != nil {
		return s
	}
	fn := callmatch.Callee(c.P.TypesInfo, call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || !ok || !c.Held.IsField() || c.P.Source(sel.X) != c.Owner || c.given(call) {
		return nil
	}
	decl := astindex.Of(c.P.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	var found *Statement
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			s := c.direct(n)
			if s == nil || found != nil && !found.Reads {
				break
			}
			if on, ok := s.On.(*ast.SelectorExpr); ok && c.P.Source(on.X) == decl.Recv.List[0].Names[0].Name {
				found = &Statement{Call: call, At: n, On: s.On, Reads: s.Reads}
			}
		}
		return true
	})
	return found
}

// given reports whether a call is passed the transaction.
func (c *Pool) given(call *ast.CallExpr) bool {
	found := false
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && c.P.TypesInfo.Uses[id] == c.Tx
			return !found
		})
	}
	return found
}

// direct returns the statement that a call itself runs on the pool.
func (c *Pool) direct(call *ast.CallExpr) *Statement {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	on := Root(c.P, sel.X)
	if Named(c.P, on) != c.Held {
		return nil
	}
	methods := catalog.TxPools[callmatch.TypeName(c.Held.Type())]
	switch {
	case methods.Changes[sel.Sel.Name] || methods.Asks[sel.Sel.Name] && c.changes(call):
		return &Statement{Call: call, At: call, On: on}
	case methods.Asks[sel.Sel.Name]:
		return &Statement{Call: call, At: call, On: on, Reads: true}
	}
	return nil
}

// changes reports whether one of the arguments is a statement that changes or locks rows.
func (c *Pool) changes(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		v := c.P.TypesInfo.Types[arg].Value
		if v != nil && v.Kind() == constant.String && catalog.ChangesRows(constant.StringVal(v)) {
			return true
		}
	}
	return false
}
