// Package wrongerrortested is the check resourceleak/wrong-error-tested: a condition tests another error than that of
// the call in front of it.
package wrongerrortested

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed wrongerrortested.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "wrong-error-tested",
	Title:      "a condition tests another error than that of the call in front of it",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if errCommit := tx.Commit(); err != nil {
//		err = fmt.Errorf("commit: %w", errCommit) // where the commit fails, err is nil
//	}
//
// and the same where the call is the statement in front of the if. Silent where anything but the branch uses the error,
// and where the branch reads the one that is tested as well.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.IfStmt)(nil)) {
		stmt := cur.Node().(*ast.IfStmt)
		tested := testedError(p, stmt)
		if tested == nil || p.Quiet(stmt.Pos()) {
			continue
		}
		call, made := madeBefore(p, cur)
		if made == nil || !onlyIn(p, stmt.Body, made) || readIn(p, cur, tested) {
			continue
		}
		p.Report(check.Finding{
			At: stmt.Cond,
			Message: fmt.Sprintf("a failure of %s is taken for success: its error is %s, and the condition tests %s",
				p.Name(call.Fun), made.Name(), tested.Name()),
			Trace: []check.Hop{{Pos: call.Pos(), Message: "the call whose error is not tested"}},
			Fix:   fix(p, stmt, call, made),
		})
	}
}

// testedError returns the error that a condition compares with nil to find a failure.
func testedError(p *check.Pass, stmt *ast.IfStmt) *types.Var {
	cmp, ok := ast.Unparen(stmt.Cond).(*ast.BinaryExpr)
	if !ok || cmp.Op != token.NEQ || !p.TypesInfo.Types[cmp.Y].IsNil() {
		return nil
	}
	id, ok := ast.Unparen(cmp.X).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || !callmatch.IsError(v.Type()) {
		return nil
	}
	return v
}

// madeBefore returns the call that the statement is preceded by, as its first part or as the statement in front of it,
// with the new variable that gets its error; nil if there is none.
func madeBefore(p *check.Pass, cur inspector.Cursor) (*ast.CallExpr, *types.Var) {
	stmt := cur.Node().(*ast.IfStmt)
	before := stmt.Init
	if before == nil {
		list := astindex.Stmts(cur.Parent().Node())
		i := slices.Index(list, ast.Stmt(stmt))
		if i < 1 {
			return nil, nil
		}
		before = list[i-1]
	}
	assign, ok := before.(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Rhs) != 1 {
		return nil, nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	id, isName := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || !isName {
		return nil, nil
	}
	v, _ := p.TypesInfo.Defs[id].(*types.Var)
	if v == nil || !callmatch.IsError(v.Type()) {
		return nil, nil
	}
	return call, v
}

// onlyIn reports whether all uses of a variable are in a block.
func onlyIn(p *check.Pass, body *ast.BlockStmt, v *types.Var) bool {
	uses := astindex.Of(p.Pass).Uses[v]
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(use *ast.Ident) bool { return use.Pos() < body.Pos() || use.End() > body.End() })
}
