package nackmissing

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixCovered returns the error that the statement before a continue has tested, from a
// function that returns nothing else: the message is read again by the next consumer, and
// none after it is committed before.
func fixCovered(p *check.Pass, w *walk, l leak) *edit.Fix {
	branch, ok := l.stmt.(*ast.BranchStmt)
	if !ok || branch.Tok != token.CONTINUE {
		return nil
	}
	cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), branch)
	if !ok || !returnsOnlyError(p, cur) {
		return nil
	}
	name := testedError(p, cur)
	if name == "" {
		return nil
	}
	e := p.Edit(branch.Pos())
	e.Replace(branch.Pos(), branch.End(), "return "+name)
	return e.Fix("Return from the consumer with "+name, "a message that cannot be handled stops the consumer, and is read again by the next one, until it is handled or moved")
}

// returnsOnlyError reports whether the function around cur has an error as its
// only result.
func returnsOnlyError(p *check.Pass, cur inspector.Cursor) bool {
	zeros, ok := edit.ZeroResults(p.Pass, cur)
	return ok && len(zeros) == 0
}

// testedError returns the variable in if err != nil { …; continue }, with cur at
// the continue.
func testedError(p *check.Pass, cur inspector.Cursor) string {
	test, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
	if !ok || test.Body != cur.Parent().Node() {
		return ""
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ {
		return ""
	}
	id, ok := ast.Unparen(cond.X).(*ast.Ident)
	if !ok || !callmatch.IsError(p.TypesInfo.TypeOf(id)) {
		return ""
	}
	return id.Name
}
