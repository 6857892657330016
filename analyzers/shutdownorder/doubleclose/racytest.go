package doubleclose

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// This file has the tests of a method that closes a channel at most once, in one call after the other.

// racyTest returns what the method tests before it closes a channel, nil if it is none of the known tests.
func racyTest(p *check.Pass, decl *ast.FuncDecl, call *ast.CallExpr) (test ast.Node) {
	ch := p.Source(call.Args[0])
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if n == nil || n.Pos() > call.Pos() || test != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectStmt:
			if polls(p, n, ch) && (within(n, call) || leavesFirst(n)) {
				test = n
			}
		case *ast.IfStmt:
			if asks(p, decl, n, ch, within(n.Body, call)) && (within(n.Body, call) || returns(n.Body.List)) {
				test = n
			}
		}
		return true
	})
	return test
}

func within(n, part ast.Node) bool { return n.Pos() <= part.Pos() && part.End() <= n.End() }

func returns(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	_, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok
}

// polls reports whether a select with a default receives from a channel, and nothing else.
func polls(p *check.Pass, s *ast.SelectStmt, ch string) bool {
	receives, defaults := false, false
	for _, c := range s.Body.List {
		comm := c.(*ast.CommClause).Comm
		if comm == nil {
			defaults = true
			continue
		}
		expr, ok := comm.(*ast.ExprStmt)
		if !ok {
			return false
		}
		recv, ok := ast.Unparen(expr.X).(*ast.UnaryExpr)
		receives = ok && recv.Op == token.ARROW && p.Source(recv.X) == ch
	}
	return receives && defaults && len(s.Body.List) == 2
}

// leavesFirst reports whether the case of a select that receives leaves the function.
func leavesFirst(s *ast.SelectStmt) bool {
	return slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool {
		clause := c.(*ast.CommClause)
		return clause.Comm != nil && returns(clause.Body)
	})
}

// asks reports whether a condition is one of a flag of the receiver that the method sets, or of the channel
// being nil, which it then becomes.
func asks(p *check.Pass, decl *ast.FuncDecl, test *ast.IfStmt, ch string, inside bool) bool {
	cond := ast.Unparen(test.Cond)
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		cond = ast.Unparen(not.X)
	}
	if call, ok := cond.(*ast.CallExpr); ok {
		return pollsFor(p, call, ch)
	}
	if bin, ok := cond.(*ast.BinaryExpr); ok && p.TypesInfo.Types[bin.Y].IsNil() {
		return p.Source(bin.X) == ch && (bin.Op == token.NEQ) == inside && assigns(p, decl.Body, ch)
	}
	sel, ok := cond.(*ast.SelectorExpr)
	if !ok || !ofReceiver(p, decl, sel) {
		return false
	}
	basic, ok := p.TypesInfo.TypeOf(sel).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0 && assigns(p, decl.Body, p.Source(sel))
}

// pollsFor reports whether a call is one of a method of the same value that only polls the channel:
//
//	func (w *Worker) stopped() bool {
//		select {
//		case <-w.stop:
//			return true
//		default:
//			return false
//		}
//	}
func pollsFor(p *check.Pass, call *ast.CallExpr, ch string) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	decl := declOf(p, callmatch.Callee(p.TypesInfo, call))
	if !ok || decl == nil || len(decl.Body.List) == 0 || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return false
	}
	field, ok := strings.CutPrefix(ch, p.Source(sel.X)+".")
	s, isSelect := decl.Body.List[0].(*ast.SelectStmt)
	return ok && isSelect && leavesFirst(s) && polls(p, s, decl.Recv.List[0].Names[0].Name+"."+field)
}

func assigns(p *check.Pass, body *ast.BlockStmt, name string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			found = found || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return p.Source(lhs) == name })
		}
		return !found
	})
	return found
}
