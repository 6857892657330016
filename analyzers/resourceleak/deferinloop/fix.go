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
// something does, the deferred call comes before that, and at the end of the pass.
func fix(p *check.Pass, loop ast.Stmt, stmt *ast.DeferStmt) *edit.Fix {
	body := bodyOf(loop)
	if body == nil || hasLabels(body) {
		return nil
	}
	exits := exitsOf(body)
	if len(body.List) > 12 || !allContinue(exits) {
		return closeInPass(p, body, exits, stmt)
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
func closeInPass(p *check.Pass, body *ast.BlockStmt, exits []ast.Stmt, stmt *ast.DeferStmt) *edit.Fix {
	const most = 4 // exits, beyond which a function of its own is what the body wants to be
	if _, literal := stmt.Call.Fun.(*ast.FuncLit); literal || !slices.Contains(body.List, ast.Stmt(stmt)) || len(exits) > most {
		return nil
	}
	e, text, last := p.Edit(stmt.Pos()), p.Source(stmt.Call), body.List[len(body.List)-1]
	for _, exit := range exits {
		if ret, ok := exit.(*ast.ReturnStmt); ok && site.Computes(p, ret) {
			return nil
		}
		if exit.Pos() > stmt.End() {
			e.Before(exit, text)
		}
	}
	switch {
	case last == stmt:
		e.Replace(stmt.Pos(), stmt.End(), text)
		return e.Fix("Call "+text+" at the end of the pass", "")
	case !slices.Contains(exits, last):
		e.After(last, text)
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

// hasLabels reports whether a body has labels, or names one: where its jumps lead is not followed.
func hasLabels(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Label != nil
		}
		return !found
	})
	return found
}

// exitsOf returns the statements of a body that end the pass: returns, and the branches that belong to
// its loop.
func exitsOf(body *ast.BlockStmt) (exits []ast.Stmt) {
	ast.PreorderStack(body, nil, func(n ast.Node, above []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			exits = append(exits, n)
		case *ast.BranchStmt:
			if n.Tok != token.FALLTHROUGH && ofPass(n.Tok, above) {
				exits = append(exits, n)
			}
		}
		return true
	})
	return exits
}

// ofPass reports whether no statement above the branch takes it.
func ofPass(tok token.Token, above []ast.Node) bool {
	for _, n := range above {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if tok == token.BREAK {
				return false
			}
		}
	}
	return true
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
