package site

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// InPass returns a fix that calls end before each place at which the pass of the loop around the call is
// left, and at its end. It is nil where that is in many places.
func (s *Site) InPass(p *check.Pass, end string) *edit.Fix {
	stmt, cur := s.Statement()
	body, ok := cur.Parent().Node().(*ast.BlockStmt)
	if stmt == nil || !ok || !isLoop(cur.Parent().Parent().Node()) || HasLabels(body) {
		return nil
	}
	after := s.opened(p, stmt, body.List)
	e := p.Edit(s.Call.Pos())
	if after == nil || !EndPass(p, e, body, after, end) {
		return nil
	}
	return e.Fix("Call "+end+" at the end of the pass, and before what leaves it", "")
}

// opened returns the statement of a list after which the value is open: the call, or the test of its
// error. It is nil where the error is not tested, or the test runs into what follows.
func (s *Site) opened(p *check.Pass, stmt ast.Stmt, list []ast.Stmt) ast.Stmt {
	at := slices.Index(list, stmt)
	if at < 0 {
		return nil
	}
	for _, test := range list[at+1:] {
		cond, ok := test.(*ast.IfStmt)
		if !ok || !s.failed(p, stmt, cond) && !s.classifies(p, stmt, cond) {
			break
		}
		if !Leaves(cond.Body) {
			return nil
		}
		if s.failed(p, stmt, cond) {
			return cond
		}
	}
	if sig := s.SSA.Call.Signature(); sig.Results().Len() > 1 && callmatch.CanFail(sig) {
		return nil
	}
	return stmt
}

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// EndPass puts a call at the end of the body of a loop, and before what leaves the pass after a statement
// of it. It answers false where that is in many places, or a result is computed there.
func EndPass(p *check.Pass, e *edit.Builder, body *ast.BlockStmt, after ast.Stmt, text string) bool {
	const most = 4 // exits, beyond which a function of its own is what the body wants to be
	exits, last := PassExits(body), body.List[len(body.List)-1]
	exits = slices.DeleteFunc(exits, func(exit ast.Stmt) bool { return exit.Pos() < after.End() })
	for _, exit := range exits {
		if ret, ok := exit.(*ast.ReturnStmt); ok && Computes(p, ret) {
			return false
		}
		e.Before(exit, text)
	}
	if !slices.Contains(exits, last) {
		e.After(last, text)
	}
	return len(exits) <= most
}

// HasLabels reports whether a body has labels, or names one: where its jumps lead is not followed.
func HasLabels(body *ast.BlockStmt) bool {
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

// PassExits returns the statements of a body that end the pass: returns, and the branches that belong to
// its loop.
func PassExits(body *ast.BlockStmt) (exits []ast.Stmt) {
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
