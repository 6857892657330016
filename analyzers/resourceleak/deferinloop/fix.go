package deferinloop

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
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
	if read := readOut(p, body, stmt); read != nil {
		e.DeleteStmts(stmt, stmt)
		e.After(read, text)
		return e.Fix("Call "+text+" when it is read", "")
	}
	if !site.EndPass(p, e, body, stmt, text) {
		return nil
	}
	e.DeleteStmts(stmt, stmt)
	return e.Fix("Call "+text+" at the end of the pass, and before what leaves it", "")
}

// readOut returns the statement after the deferred one if that reads what it closes to the end, and nothing in
// the pass uses it after that:
//
//	data, err := io.ReadAll(resp.Body)
func readOut(p *check.Pass, body *ast.BlockStmt, stmt *ast.DeferStmt) ast.Stmt {
	sel, ok := ast.Unparen(stmt.Call.Fun).(*ast.SelectorExpr)
	i := slices.Index(body.List, ast.Stmt(stmt)) + 1
	if !ok || len(stmt.Call.Args) > 0 || i == len(body.List) {
		return nil
	}
	read, ok := body.List[i].(*ast.AssignStmt)
	if !ok || len(read.Rhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(read.Rhs[0]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	closed := p.Source(sel.X)
	if early, known := catalog.ReadsOut[callmatch.CalleeName(p.TypesInfo, call)]; !known || early || p.Source(call.Args[0]) != closed {
		return nil
	}
	for _, later := range body.List[i+1:] {
		used := false
		ast.Inspect(later, func(n ast.Node) bool {
			expr, ok := n.(ast.Expr)
			used = used || ok && p.Source(expr) == closed
			return !used
		})
		if used {
			return nil
		}
	}
	return read
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
