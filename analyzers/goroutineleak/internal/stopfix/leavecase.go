// Package stopfix has the fixes by which a loop gets an end: a context, a channel of the
// owner, a Stop method.
package stopfix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// leaveInCase turns the break of a case that has received a stop signal, which only leaves
// the select, into a return, or puts one where the case of a context's end is empty. It
// returns nil when there is no such case.
//
//	case <-stop: …; break	case v, ok := <-ch: if !ok { break }	case <-ctx.Done():
func leaveInCase(p *check.Pass, sel *ast.SelectStmt, fn ast.Node) *edit.Fix {
	for _, clause := range sel.Body.List {
		clause := clause.(*ast.CommClause)
		sig, last, stays := missesEnd(p, clause)
		if !stays {
			continue
		}
		err := "nil"
		if sig != nil && sig.Ctx {
			err = p.Source(sig.Path) + ".Err()"
		}
		if last == nil {
			e := p.Edit(clause.Colon)
			leave := exitstmt.LeaveStmt(p, fn, clause.Colon, err)
			e.Insert(clause.Colon+1, "\n"+e.Indent(clause.Pos())+"\t"+leave)
			return e.Fix("Leave the goroutine when "+p.Source(sig.Path)+" is done: "+leave, "")
		}
		e := p.Edit(last.Pos())
		leave := exitstmt.LeaveStmt(p, fn, last.Pos(), err)
		e.Replace(last.Pos(), last.End(), leave)
		return e.Fix("Leave the goroutine, not the select: "+leave, "")
	}
	return nil
}

// missesEnd reports whether a case receives a stop signal, the one in sig if it is one, and
// stays: with the break that only leaves the select, or with nothing.
func missesEnd(p *check.Pass, clause *ast.CommClause) (sig *stopsignal.Signal, last *ast.BranchStmt, stays bool) {
	sig = stopsignal.SignalOf(p.TypesInfo, syntax.Received(clause.Comm))
	if sig == nil {
		if last = breakOnClosed(p, clause); last == nil {
			last = breakOnFlag(p, clause)
		}
		return nil, last, last != nil
	}
	last = lastBreak(clause.Body)
	return sig, last, last != nil || sig.Ctx && len(clause.Body) == 0
}

// MissedEnd returns the break, or the empty case, with which a loop misses an end like
// that, or nil.
func MissedEnd(p *check.Pass, loop ast.Node) ast.Node {
	for _, stmt := range exitstmt.LoopBody(loop).List {
		sel, ok := stmt.(*ast.SelectStmt)
		if !ok {
			continue
		}
		for _, clause := range sel.Body.List {
			if _, last, stays := missesEnd(p, clause.(*ast.CommClause)); last != nil {
				return last
			} else if stays {
				return clause
			}
		}
	}
	return nil
}

// lastBreak returns the break without a label that the statements end with, or nil.
func lastBreak(body []ast.Stmt) *ast.BranchStmt {
	if len(body) == 0 {
		return nil
	}
	last, ok := body[len(body)-1].(*ast.BranchStmt)
	if !ok || last.Tok != token.BREAK || last.Label != nil {
		return nil
	}
	return last
}

// breakOnClosed returns the break with which a case begins when its channel is
// closed, or nil.
func breakOnClosed(p *check.Pass, clause *ast.CommClause) *ast.BranchStmt {
	assign, ok := clause.Comm.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || len(clause.Body) == 0 {
		return nil
	}
	test, ok := clause.Body[0].(*ast.IfStmt)
	if !ok || test.Init != nil {
		return nil
	}
	not, ok := test.Cond.(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT {
		return nil
	}
	open, isVar := assign.Lhs[1].(*ast.Ident)
	asked, same := not.X.(*ast.Ident)
	if !isVar || !same || p.TypesInfo.ObjectOf(open) != p.TypesInfo.ObjectOf(asked) {
		return nil
	}
	return lastBreak(test.Body.List)
}

// breakOnFlag returns the break that is the only statement of a case which receives a bool
// and does not test it, or nil.
func breakOnFlag(p *check.Pass, clause *ast.CommClause) *ast.BranchStmt {
	if _, ok := clause.Comm.(*ast.ExprStmt); !ok || len(clause.Body) != 1 {
		return nil
	}
	ch, ok := p.TypesInfo.TypeOf(syntax.Received(clause.Comm)).Underlying().(*types.Chan)
	if !ok || !types.Identical(ch.Elem().Underlying(), types.Typ[types.Bool]) {
		return nil
	}
	return lastBreak(clause.Body)
}
