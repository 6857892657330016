package blockedreceive

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixBlockedReceive closes the channel on every return path: by a defer where nothing
// closes it yet, else where the close is missing. A receiver of what a goroutine closes
// itself on other paths waits for the context of both, too.
//
//	jobs := make(chan Job)  →  jobs := make(chan Job); defer close(jobs)
func fixBlockedReceive(p *check.Pass, f *feed, g *gap) *edit.Fix {
	if f.generator {
		return fixGenerator(p, f, g)
	}
	e := p.Edit(f.wait.Instr.Pos())
	stmt, name := syntax.Declared(p, f.make.Pos())
	if stmt == nil || p.Fset.File(stmt.Pos()) != p.Fset.File(f.wait.Instr.Pos()) {
		return nil
	}
	changes := ""
	if !f.closing {
		changes = "the receiver continues with the zero value"
	}
	if !f.inward {
		lit, ok := f.body.Syntax().(*ast.FuncLit)
		switch {
		case ok && len(f.class.Closes) > 0 && closeOnReturns(p, e, f, g, name):
			return e.Fix("Close "+name+" where the goroutine returns", changes)
		case !ok || len(f.class.Closes) > 0:
			return leaveWithFeeder(p, e, f)
		}
		waitgroup.AtStart(e, lit.Body, "defer close("+name+")")
		return e.Fix("Close "+name+" when the goroutine ends", changes)
	}
	if len(f.class.Closes) == 0 && len(f.class.Makes) == 1 && len(g.joins) == 0 && f.closing {
		e.After(stmt, "defer close("+name+")")
		return e.Fix("Close "+name+" when "+ssainstr.FuncName(f.make.Parent())+" returns", changes)
	}
	closed := make(map[token.Pos]bool)
	for _, join := range g.joins {
		closed[join.Pos()] = before(p, e, join.Pos(), "close("+name+")")
	}
	for _, ret := range g.rets {
		switch {
		case len(g.joins) > 0 && ret.Pos() > g.joins[0].Pos():
		case ret.Pos().IsValid():
			before(p, e, ret.Pos(), "close("+name+")")
		default:
			rbrace := astindex.FuncBody(f.make.Parent().Syntax()).Rbrace
			if len(g.joins) == 0 {
				e.Insert(rbrace, "\tclose("+name+")\n"+e.Indent(rbrace))
			}
		}
	}
	return e.Fix("Close "+name+" before the return", changes)
}

// closeOnReturns closes the channel before the goroutine's returns that lack it, none of
// which can come after a close.
func closeOnReturns(p *check.Pass, e *edit.Builder, f *feed, g *gap, name string) bool {
	if slices.ContainsFunc(g.rets, func(ret *ssa.Return) bool { return !ret.Pos().IsValid() || f.mayFollowFeed(ret) }) {
		return false
	}
	for _, ret := range g.rets {
		before(p, e, ret.Pos(), "close("+name+")")
	}
	return true
}

// leaveWithFeeder lets a receiver that cannot be notified of the goroutine's end, since
// that closes the channel itself on other paths, end with the context that both have. Not
// where the goroutine sends: without its receiver it would block in turn.
func leaveWithFeeder(p *check.Pass, e *edit.Builder, f *feed) *edit.Fix {
	if len(f.class.Sends) > 0 {
		return nil
	}
	pos := f.wait.Instr.Pos()
	cur, ok := ssainstr.CursorAt(p, pos)
	started, found := ssainstr.CursorAt(p, f.start.Instr.Pos())
	if !ok || !found {
		return nil
	}
	var stmt *ast.ExprStmt
	var path []ast.Node
	for c := range cur.Enclosing() {
		path = append([]ast.Node{c.Node()}, path...)
		if s, ok := c.Node().(*ast.ExprStmt); ok && stmt == nil {
			stmt = s
		}
	}
	for _, c := range ctxscope.Live(p.Pass, pos, path) {
		if stmt != nil && syntax.UsesIn(p.TypesInfo, started.Node(), c.Var) {
			ctx := c.Var.Name()
			fn, _ := syntax.Enclosing(p, cur)
			return stopfix.EndWait(p, e, cur, stmt, ctx, exitstmt.LeaveStmt(p, fn, pos, ctx+".Err()"), "the goroutine also returns when "+ctx+" is done")
		}
	}
	return nil
}

// before puts a line in front of the statement around pos.
func before(p *check.Pass, e *edit.Builder, pos token.Pos, line string) bool {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return false
	}
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && syntax.InList(c) {
			e.Before(stmt, line)
			return true
		}
	}
	return false
}
