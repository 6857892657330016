package failurewaits

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A wait is the deferred Wait of the function that starts a goroutine.
type wait struct {
	stmt *ast.DeferStmt
	body *ast.BlockStmt // of the function
}

// waitFor returns the deferred Wait for a goroutine in the function that starts it.
func waitFor(p *check.Pass, start ssaflow.Start) *wait {
	body := astindex.FuncBody(start.Instr.Parent().Syntax())
	v := group(p, start)
	if body == nil || v == nil {
		return nil
	}
	for _, stmt := range body.List {
		d, ok := stmt.(*ast.DeferStmt)
		if ok && callmatch.CalleeName(p.TypesInfo, d.Call) == "(*sync.WaitGroup).Wait" && waitgroup.Variable(p.TypesInfo, waitgroup.Receiver(d.Call), "sync.WaitGroup") == v {
			return &wait{d, body}
		}
	}
	return nil
}

// failures returns the returns of an error behind a place, other than those that the end of ctx leads to.
func failures(p *check.Pass, w *wait, ctx *ssa.Parameter, from token.Pos) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	if ctx == nil {
		return nil
	}
	ended := token.Pos(-1) // the end of the last block that a receive from ctx.Done() is in front of
	var walk func(stmts []ast.Stmt)
	inspect := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			return n.Comm == nil || !mentions(p, n.Comm, ctx.Object())
		case *ast.IfStmt:
			return !mentions(p, n.Cond, ctx.Object())
		case *ast.BlockStmt:
			walk(n.List)
			return false
		case *ast.ReturnStmt:
			if n.Pos() > from && n.Pos() > ended && fails(p, n, ctx.Object()) {
				list = append(list, n)
			}
		}
		return true
	}
	walk = func(stmts []ast.Stmt) {
		for _, stmt := range stmts {
			ast.Inspect(stmt, inspect)
			if expr, ok := stmt.(*ast.ExprStmt); ok && strings.HasPrefix(p.Source(expr), "<-") && mentions(p, expr, ctx.Object()) {
				ended = stmts[len(stmts)-1].End()
			}
		}
	}
	walk(w.body.List)
	return list
}

// fails reports whether a statement returns an error other than that of the context.
func fails(p *check.Pass, ret *ast.ReturnStmt, ctx types.Object) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	tv := p.TypesInfo.Types[last]
	return !tv.IsNil() && callmatch.IsError(tv.Type) && !mentions(p, last, ctx)
}

// mentions reports whether a node names a variable.
func mentions(p *check.Pass, node ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && p.TypesInfo.Uses[id] == v
		return !found
	})
	return found
}
