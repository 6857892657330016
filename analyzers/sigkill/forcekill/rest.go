package forcekill

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ofRest reports whether the group of a child is killed when the child itself has ended: what it has left
// behind gets no other signal.
//
//	err := cmd.Run()
//	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
//
// The kill may be in a function that each caller passes such a child.
func ofRest(p *check.Pass, k *process.Kill) bool {
	group, ok := k.Pid.(*ast.UnaryExpr)
	if !ok || group.Op != token.SUB {
		return false
	}
	cmd, _ := callmatch.Root(p.TypesInfo, group.X).(*types.Var)
	return cmd != nil && (endedBefore(p, k.Cur, cmd) || endedByCallers(p, k.Cur, cmd))
}

// endedBefore reports whether the function around cur has waited for the end of a command whenever it gets
// there: before it, or, where it is deferred, on each way from there to a return.
func endedBefore(p *check.Pass, cur inspector.Cursor, cmd *types.Var) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	deferred, isDeferred := cur.Parent().Node().(*ast.DeferStmt)
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		around, _ := astindex.FuncAround(c)
		if !isSel || around != fn || !catalog.CommandWaits[callmatch.CalleeName(p.TypesInfo, call)] || callmatch.Root(p.TypesInfo, sel.X) != types.Object(cmd) {
			continue
		}
		if comesBefore(c, cur) || isDeferred && nextLeaving(cur.Parent(), deferred, call) {
			return true
		}
	}
	return false
}

// comesBefore reports whether the statement of one call stands before the other call in a list of statements
// around both: it has run whenever the other one does.
func comesBefore(first, second inspector.Cursor) bool {
	stmt, ok := astindex.Statement(first)
	return ok && stmt.Node().End() <= second.Node().Pos() && stmt.Parent().Contains(second)
}

// nextLeaving reports whether a call is the first thing after a statement, in the list of the statement, from
// which control may leave the function.
func nextLeaving(cur inspector.Cursor, after ast.Stmt, call *ast.CallExpr) bool {
	for _, stmt := range astindex.Stmts(cur.Parent().Node()) {
		switch {
		case stmt.Pos() <= after.Pos():
		case stmt.Pos() <= call.Pos() && call.End() <= stmt.End():
			return !conditional(stmt, call)
		case leaves(stmt):
			return false
		}
	}
	return false
}

// conditional reports whether a statement may be run without the call in it.
func conditional(stmt ast.Stmt, call *ast.CallExpr) bool {
	switch stmt := stmt.(type) {
	case *ast.IfStmt: // if err := cmd.Run(); err != nil
		return stmt.Init == nil && call.Pos() > stmt.Cond.End() || stmt.Init != nil && call.Pos() > stmt.Init.End()
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeclStmt:
		return false
	}
	return true
}

// leaves reports whether a return or a goto is in a statement.
func leaves(stmt ast.Stmt) (found bool) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok == token.GOTO
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// endedByCallers reports whether cmd is a parameter of the function around cur, which only this package calls,
// with commands that have ended.
func endedByCallers(p *check.Pass, cur inspector.Cursor, cmd *types.Var) bool {
	decl, _ := astindex.DeclAround(cur).(*ast.FuncDecl)
	fn, ok := astindex.FuncAround(cur)
	if decl == nil || !ok || fn.Node() != ast.Node(decl) || decl.Name.IsExported() {
		return false
	}
	own := p.TypesInfo.Defs[decl.Name].(*types.Func)
	i := slices.Index(slices.Collect(own.Signature().Params().Variables()), cmd)
	idx := astindex.Of(p.Pass)
	if i < 0 || len(idx.Values[own]) > 0 || len(idx.Calls[own]) == 0 {
		return false
	}
	return !slices.ContainsFunc(idx.Calls[own], func(call astindex.Call) bool {
		at, ok := astindex.Find(cur.Inspector(), call.Expr)
		if !ok || i >= len(call.Expr.Args) {
			return true
		}
		arg, _ := callmatch.Root(p.TypesInfo, call.Expr.Args[i]).(*types.Var)
		return arg == nil || !endedBefore(p, at, arg)
	})
}
