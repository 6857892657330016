package pipeorder

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix closes the input when the goroutine that writes it has returned, or else before the function waits;
// name is what it has there.
func fix(p *check.Pass, wait inspector.Cursor, written ast.Node, pipe *types.Var, name string) *edit.Fix {
	if lit := writer(wait, written); lit != nil && name == pipe.Name() {
		e := p.Edit(lit.Pos())
		if len(lit.Body.List) == 0 || e.SameLine(lit.Body.Lbrace, lit.Body.List[0].Pos()) {
			return nil
		}
		e.Before(lit.Body.List[0], "defer "+name+".Close()")
		return e.Fix("Close "+name+" when the goroutine that writes it returns", "")
	}
	stmt, ok := astindex.Statement(wait)
	if !ok {
		return nil
	}
	if name == pipe.Name() {
		if _, seen := p.Pkg.Scope().Innermost(wait.Node().Pos()).LookupParent(name, wait.Node().Pos()); seen != pipe {
			return nil
		}
	}
	e := p.Edit(wait.Node().Pos())
	e.Before(stmt.Node(), "_ = "+name+".Close()")
	return e.Fix("Close "+name+" before the wait", "")
}

// writer returns the literal of a go statement that writes the input, nil where none does: what the function
// reads before its wait may come only when the input has ended.
func writer(wait inspector.Cursor, written ast.Node) *ast.FuncLit {
	cur, ok := astindex.Find(wait.Inspector(), written)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if kind, _ := c.Parent().ParentEdge(); kind == edge.GoStmt_Call {
			return c.Node().(*ast.FuncLit)
		}
	}
	return nil
}
