package stopneversignalled

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportLonelyConds reports
//
//	for len(q.items) == 0 {
//		q.ready.Wait() // and nothing calls Signal or Broadcast on ready
//	}
func reportLonelyConds(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, call := range lonelyConds(p, in) {
		x := p.Source(waitgroup.Receiver(call.Expr))
		f := check.Finding{
			At:      call.Expr,
			Message: fmt.Sprintf("%s.Wait() never returns: nothing calls Signal or Broadcast on it", x),
			Trace:   []check.Hop{{Pos: call.Expr.Pos(), Message: "waits here"}},
		}
		if changes := awaitedChanges(p, in, call); len(changes) > 0 {
			f.Trace = append(f.Trace, check.Hop{Pos: changes[0].stmt.Pos(), Message: "changes what is waited for, without a Broadcast"})
			f.Fix = fixLonelyCond(p, call, changes)
		}
		p.Report(f)
	}
}

// A change is a statement that assigns to lhs.
type change struct {
	stmt ast.Stmt
	lhs  ast.Expr
}

// awaitedChanges returns the statements outside of the waiting function that
// assign what the loop around the Wait tests.
func awaitedChanges(p *check.Pass, in *inspector.Inspector, wait astindex.Call) []change {
	cur, ok := astindex.Find(in, wait.Expr)
	if !ok {
		return nil
	}
	awaited := make(map[*types.Var]bool)
	for c := range cur.Enclosing((*ast.ForStmt)(nil)) {
		if test := c.Node().(*ast.ForStmt).Cond; test != nil {
			addTested(p.TypesInfo, test, awaited)
		}
		break
	}
	var list []change
	for c := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil)) {
		stmt := c.Node().(ast.Stmt)
		_, inBlock := c.Parent().Node().(*ast.BlockStmt)
		lhs := changes(p.TypesInfo, stmt, awaited)
		if fn, _ := syntax.Enclosing(p, c); lhs != nil && inBlock && fn != wait.In && !p.Quiet(stmt.Pos()) {
			list = append(list, change{stmt, lhs})
		}
	}
	return list
}

// addTested adds the variables and fields that a condition mentions.
func addTested(info *types.Info, test ast.Expr, set map[*types.Var]bool) {
	ast.Inspect(test, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if v := channel.Holder(info, expr); v != nil {
			set[v] = true
		}
		_, path := expr.(*ast.SelectorExpr)
		return !path
	})
}

// changes returns the operand of an assignment that is one of the variables, or
// an element of one.
func changes(info *types.Info, stmt ast.Stmt, vars map[*types.Var]bool) ast.Expr {
	var list []ast.Expr
	switch stmt := stmt.(type) {
	case *ast.IncDecStmt:
		list = []ast.Expr{stmt.X}
	case *ast.AssignStmt:
		if stmt.Tok != token.DEFINE {
			list = stmt.Lhs
		}
	}
	for _, lhs := range list {
		if vars[channel.Holder(info, lhs)] {
			return lhs
		}
	}
	return nil
}
