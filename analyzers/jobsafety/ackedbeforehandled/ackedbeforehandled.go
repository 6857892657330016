// Package ackedbeforehandled is the check jobsafety/acked-before-handled: message is
// acknowledged before it is handled.
package ackedbeforehandled

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed ackedbeforehandled.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "acked-before-handled",
	Title:      "message is acknowledged before it is handled",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	m, err := r.FetchMessage(ctx)
//	…
//	err = r.CommitMessages(ctx, m)
//	err = store(ctx, m.Value)
//
// where the message, a part of it, or what is decoded from one goes to a call that can
// fail, to a channel or to a goroutine only after the call that settles it. Safe is a
// message that something has handled before, and where a comment gives the reason.
func run(p *check.Pass) {
	removing := removers(p)
	for cur, to := range calls.All(p.Pass) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		call := to.Expr
		if msg := acknowledged(p, call); msg != nil {
			if v, ok := p.TypesInfo.Uses[msg].(*types.Var); ok {
				checkAcked(p, cur, v)
			}
		} else if kinds := catalog.Commits[callmatch.CalleeName(p.TypesInfo, call)]; kinds != nil {
			if v := uncommitted(p, cur, kinds); v != nil {
				checkAcked(p, cur, v)
			}
		}
		checkTaken(p, cur)
		checkPosition(p, cur)
		if to.Func != nil && removing[to.Func.Origin()] {
			checkRemoved(p, cur)
		}
	}
}

func checkAcked(p *check.Pass, cur inspector.Cursor, v *types.Var) {
	stmt, inList := astindex.Statement(cur)
	if _, plain := stmt.Node().(*ast.DeferStmt); !inList || plain || fixes.InLiteral(cur, stmt) || inDeferred(cur) {
		if catalog.AckedAnyway[typeName(v.Type())] {
			p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, stmt.Node().Pos()) // nothing else ends a message that fails
			return
		}
		checkDeferred(p, cur, v)
		return
	}
	h := newHandling(p, v)
	before, started, found := h.before(stmt)
	if found && h.queued != nil {
		reportQueued(p, cur, v, h.queued)
		return
	}
	if found {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Handled, before)
		return
	}
	later, at, what := h.after(stmt)
	order := "before"
	if what == "" && started != nil {
		at, what, order = started.Pos(), p.Source(started.Fun)+" has handled it,", "although nothing waits until"
	}
	if what == "" {
		return
	}
	if pos, ok := p.Wanted(stmt.Node()); ok {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: cur.Node(),
		Message: fmt.Sprintf("message is lost when handling fails or the process exits: %s acknowledges %s %s %s at %s",
			p.Source(cur.Node().(*ast.CallExpr).Fun), v.Name(), order, what, p.Where(at, cur.Node().Pos())),
		Trace: []check.Hop{{Pos: at, Message: "handled here, after the acknowledgement"}},
	}
	if order != "before" {
		f.Trace[0].Message = "handled here, in a goroutine"
	} else if _, calls := later.Node().(*ast.IfStmt); calls {
		f.Fix = fixes.FixSent(p, stmt, later, "the acknowledgement")
	}
	p.Report(f)
}

// inDeferred reports whether code is in a literal that a defer statement calls.
func inDeferred(cur inspector.Cursor) bool {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		call := lit.Parent()
		_, deferred := call.Parent().Node().(*ast.DeferStmt)
		return deferred
	}
	return false
}

// reportQueued reports a message that is acknowledged when another goroutine is to handle it.
func reportQueued(p *check.Pass, cur inspector.Cursor, v *types.Var, send *ast.SendStmt) {
	if pos, ok := p.Wanted(cur.Node()); ok {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: cur.Node(),
		Message: fmt.Sprintf("message is lost when handling fails or the process exits: %s acknowledges %s, which is only in the memory of the process, sent on %s at %s",
			p.Source(cur.Node().(*ast.CallExpr).Fun), v.Name(), p.Source(send.Chan), p.Where(send.Pos(), cur.Node().Pos())),
		Trace:  []check.Hop{{Pos: send.Pos(), Message: "put into a queue here, which does not outlive the process"}},
		Doubts: []check.Doubt{check.Doubting(verdict.Queued, send.Pos())},
	})
}
