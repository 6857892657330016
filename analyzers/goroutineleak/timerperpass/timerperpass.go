// Package timerperpass is the check goroutineleak/timer-per-pass: timer starts anew in each iteration,
// so that events keep its work from being done.
package timerperpass

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed timerperpass.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "timer-per-pass",
	Title:      "timer starts anew in each iteration, so that events keep its work from being done",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"time"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case e := <-events: // each one starts the timer over
//			batch = append(batch, e)
//		case <-time.Tick(time.Second):
//			flush(batch)
//		}
//	}
//
// Silent where the timer's case leaves the loop, as an idle timeout does, does nothing, or keeps a
// connection alive, and where each other case leaves the loop; and a timeout that limits an operation
// which each iteration begins.
func run(p *check.Pass) {
	names := make(edit.NewNames)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SelectStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		loops := syntax.LoopsAround(cur)
		if len(loops) == 0 {
			continue
		}
		l := &loop{p: p, cur: loops[0], sel: cur.Node().(*ast.SelectStmt), nested: len(loops) > 1, names: names}
		for _, c := range l.sel.Body.List {
			if t := l.timerOf(c.(*ast.CommClause)); t != nil {
				l.judge(t)
			}
		}
	}
}

// A loop repeats a select.
type loop struct {
	p      *check.Pass
	cur    inspector.Cursor
	sel    *ast.SelectStmt
	nested bool // in another loop, where a defer would be wrong
	names  edit.NewNames
}

// judge reports a timer whose work other cases put off.
func (l *loop) judge(t *timer) {
	other := l.restarts(t)
	if other == nil || !t.periodic && l.doneAnyway(other, t) || l.leaves(t.clause.Body) || !works(t.clause.Body) || keepsAlive(l.p, t.clause.Body) || !l.steady(t) {
		return
	}
	operates := l.operates()
	if operates && !t.periodic && other.Comm != nil {
		return // it limits one operation
	}
	name := l.p.Source(t.made)
	finding := check.Finding{
		At: t.made,
		Message: fmt.Sprintf("work of this case is not done while the case at %s comes more often: each iteration starts %s over",
			l.p.Where(other.Pos(), t.made.Pos()), name),
		Fix: l.fix(t),
	}
	if other.Comm == nil {
		finding.Message = fmt.Sprintf("work of this case is never done: the default at %s comes first, and each iteration starts %s over",
			l.p.Where(other.Pos(), t.made.Pos()), name)
	} else if operates || !t.periodic && l.quiet(t) {
		finding.Doubts = []check.Doubt{check.Doubting(verdict.QuietTime, t.made.Pos())}
	}
	l.p.Report(finding)
}
