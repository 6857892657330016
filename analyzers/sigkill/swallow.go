package sigkill

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A swallow is a place where the failure of a command ends.
type swallow struct {
	err    *types.Var
	branch *ast.IfStmt // if err != nil { … }, with one statement that leaves
}

// swallowed returns where the failure of the command made at cur ends, nil if it
// goes anywhere, or if that cannot be seen.
func swallowed(p *check.Pass, cur inspector.Cursor) *swallow {
	run := cur.Parent().Parent() // exec.Command(…).Output()
	if !run.Valid() {
		return nil
	}
	call, ok := run.Node().(*ast.CallExpr)
	if !ok || !catalog.CommandRuns[callmatch.CalleeName(p.TypesInfo, call)] || call.Fun != cur.Parent().Node() {
		return nil
	}
	assign, ok := run.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return nil // also a bare Run, whose effect nothing depends on
	}
	id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok {
		return nil
	}
	err, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	branch := testOf(p, run.Parent(), err)
	if branch == nil || branch.Else != nil || !ends(p, branch.Body) {
		return nil
	}
	return &swallow{err, branch}
}

// testOf returns the if statement about err right behind the assignment, or
// around it.
func testOf(p *check.Pass, assign inspector.Cursor, err *types.Var) *ast.IfStmt {
	branch, ok := assign.Parent().Node().(*ast.IfStmt)
	if !ok {
		next, more := assign.NextSibling()
		if !more {
			return nil
		}
		if branch, ok = next.Node().(*ast.IfStmt); !ok || branch.Init != nil {
			return nil
		}
	}
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !denotes(p, cond.X, err) || !p.TypesInfo.Types[cond.Y].IsNil() {
		return nil
	}
	return branch
}

// ends reports whether a branch does nothing but leave, with constants and zero
// values: whoever waits for the result takes them for one.
func ends(p *check.Pass, body *ast.BlockStmt) bool {
	if len(body.List) != 1 {
		return false
	}
	switch s := body.List[0].(type) {
	case *ast.ReturnStmt:
		for _, result := range s.Results {
			tv := p.TypesInfo.Types[result]
			lit, isLit := result.(*ast.CompositeLit)
			if tv.Value == nil && !tv.IsNil() && (!isLit || len(lit.Elts) > 0) {
				return false
			}
		}
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE
	}
	return false
}
