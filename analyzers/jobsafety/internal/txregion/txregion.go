// Package txregion finds the code that runs in a transaction of a database.
package txregion

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Region is code that runs in a transaction: the body of a function, between two positions.
type Region struct {
	Begin    *ast.CallExpr // what begins the transaction, or runs a function in one
	Body     ast.Node
	From, To token.Pos
	Tx       *types.Var   // holds the transaction, nil where that is not known
	Pool     ast.Expr     // what the transaction is begun on
	Lit      *ast.FuncLit // whose body it is, nil where that is a function
	Helped   bool         // a function of the program begins it, and calls what it is passed
}

// Find returns the regions of a package: between a begin and the last commit of a function, and the bodies of
// literals that are passed to what runs them in a transaction.
func Find(p *check.Pass) (list []*Region) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if p.Quiet(call.Pos()) {
			continue
		}
		name := to.Name
		arg, ok := catalog.TxBodies[name]
		switch {
		case ok && arg < len(call.Args):
			list = append(list, ofLiteral(p, call, call.Args[arg], begunOn(p, call)))
		case catalog.TxBegins[name]:
			list = append(list, ofFunction(p, cur))
		default:
			list = append(list, ofHelper(p, call))
		}
	}
	return slices.DeleteFunc(list, func(r *Region) bool { return r == nil })
}

func ofLiteral(p *check.Pass, call *ast.CallExpr, arg, pool ast.Expr) *Region {
	lit, ok := ast.Unparen(arg).(*ast.FuncLit)
	if !ok {
		return nil
	}
	r := &Region{Begin: call, Lit: lit, Body: lit.Body, From: lit.Body.Pos(), To: lit.Body.End(), Pool: pool}
	for _, field := range lit.Type.Params.List {
		for _, id := range field.Names {
			if v, ok := p.TypesInfo.Defs[id].(*types.Var); ok && !callmatch.IsType(v.Type(), "context.Context") {
				r.Tx = v
			}
		}
	}
	return r
}

// ofFunction returns what follows a begin, up to the last commit of the same transaction.
func ofFunction(p *check.Pass, cur inspector.Cursor) *Region {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	tx := holder(p, cur)
	commit := commitOf(p, fn, tx)
	if commit == nil {
		return nil
	}
	call := cur.Node().(*ast.CallExpr)
	return &Region{Begin: call, Body: fn.Node(), From: call.End(), To: commit.Pos(), Tx: tx, Pool: receiver(call)}
}

// ofHelper returns the literal that is passed to a function of the package, which begins a transaction and
// calls it with that.
//
//	s.inTx(ctx, func(tx *sql.Tx) error { … })
func ofHelper(p *check.Pass, call *ast.CallExpr) *Region {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || len(call.Args) == 0 {
		return nil
	}
	last := call.Args[len(call.Args)-1]
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if _, ok := ast.Unparen(last).(*ast.FuncLit); !ok || decl == nil || decl.Body == nil {
		return nil
	}
	var r *Region
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		begin, ok := n.(*ast.CallExpr)
		if ok && r == nil && catalog.TxBegins[callmatch.CalleeName(p.TypesInfo, begin)] {
			r = ofLiteral(p, call, last, receiver(begin))
		}
		return r == nil
	})
	if r == nil || r.Tx == nil {
		return nil
	}
	r.Helped = true
	return r
}

// ByType returns the regions of literals that take a transaction, and that a function of another package calls
// with one.
//
//	err := store.InTx(ctx, db, func(tx *sql.Tx) error { … })
func ByType(p *check.Pass) (list []*Region) {
	for _, to := range calls.All(p.Pass) {
		if _, known := catalog.TxBodies[to.Name]; known || to.Func == nil || to.Func.Pkg() == p.Pkg || p.Quiet(to.Expr.Pos()) {
			continue
		}
		for _, arg := range to.Expr.Args {
			r := ofLiteral(p, to.Expr, arg, nil)
			if r != nil && r.Tx != nil && catalog.TxTypes[callmatch.TypeName(callmatch.Deref(r.Tx.Type()))] {
				r.Helped = true
				list = append(list, r)
			}
		}
	}
	return list
}

// begunOn returns what a call of the catalog runs a function in a transaction of: its receiver, or the argument
// after the context.
//
//	pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { … })
func begunOn(p *check.Pass, call *ast.CallExpr) ast.Expr {
	if fn := callmatch.Callee(p.TypesInfo, call); fn.Signature().Recv() == nil {
		return call.Args[1]
	}
	return receiver(call)
}

func receiver(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// holder returns the variable that gets the transaction which a call begins.
func holder(p *check.Pass, begin inspector.Cursor) (tx *types.Var) {
	for c := range begin.Enclosing((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				tx, _ = p.TypesInfo.ObjectOf(id).(*types.Var)
			}
		case *ast.ValueSpec:
			tx, _ = p.TypesInfo.Defs[n.Names[0]].(*types.Var)
		}
		break
	}
	return tx
}

// commitOf returns the last call in a function that commits a transaction, nil if another function does.
func commitOf(p *check.Pass, fn inspector.Cursor, tx *types.Var) (last *ast.CallExpr) {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Commit" || tx == nil {
			continue
		}
		if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && p.TypesInfo.Uses[id] == tx {
			last = call
		}
	}
	return last
}
