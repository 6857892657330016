package secondconnection

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txpool"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A holder has a connection while statements run.
type holder struct {
	query *ast.CallExpr // takes the connection
	pool  *txpool.Pool
	stmts []ast.Stmt
}

// holding returns what has a connection in the statement at cur, or after it, nil for nothing.
func holding(p *check.Pass, cur inspector.Cursor) *holder {
	if assign, ok := cur.Node().(*ast.AssignStmt); ok {
		return taken(p, cur, assign)
	}
	rows, body := reading(p, cur.Node())
	if rows == nil {
		return nil
	}
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	query, ok := localvar.Value(p.TypesInfo, fn.Node(), rows).(*ast.CallExpr)
	if !ok || !catalog.Rows[callmatch.CalleeName(p.TypesInfo, query)] {
		return nil
	}
	return on(p, query, rows, body.List)
}

// taken returns the connection that an assignment takes from a pool, for the statements after it.
func taken(p *check.Pass, cur inspector.Cursor, assign *ast.AssignStmt) *holder {
	call, ok := assign.Rhs[0].(*ast.CallExpr)
	if !ok || !catalog.PoolConns[callmatch.CalleeName(p.TypesInfo, call)] {
		return nil
	}
	conn, ok := callmatch.Object(p.TypesInfo, assign.Lhs[0]).(*types.Var)
	block, inBlock := cur.Parent().Node().(*ast.BlockStmt)
	if kind, i := cur.ParentEdge(); ok && inBlock && kind == edge.BlockStmt_List {
		return on(p, call, conn, block.List[i+1:])
	}
	return nil
}

// on returns the holder of a connection of the pool on which a call is made, nil where that is not known.
func on(p *check.Pass, query *ast.CallExpr, holds *types.Var, stmts []ast.Stmt) *holder {
	sel, ok := ast.Unparen(query.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	expr := txpool.Root(p, sel.X)
	held := txpool.Named(p, expr)
	if held == nil {
		return nil
	}
	if _, ok := catalog.TxPools[callmatch.TypeName(held.Type())]; !ok {
		return nil
	}
	pool := &txpool.Pool{P: p, Tx: holds, Held: held}
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		pool.Owner = p.Source(sel.X)
	}
	return &holder{query, pool, stmts}
}

// reading returns the rows that a loop or a branch reads, and its body.
func reading(p *check.Pass, n ast.Node) (*types.Var, *ast.BlockStmt) {
	var cond ast.Expr
	var body *ast.BlockStmt
	switch n := n.(type) {
	case *ast.ForStmt:
		cond, body = n.Cond, n.Body
	case *ast.IfStmt:
		cond, body = n.Cond, n.Body
	}
	call, ok := cond.(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Next" || !catalog.RowTypes[callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(sel.X)))] {
		return nil, nil
	}
	rows, _ := callmatch.Object(p.TypesInfo, sel.X).(*types.Var)
	return rows, body
}

// statement returns the first statement on the pool while the connection is held, other than in literals, goroutines
// and deferred calls.
func (h *holder) statement(p *check.Pass) (found *txpool.Statement) {
	closed := false
	for _, stmt := range h.stmts {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
				return false
			case *ast.IfStmt: // the branch of a failure may close, and leaves
				return callmatch.TestedError(p.TypesInfo, n.Cond) == nil || n.Init != nil
			case *ast.CallExpr:
				sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
				if ok && catalog.ClosesByName(sel.Sel.Name) && callmatch.Object(p.TypesInfo, sel.X) == types.Object(h.pool.Tx) {
					closed = true
				}
				if found == nil && !closed {
					found = h.pool.Statement(n)
				}
			}
			return found == nil && !closed
		})
	}
	return found
}
