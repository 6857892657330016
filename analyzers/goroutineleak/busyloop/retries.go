package busyloop

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// fewAttempts is how many attempts in a row may do without a pause.
const fewAttempts = 3

// attempts looks for retries in a loop, but not in one over the elements of something, and reports whether there
// are any.
func attempts(p *check.Pass, node ast.Node) bool {
	s := &spin{p: p, from: node.Pos()}
	switch loop := node.(type) {
	case *ast.ForStmt:
		s.loop = loop
		if bin, ok := loop.Cond.(*ast.BinaryExpr); ok && loop.Post != nil {
			s.limit = bin.Y
		}
	case *ast.RangeStmt:
		basic, ok := p.TypesInfo.TypeOf(loop.X).Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsInteger == 0 {
			return false
		}
		s.loop, s.limit = &ast.ForStmt{For: loop.For, Body: loop.Body}, loop.X
	}
	return s.retries(node) || s.polled(node)
}

// retries reports
//
//	for i := 0; i < t.tries; i++ {
//		err := t.claim(ctx, job) // which asks a database
//		if err == nil {
//			return nil
//		}
//		log.Print(err)
//	}
//
// and a loop that runs a program again as soon as it has ended. Silent where the attempt is given
// what an iteration changes, where a failure may leave the loop, and where anything but logging
// comes between two attempts.
func (s *spin) retries(node ast.Node) bool {
	for i, stmt := range s.loop.Body.List {
		call, failure := s.tried(stmt)
		if call == nil {
			if !s.quiet(stmt) || alwaysLeaves(stmt) {
				return false
			}
			continue
		}
		if catalog.MakesRequest[callmatch.CalleeName(s.p.TypesInfo, call)] {
			continue
		}
		what := s.remote(call, 2)
		if what == "" || s.varies(call) || !s.again(s.loop.Body.List[i+1:], stmt, failure, what == runs) {
			return false
		}
		s.reportRetry(node, call, what)
		return true
	}
	return false
}

// again reports whether control comes to the next iteration after a failure, with nothing but
// logging before it: rest are the statements after that of the attempt. A loop that works through
// something returns when it succeeds, or runs a program.
func (s *spin) again(rest []ast.Stmt, stmt ast.Stmt, failure types.Object, program bool) bool {
	succeeds := program
	if test, ok := stmt.(*ast.IfStmt); ok {
		rest = append([]ast.Stmt{&ast.IfStmt{Cond: test.Cond, Body: test.Body, Else: test.Else}}, rest...)
	}
	for i, stmt := range rest {
		test, ok := stmt.(*ast.IfStmt)
		switch {
		case i == len(rest)-1 && isContinue(stmt): // as the end of the body is
		case !ok || test.Init != nil || test.Else != nil:
			if !s.quiet(stmt) || alwaysLeaves(stmt) {
				return false
			}
		case s.tests(test.Cond, failure, token.NEQ):
			body := test.Body.List
			if n := len(body); n > 0 && isContinue(body[n-1]) {
				return s.allQuiet(body[:n-1]) && s.leavesLater(rest)
			}
			if closesonce.Leaves(test.Body) || !s.allQuiet(body) {
				return false
			}
		case !s.quiet(stmt):
			return false
		case leaves(test.Body):
			succeeds = succeeds || !s.asksContext(test.Cond) || s.orSucceeded(test.Cond, failure)
		}
	}
	return succeeds
}

func (s *spin) reportRetry(node ast.Node, call *ast.CallExpr, what string) {
	var doubts []check.Doubt
	if s.limit != nil {
		value := s.p.TypesInfo.Types[s.limit].Value
		if n, ok := constant.Int64Val(constant.ToInt(orUnknown(value))); ok && n <= fewAttempts {
			doubts = append(doubts, check.Doubting(verdict.FewAttempts, s.limit.Pos()))
		}
	}
	s.p.Report(check.Finding{
		At:      check.Span(node.Pos(), s.loop.Body.Lbrace),
		Message: fmt.Sprintf("%s: the loop repeats %s (line %d) after a failure without a pause", what, s.p.Source(call.Fun), s.p.Line(call.Pos())),
		Trace:   []check.Hop{{Pos: call.Pos(), Message: "attempted again"}},
		Doubts:  doubts,
		Fix:     s.fixRetry(call),
	})
}

func orUnknown(v constant.Value) constant.Value {
	if v == nil {
		return constant.MakeUnknown()
	}
	return v
}
