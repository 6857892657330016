// Package stopoverwritten is the check goroutineleak/stop-overwritten: stop signal of a running
// goroutine is overwritten.
package stopoverwritten

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed stopoverwritten.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "stop-overwritten",
	Title:      "stop signal of a running goroutine is overwritten",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *session) Reset() {
//		ctx, cancel := context.WithCancel(context.Background())
//		s.cancel = cancel // that of newSession is lost, and its goroutine with it
//		go s.loop(ctx)
//	}
//
// where another function sets the same field, to a cancel function or channel of its own, and
// starts a goroutine as well; also where no other does, and a second function
// resets the field to nil, which shows that the method may be called again: with
// low confidence, unless the method takes a lock, which shows that calls may meet; and where the
// method takes one, and a second function ends what the field holds. Safe when the method, what it calls, or one of its callers uses the
// field before. Goroutines that read their signal in each pass are a [reread].
func run(p *check.Pass) {
	if len(astindex.Of(p.Pass).Starts) == 0 && muststop.Of(p.Pass).Empty() {
		return
	}
	runDeleted(p)
	runMapped(p)
	reportSessions(p)
	reportElements(p)
	reportRereads(p)
	all := settings(p)
	for _, s := range all {
		if s.fresh || p.Quiet(s.store.Pos()) {
			continue
		}
		i := slices.IndexFunc(all, func(o setting) bool { return o.field == s.field && o.fn != s.fn && !p.Quiet(o.store.Pos()) })
		switch {
		case i >= 0 && !s.usedBefore(p):
			report(p, s, all[i])
		case i < 0 && s.secondCall(p) && !s.usedBefore(p):
			report(p, s, s)
		}
	}
}

func report(p *check.Pass, s, other setting) {
	cur, ok := ssainstr.CursorAt(p, s.store.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		target := s.target(p, assign)
		if target == nil {
			return
		}
		start := other.start.Pos()
		f := check.Finding{
			At: target,
			Message: fmt.Sprintf("goroutine started at %s can no longer be stopped: %s overwrites %s, set at %s, and %s before",
				p.Where(start, target.Pos()), s.fn.Name(), p.Source(target), p.Where(other.store.Pos(), target.Pos()), s.unused()),
			Trace:  []check.Hop{{Pos: other.store.Pos(), Message: "set here"}, {Pos: start, Message: "for the goroutine started here"}},
			Doubts: s.doubts(),
			Fix:    fix(p, s, assign, target),
		}
		if other.store == s.store {
			f.Message = fmt.Sprintf("goroutine started at %s can no longer be stopped after a second call of %s, which overwrites %s, and %s before",
				p.Where(start, target.Pos()), s.fn.Name(), p.Source(target), s.unused())
			if s.reset(p) {
				f.Doubts = nil
			}
			if !s.locks() && !s.comesAgain(ssaflow.Of(p.Pass)) {
				f.Doubts = []check.Doubt{check.Doubting(verdict.CallerDecides, s.fn.Pos())}
			}
		}
		p.Report(f)
		return
	}
}

// unused says what nothing does with the field.
func (s setting) unused() string {
	if s.channel() {
		return "nothing closes it"
	}
	if s.fact != nil && !s.fact.Cleanup {
		return "nothing calls its " + s.fact.Methods[0]
	}
	return "nothing calls it"
}

// target returns what of an assignment is the field.
func (s setting) target(p *check.Pass, assign *ast.AssignStmt) ast.Expr {
	for _, lhs := range assign.Lhs {
		if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && p.TypesInfo.ObjectOf(sel.Sel) == types.Object(s.field) {
			return lhs
		}
	}
	return nil
}

// doubts returns the doubt of a method that begins the work, by its name: callers may call it only
// after they have ended that of before.
func (s setting) doubts() []check.Doubt {
	switch catalog.Words(s.fn.Name())[0] {
	case "start", "run", "open", "begin", "init", "connect", "listen", "serve":
		return []check.Doubt{check.Doubting(verdict.CallerDecides, s.fn.Pos())}
	}
	return nil
}

// inList reports whether a statement is one of a list, and not the first part of an if.
func inList(p *check.Pass, stmt ast.Stmt) bool {
	cur, ok := ssainstr.CursorAt(p, stmt.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		return slices.Contains(astindex.Stmts(parent(c)), stmt)
	}
	return false
}

func parent(c inspector.Cursor) ast.Node { return c.Parent().Node() }
