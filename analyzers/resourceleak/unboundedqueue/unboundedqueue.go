// Package unboundedqueue is the check resourceleak/unbounded-queue: a queue in memory has no limit while its worker is
// slow.
package unboundedqueue

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unboundedqueue.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "unbounded-queue",
	Title:      "queue in memory has no limit while its worker is slow",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Unfixable:  "whether a full queue refuses, drops or blocks is a decision",
	Run:        run,
}

// run reports
//
//	func (o *outbox) Enqueue(m message) {
//		o.pending = append(o.pending, m)
//	}
//
//	for m, ok := o.next(); ok; m, ok = o.next() { // takes the first of o.pending
//		err := o.transport.Send(ctx, m)
//	}
//
// for a field with a slice that exported methods append to, and from which a loop takes what it passes to a call that
// may take long. Silent where the package compares how long the slice is with anything but nothing, and where the
// method itself takes from it or waits.
func run(p *check.Pass) {
	for v, uses := range astindex.Of(p.Pass).Uses {
		if !v.IsField() || v.Exported() || v.Pkg() != p.Pkg || p.Quiet(v.Pos()) {
			continue
		}
		if _, slice := v.Type().Underlying().(*types.Slice); slice {
			queueOf(p, v, uses).report()
		}
	}
}

func (q *queue) report() {
	if q.appended == nil || len(q.takers) == 0 || q.limited {
		return
	}
	slow, sure := q.slow()
	if slow == nil {
		return
	}
	p := q.p
	if pos, ok := p.Wanted(q.appended); ok {
		p.Safe(q.appended, q.field.Name(), verdict.Wanted, pos)
		return
	}
	var doubts []check.Doubt
	if !sure {
		doubts = append(doubts, check.Doubting(verdict.MayWait, slow.Pos()))
	}
	p.Report(check.Finding{
		At: q.appended,
		Message: fmt.Sprintf("memory grows while %s is slow or fails: %s adds to %s, which has no limit",
			p.Source(slow.Fun), q.by.Name.Name, p.Source(q.appended.Lhs[0])),
		Trace:  []check.Hop{{Pos: slow.Pos(), Message: "each element waits for this"}},
		Doubts: doubts,
	})
}

// A queue is a field with a slice.
type queue struct {
	p        *check.Pass
	field    *types.Var
	appended *ast.AssignStmt // in an exported method
	by       *ast.FuncDecl
	takers   map[*ast.FuncDecl]bool // functions that take from it
	limited  bool
}

// called returns the function of the package that a call runs.
func (q *queue) called(call *ast.CallExpr) *ast.FuncDecl {
	fn := callmatch.Callee(q.p.TypesInfo, call)
	if fn == nil || fn.Pkg() != q.p.Pkg {
		return nil
	}
	return astindex.Of(q.p.Pass).Decls[fn.Origin()]
}
