package recoverendsloop

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix recovers in each pass: the work becomes a function literal that defers what the function has deferred. There is none
// where the work leaves the loop or the function, and where it is more than one case of a select.
//
//	for j := range p.jobs {
//		func() {
//			defer func() { … recover … }()
//			p.process(j)
//		}()
//	}
func fix(p *check.Pass, guard *ast.DeferStmt, loop ast.Stmt) *edit.Fix {
	list := workList(p, loop)
	if len(list) == 0 {
		return nil
	}
	for _, stmt := range list {
		if leaves(stmt) {
			return nil
		}
	}
	e := p.Edit(guard.Pos())
	text := e.Text(guard.Pos(), guard.End())
	e.DeleteStmts(guard, guard)
	e.Insert(list[0].Pos(), "func() {\n"+text+"\n")
	e.Insert(list[len(list)-1].End(), "\n}()")
	return e.Fix("Recover in each pass of the loop", "the goroutine continues after a panic")
}

// workList returns the statements of a loop that do the work: the body of a range, or the one case of a select that may panic.
func workList(p *check.Pass, loop ast.Stmt) (list []ast.Stmt) {
	body := work(p, loop)
	if _, ranges := loop.(*ast.RangeStmt); ranges {
		return body.List
	}
	if len(body.List) != 1 {
		return nil
	}
	sel, ok := body.List[0].(*ast.SelectStmt)
	if !ok {
		return nil
	}
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		if !mayPanic(p, &ast.BlockStmt{List: clause.Body}) {
			continue
		}
		if list != nil {
			return nil
		}
		list = clause.Body
	}
	return list
}

// leaves reports whether a statement leaves the work, or defers something to the end of the function.
func leaves(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}
