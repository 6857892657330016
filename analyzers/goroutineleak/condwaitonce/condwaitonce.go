// Package condwaitonce is the check goroutineleak/cond-wait-once: condition is not tested again after
// Cond.Wait.
package condwaitonce

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"maps"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed condwaitonce.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "cond-wait-once",
	Title:      "condition is not tested again after Cond.Wait",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"sync"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if len(q.items) == 0 {
//		q.cond.Wait()
//	}
//	item := q.items[0] // another goroutine was woken as well, and has taken it
//
// Silent where each path from the wait tests the condition again before it relies on it: loops of any
// form, a continue, a second if that leaves where the condition holds, unless that returns what a part of the
// condition stands for which it has not tested; and where all callers of the function call it in a loop.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if p.Quiet(call.Pos()) || catalog.CondMethods[to.Name] != "wait" {
			continue
		}
		if w := waitOf(p, cur, call); w != nil {
			w.judge()
		}
	}
}

// A wait is a call of Wait in an if statement that tests its condition.
type wait struct {
	p      *check.Pass
	call   *ast.CallExpr
	test   *ast.IfStmt
	fn     ast.Node
	graph  *cfg.CFG
	looped bool // the test is in a loop of its function
	about  map[types.Object]bool
}

// waitOf returns the wait that a call is, nil if no if statement decides about it, or a loop in that
// statement does.
func waitOf(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *wait {
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncDecl, *ast.FuncLit:
			return nil
		case *ast.IfStmt:
			if !syntax.Within(n.Body, call.Pos()) {
				continue
			}
			fn, graph := syntax.Enclosing(p, cur)
			if graph == nil {
				return nil
			}
			w := &wait{p: p, call: call, test: n, fn: fn, graph: graph, looped: len(syntax.LoopsAround(c)) > 0}
			w.about = mentioned(p, n.Cond)
			if n.Init != nil {
				maps.Copy(w.about, mentioned(p, n.Init))
			}
			return w
		}
	}
	return nil
}

func (w *wait) judge() {
	use := w.relies()
	finding := check.Finding{At: w.call, Fix: w.fix(use)}
	cond, waits := w.p.Source(w.test.Cond), w.p.Name(w.call.Fun)
	switch {
	case use != nil:
		finding.Message = fmt.Sprintf("condition %s may hold again when %s returns, and the code at %s relies on the opposite: %s",
			cond, waits, w.p.Where(use.Pos(), w.call.Pos()), w.tested(use))
		finding.Trace = []check.Hop{{Pos: use.Pos(), Message: "what another goroutine may have taken is used here"}}
	case w.callersLoop():
		return
	case w.mistakes(&finding):
	case w.looped || w.retested():
		return
	default:
		finding.Message = fmt.Sprintf("condition %s may hold again when %s returns: nothing tests it again", cond, waits)
		finding.Doubts = []check.Doubt{check.Doubting(verdict.NotUsed, w.test.Pos())}
	}
	w.p.Report(finding)
}

// tested says what the tests between the wait and a use do not do.
func (w *wait) tested(use ast.Node) string {
	found := false
	w.walk(func(n ast.Node, tests bool) bool {
		found = found || tests && n.Pos() > w.call.Pos() && n.Pos() < use.Pos() && w.asks(n)
		return !found
	})
	if found {
		return "no test after it excludes that"
	}
	return "nothing tests it again"
}

// callersLoop reports whether each caller calls the function in a loop, in which it can test again.
func (w *wait) callersLoop() bool {
	decl, ok := w.fn.(*ast.FuncDecl)
	if !ok {
		return false
	}
	fn, _ := w.p.TypesInfo.Defs[decl.Name].(*types.Func)
	in := w.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	calls := astindex.Of(w.p.Pass).Calls[fn]
	for _, call := range calls {
		cur, ok := astindex.Find(in, call.Expr)
		if !ok || len(syntax.LoopsAround(cur)) == 0 {
			return false
		}
	}
	return len(calls) > 0
}
