package busyloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// redials reports
//
//	for ctx.Err() == nil {
//		if err := c.follow(ctx); err != nil { // which dials first
//			log.Print(err)
//		}
//	}
//
// where the failure of what opens a connection, or of what sends a request first, is logged at most, and the next
// iteration tries again. A
// connection that is refused fails immediately. Silent is a loop with anything before the attempt that may
// take time, or with a statement after the failure that may do so or leave. It reports whether it has reported.
func (s *spin) redials() bool {
	for i, stmt := range s.loop.Body.List {
		test, call := s.attempt(i)
		if call == nil {
			call = s.untested(stmt)
		}
		if call == nil {
			if !s.passes(stmt) {
				return false
			}
			continue
		}
		again, ok := s.loop.Body.List[i+1:], true
		tested := ast.Node(stmt)
		if test != nil {
			tested = test
			again, ok = s.failing(test, i+1+boolInt(test.Init == nil))
		}
		at := s.dialed(call, 2)
		if at == nil || !ok || !s.onlyLogs(again) {
			return false
		}
		f := check.Finding{
			At: call,
			Message: fmt.Sprintf("while the other side is down, the loop at %s tries again without a pause: a connection that is refused fails immediately, and %s is called again",
				s.p.Where(s.loop.Pos(), call.Pos()), s.p.Source(call.Fun)),
			Trace: []check.Hop{{Pos: tested.Pos(), Message: "the failure is not waited after"}},
			Fix:   s.fixRedial(tested, again),
		}
		if test == nil {
			s.p.Report(f)
			return true
		}
		if n := len(test.Body.List); n > 0 && isContinue(test.Body.List[n-1]) && !succeeded(test) {
			f.Trace = append(f.Trace, check.Hop{Pos: test.Body.List[n-1].Pos(), Message: "the next attempt follows immediately"})
		}
		if at != call {
			f.Trace = append(f.Trace, check.Hop{Pos: at.Pos(), Message: "opens the connection"})
		}
		s.p.Report(f)
		return true
	}
	return false
}

// failing returns the statements that run after a failure: those below its test, or those that follow where the
// test is of success and leaves the iteration; next is the index of the first of these.
func (s *spin) failing(test *ast.IfStmt, next int) ([]ast.Stmt, bool) {
	list, rest := test.Body.List, s.loop.Body.List[next:]
	n := len(list)
	continues := n > 0 && isContinue(list[n-1])
	switch {
	case succeeded(test):
		return rest, test.Else == nil && (continues || leaves(test.Body))
	case continues:
		return list[:n-1], true
	}
	return append(list[:n:n], rest...), test.Else == nil || len(rest) == 0 // what follows is executed as well
}

// succeeded reports whether a test is of an error that is nil.
func succeeded(test *ast.IfStmt) bool {
	return test.Cond.(*ast.BinaryExpr).Op == token.EQL
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func isContinue(stmt ast.Stmt) bool {
	b, ok := stmt.(*ast.BranchStmt)
	return ok && b.Tok == token.CONTINUE && b.Label == nil
}

// attempt returns the call whose error the i-th statement of the loop, or the next one, tests.
func (s *spin) attempt(i int) (*ast.IfStmt, *ast.CallExpr) {
	list := s.loop.Body.List
	test, ok := list[i].(*ast.IfStmt)
	from := ast.Stmt(nil)
	if ok {
		from = test.Init
	} else if i+1 < len(list) {
		from = list[i]
		if test, ok = list[i+1].(*ast.IfStmt); !ok || test.Init != nil {
			return nil, nil
		}
	}
	assign, ok := from.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || test == nil {
		return nil, nil
	}
	bin, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	last, isVar := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || !isVar || bin.Op != token.NEQ && bin.Op != token.EQL || !s.p.TypesInfo.Types[bin.Y].IsNil() || !callmatch.IsError(s.p.TypesInfo.TypeOf(last)) || s.p.Source(bin.X) != last.Name {
		return nil, nil
	}
	call, _ := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	return test, call
}

// untested returns the call of a statement whose error is logged or dropped, and not tested:
//
//	err := c.follow(ctx)
//	log.Print(err)
func (s *spin) untested(stmt ast.Stmt) *ast.CallExpr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 || len(stmt.Lhs) != 1 {
			return nil
		}
		expr = stmt.Rhs[0]
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok || !callmatch.IsError(s.p.TypesInfo.TypeOf(call)) || s.quick(call) {
		return nil
	}
	return call
}

// tells reports whether a call tells a callback something, such as that the connection is down: it has no result,
// and no context that it could wait for.
func (s *spin) tells(call *ast.CallExpr) bool {
	sig, ok := s.p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	return ok && callmatch.Callee(s.p.TypesInfo, call) == nil && sig.Results().Len() == 0 && len(call.Args) > 0 && !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return s.p.TypesInfo.Types[arg].Value == nil
	})
}

// onlyLogs reports whether statements do nothing that takes time: they log, or set variables.
func (s *spin) onlyLogs(list []ast.Stmt) bool {
	for _, stmt := range list {
		if test, ok := stmt.(*ast.IfStmt); ok && test.Init == nil && test.Else == nil && closesonce.Leaves(test.Body) {
			stmt = &ast.ExprStmt{X: test.Cond} // if ctx.Err() != nil { return }
		}
		only := true
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				only = only && (s.quick(n) || s.tells(n))
			case *ast.UnaryExpr:
				only = only && n.Op != token.ARROW
			case *ast.SelectStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SendStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.FuncLit:
				only = false
			}
			return only
		})
		if !only {
			return false
		}
	}
	return true
}
