// Package busyloop is the check goroutineleak/busy-loop: loop polls without a pause, and takes a whole core.
package busyloop

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed busyloop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "busy-loop",
	Title:      "loop polls or retries without a pause, and takes a whole core",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case m := <-in:
//			handle(m)
//		case <-ctx.Done():
//			return
//		default: // no case is waited for
//		}
//	}
//
// and
//
//	for inFlight.Load() > 0 {
//	}
//
// where an iteration does nothing else than to ask, and attempts that are repeated without a pause,
// see [spin.retries]. Silent is a loop that counts, one with a
// statement that may block, pause or work (any call that is not known only to read), and one that
// takes out of a channel what keeps it from sending.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.GoStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		if _, ok := cur.Node().(*ast.GoStmt); ok {
			respawns(p, cur)
			continue
		}
		loop, ok := cur.Node().(*ast.ForStmt)
		open := ok && loop.Post == nil
		if open && asks(p, loop) || attempts(p, cur.Node()) || !open {
			continue
		}
		if s := (&spin{p: p, loop: loop, requests: true}); s.reads(loop.Cond) || s.predicate(loop.Cond) {
			s.redials()
		}
	}
}

// asks reports what a loop without a counter only asks for, or dials again, and whether it has.
func asks(p *check.Pass, loop *ast.ForStmt) bool {
	s := &spin{p: p, loop: loop}
	if s.reads(loop.Cond) && s.idle(loop.Body.List) && !s.replaces() {
		s.report()
		return true
	}
	try := &spin{p: p, loop: loop}
	return (try.reads(loop.Cond) || try.predicate(loop.Cond)) && try.redials()
}

// A spin is a loop of which an iteration may do nothing but ask.
type spin struct {
	p    *check.Pass
	loop *ast.ForStmt
	poll *ast.CommClause // the default of the select that an iteration polls
	cond ast.Expr        // what another goroutine changes, and the loop reads

	requests bool // what sends a request counts as what opens a connection

	from  token.Pos // where the loop begins
	limit ast.Expr  // how often it iterates, nil where it does so until something changes
}

func (s *spin) report() {
	switch {
	case s.poll != nil:
		s.p.Report(check.Finding{
			At: s.poll,
			Message: fmt.Sprintf("loop at %s takes a whole core while nothing arrives: the default of its select does nothing, and the next iteration polls again",
				s.p.Where(s.loop.Pos(), s.poll.Pos())),
			Trace: []check.Hop{{Pos: s.loop.Pos(), Message: "repeated without a pause"}},
			Fix:   s.fixPoll(),
		})
	case s.cond != nil:
		s.p.Report(check.Finding{
			At:      check.Span(s.loop.Pos(), s.loop.Body.Lbrace),
			Message: fmt.Sprintf("loop takes a whole core until %s changes: it does nothing else than to ask, without a pause", s.p.Source(s.cond)),
			Fix:     s.fixCond(),
		})
	}
}

// idle reports whether statements may run to their end without work, a wait or a pause.
func (s *spin) idle(list []ast.Stmt) bool {
	for _, stmt := range list {
		if !s.passes(stmt) {
			return false
		}
		if branch, ok := stmt.(*ast.BranchStmt); ok && branch.Tok == token.CONTINUE {
			return branch.Label == nil
		}
	}
	return true
}

// passes reports whether one statement may have no effect.
func (s *spin) passes(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.EmptyStmt:
		return true
	case *ast.BranchStmt:
		return stmt.Tok == token.CONTINUE
	case *ast.AssignStmt:
		return stmt.Tok == token.DEFINE && len(stmt.Rhs) == 1 && s.reads(stmt.Rhs[0])
	case *ast.IfStmt:
		return (stmt.Init == nil || s.passes(stmt.Init)) && s.reads(stmt.Cond) && (leaves(stmt.Body) || s.idle(stmt.Body.List)) && stmt.Else == nil
	case *ast.SelectStmt:
		return s.polls(stmt)
	}
	return false
}

// polls reports whether a select has a default that does nothing.
func (s *spin) polls(sel *ast.SelectStmt) bool {
	for _, c := range sel.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil && len(sel.Body.List) > 1 && s.idle(clause.Body) {
			s.poll = clause
			return true
		}
	}
	return false
}
