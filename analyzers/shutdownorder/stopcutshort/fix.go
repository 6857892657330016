package stopcutshort

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fix goes on after the error of each step, and returns all errors:
//
//	if err := s.replica.Close(); err != nil {
//		errs = append(errs, err)
//	}
//	return errors.Join(append(errs, s.wal.Sync())...)
func fix(p *check.Pass, fn *ast.FuncDecl, first *cut) *edit.Fix {
	list := fn.Body.List
	end, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(end.Results) != 1 || !goversion.AtLeast(p.Version(end.Pos()), "go1.20") {
		return nil
	}
	e := p.Edit(end.Pos())
	errs := syntax.Fresh(p, end.Pos(), "errs")
	from := list[first.at]
	if from.(*ast.IfStmt).Init == nil {
		from = list[first.at-1]
	}
	e.Before(from, "var "+errs+" []error")
	joined := 1 // the returns after which no error is lost
	for i := first.at; i < len(list); i++ {
		if c := failureAt(p, list, i); c != nil {
			e.Replace(c.ret.Pos(), c.ret.End(), errs+" = append("+errs+", "+p.Source(c.ret.Results[0])+")")
			joined++
		}
	}
	if joined < returns(list[first.at:]) || acts(p, list[first.at:]) {
		return nil
	}
	join := e.Import(end.Pos(), "errors", "errors") + ".Join("
	if p.TypesInfo.Types[end.Results[0]].IsNil() {
		e.Replace(end.Results[0].Pos(), end.Results[0].End(), join+errs+"...)")
	} else {
		e.Insert(end.Results[0].Pos(), join+"append("+errs+", ")
		e.Insert(end.Results[0].End(), ")...)")
	}
	return e.Fix("Run all steps, and return the errors of all", "the steps after one that has failed run as well")
}

// returns counts the returns of statements, those of literals apart.
func returns(list []ast.Stmt) (n int) {
	for _, stmt := range list {
		ast.Inspect(stmt, func(node ast.Node) bool {
			switch node.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				n++
			}
			return true
		})
	}
	return n
}

// acts reports whether statements call anything but steps of the stop, and what makes errors: it may need the
// steps before it to have succeeded, as the rename of a file does after its Sync.
func acts(p *check.Pass, list []ast.Stmt) bool {
	found := false
	for _, stmt := range list {
		ast.Inspect(stmt, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			found = found || ok && !isStep(p, call) && !catalog.ErrorMakers[callmatch.CalleeName(p.TypesInfo, call)]
			return !found
		})
	}
	return found
}
