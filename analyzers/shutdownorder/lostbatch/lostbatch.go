// Package lostbatch is the check shutdownorder/lost-batch: loop returns when it is stopped,
// and what it has collected is lost.
package lostbatch

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed lostbatch.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "lost-batch",
	Title:      "loop returns when it is stopped, and what it has collected is lost",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case item := <-in:
//			batch = append(batch, item)
//		case <-ticker.C:
//			flush(batch)
//			batch = batch[:0]
//		case <-stop:
//			return // without flush(batch)
//		}
//	}
//
// where what is collected is a local variable or a field of the receiver, and a case passes
// it on and empties it, itself or in a function that it calls. Safe where the case that
// leaves the loop passes it on, a deferred call does, or other code of the package. Likewise what a queue holds
// that the loop receives from, see judgeQueues.
func run(p *check.Pass) {
	runEnds(p)
	runCloses(p)
	growing := sync.OnceValue(func() []growth { return growths(p) })
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SelectStmt)(nil)) {
		loop, fn := loopAround(cur)
		if loop == nil || p.Quiet(cur.Node().Pos()) {
			continue
		}
		b := &batcher{p: p, loop: loop, fn: fn, sel: cur.Node().(*ast.SelectStmt), growing: growing}
		own := b.collected()
		for _, v := range own {
			b.judge(v, nil)
		}
		for _, v := range b.filled() {
			if !slices.Contains(own, v) {
				b.judgeFilled(v)
			}
		}
		b.judgeQueues()
	}
}

// loopAround returns the loop without a condition that a select is a statement of, and the
// function around it.
func loopAround(cur inspector.Cursor) (*ast.ForStmt, inspector.Cursor) {
	fn, ok := astindex.FuncAround(cur)
	body := cur.Parent()
	if label, isLabel := body.Node().(*ast.LabeledStmt); isLabel && label != nil {
		body = body.Parent()
	}
	loop, isLoop := body.Parent().Node().(*ast.ForStmt)
	if !ok || !isLoop || loop.Cond != nil || loop.Body != body.Node() {
		return nil, cur
	}
	return loop, fn
}

// A batcher is a loop whose select collects in one case what it passes on in another, or one that
// passes on what is full.
type batcher struct {
	p    *check.Pass
	loop ast.Stmt // nil for one that looks at the fields of a package
	fn   inspector.Cursor
	sel  *ast.SelectStmt // nil for a loop that reads until there is no more

	growing func() []growth // nil without sel
}

// judge looks for a case that ends the loop without passing on what v has collected.
func (b *batcher) judge(v *types.Var, doubts []check.Doubt) {
	hand := b.handsOn(v)
	if hand == nil {
		return
	}
	for _, clause := range b.clauses() {
		for _, exit := range b.exits(clause) {
			if b.before(clause.Body, exit, v) {
				continue
			}
			if at := b.elsewhere(v, hand); at.IsValid() {
				b.p.Safe(exit, hand.batch, verdict.Handled, at)
				continue
			}
			b.report(hand, exit, doubts)
		}
	}
}

// judgeFilled judges a field that other functions add to. What the loop passes on in memory only
// may be no batch.
func (b *batcher) judgeFilled(v *types.Var) {
	hand := b.handsOn(v)
	if hand == nil {
		return
	}
	body := b.body(hand.call)
	if body != nil && b.stores(body, v) || b.stores(hand.stmt, v) {
		b.judge(v, nil)
	} else {
		b.judge(v, []check.Doubt{check.Doubting(verdict.NothingWon, hand.call.Pos())})
	}
}

func (b *batcher) report(hand *handing, exit ast.Stmt, doubts []check.Doubt) {
	b.p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("what %s has collected is lost: the loop ends here without %s, which hands it on at line %d",
			hand.batch, b.p.Source(hand.call), b.p.Line(hand.call.Pos())),
		Trace:  []check.Hop{{Pos: hand.call.Pos(), Message: "handed on here"}},
		Doubts: doubts,
		Fix:    b.fix(hand, exit),
	})
}
