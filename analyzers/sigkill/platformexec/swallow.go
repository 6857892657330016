package platformexec

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// onlyHere reports whether cur comes after a test of the operating system.
func onlyHere(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.SwitchStmt)(nil)) {
		var cond ast.Node
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			cond = n.Cond
		case *ast.SwitchStmt:
			cond = n.Tag
		}
		if process.MentionsSystem(p, cond) {
			return true
		}
	}
	return false
}

// A swallow is a place where the failure of a command ends.
type swallow struct {
	at     ast.Node
	err    *types.Var       // nil where it has no name
	branch *ast.IfStmt      // if err != nil { … }, with one statement that leaves; nil where it has no name
	run    inspector.Cursor // the statement that runs the command
	// results is how many of the run are assigned.
	results int
}

// swallowed returns where the failure of the command made at cur ends, nil if it
// goes anywhere, or if that cannot be seen.
func swallowed(p *check.Pass, cur inspector.Cursor) *swallow {
	for _, run := range runsOf(p, cur) {
		if s := swallowedAt(p, run); s != nil {
			return s
		}
	}
	return nil
}

// runsOf returns the calls that run the command made at cur, also through a variable.
func runsOf(p *check.Pass, cur inspector.Cursor) []inspector.Cursor {
	made := []inspector.Cursor{cur}
	if target := localvar.Target(cur); target != nil {
		for _, id := range astindex.Of(p.Pass).Uses[process.Denoted(p, target)] {
			if use, ok := astindex.Find(cur.Inspector(), id); ok {
				made = append(made, use)
			}
		}
	}
	var runs []inspector.Cursor
	for _, c := range made {
		sel, ok := c.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.X != c.Node() {
			continue
		}
		run := c.Parent().Parent()
		call, ok := run.Node().(*ast.CallExpr)
		if ok && call.Fun == sel && catalog.CommandRuns[callmatch.CalleeName(p.TypesInfo, call)] {
			runs = append(runs, run)
		}
	}
	return runs
}

func swallowedAt(p *check.Pass, run inspector.Cursor) *swallow {
	if stmt, ok := run.Parent().Node().(*ast.ExprStmt); ok {
		return &swallow{at: stmt, run: run.Parent()}
	}
	targets, stmt := localvar.Targets(run)
	if len(targets) == 0 {
		return nil
	}
	id, ok := targets[len(targets)-1].(*ast.Ident)
	if !ok {
		return nil
	}
	if id.Name == "_" {
		return &swallow{at: id, run: stmt, results: len(targets)}
	}
	err, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	branch := testOf(p, stmt, err)
	if branch == nil || branch.Else != nil || !ends(p, branch.Body) {
		return nil
	}
	return &swallow{branch, err, branch, stmt, len(targets)}
}

// forEffect reports whether nothing of what the command prints is used: it is run for
// what it does, which may be all the same to the program.
func (s *swallow) forEffect() bool {
	return s.branch == nil && s.results <= 1
}

// testOf returns the if statement about err that follows the assignment, or is around it.
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
	if !ok || cond.Op != token.NEQ || !process.Denotes(p, cond.X, err) || !p.TypesInfo.Types[cond.Y].IsNil() {
		return nil
	}
	return branch
}

// ends reports whether a branch does nothing but leave, with constants and zero values:
// callers take them for a result.
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
