package deferinloop

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix makes the body of the loop a function literal that is called in each pass, where nothing
// in the body leaves the loop or the function; what ends the pass returns from the literal. Where
// something does, the deferred call comes before that, and at the end of the pass. A lock that only a branch
// releases would stay held in the other one.
func fix(p *check.Pass, loop ast.Stmt, stmt *ast.DeferStmt) *edit.Fix {
	body := bodyOf(loop)
	if body == nil || site.HasLabels(body) || unlocks(p.TypesInfo, stmt.Call) && !slices.Contains(body.List, ast.Stmt(stmt)) {
		return nil
	}
	exits := site.PassExits(body)
	if len(body.List) > 12 || !allContinue(exits) {
		return closeInPass(p, body, stmt)
	}
	e := p.Edit(stmt.Pos())
	e.Insert(body.Lbrace+1, "\nfunc() {")
	for _, exit := range exits {
		e.Replace(exit.Pos(), exit.End(), "return")
	}
	e.Insert(body.Rbrace, "}()\n")
	return e.Fix("Call a function literal in each pass of the loop", "")
}

// closeInPass makes the deferred call, which is a statement of the body itself, at the end of the pass and
// before what leaves it.
func closeInPass(p *check.Pass, body *ast.BlockStmt, stmt *ast.DeferStmt) *edit.Fix {
	if _, literal := stmt.Call.Fun.(*ast.FuncLit); literal || !slices.Contains(body.List, ast.Stmt(stmt)) {
		return nil
	}
	e, text := p.Edit(stmt.Pos()), p.Source(stmt.Call)
	if body.List[len(body.List)-1] == stmt {
		e.Replace(stmt.Pos(), stmt.End(), text)
		return e.Fix("Call "+text+" at the end of the pass", "")
	}
	if !site.EndPass(p, e, body, stmt, text) {
		return nil
	}
	e.DeleteStmts(stmt, stmt)
	return e.Fix("Call "+text+" at the end of the pass, and before what leaves it", "")
}

func bodyOf(loop ast.Stmt) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

// allContinue reports whether statements end the pass, and not the loop.
func allContinue(exits []ast.Stmt) bool {
	for _, exit := range exits {
		if branch, ok := exit.(*ast.BranchStmt); !ok || branch.Tok != token.CONTINUE {
			return false
		}
	}
	return true
}
