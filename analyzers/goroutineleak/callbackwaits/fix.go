package callbackwaits

import (
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix waits in a goroutine, where nothing uses what the wait returns.
//
//	c.Publish("results", 1, false, text).Wait()  →  go c.Publish("results", 1, false, text).Wait()
func fix(p *check.Pass, wait *ast.CallExpr) *edit.Fix {
	cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), wait)
	if !ok {
		return nil
	}
	if _, plain := cur.Parent().Node().(*ast.ExprStmt); !plain {
		return nil
	}
	e := p.Edit(wait.Pos())
	e.Insert(wait.Pos(), "go ")
	return e.Fix("Wait in a goroutine", "the callback returns before the message is acknowledged")
}
