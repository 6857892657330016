// Package exitskipsdefer is the check shutdownorder/exit-skips-defer: process exits while
// deferred calls that release something are pending.
package exitskipsdefer

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed exitskipsdefer.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "exit-skips-defer",
	Title:      "process exits while deferred calls that release something are pending",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports, once per function, and once for the goroutines that it starts,
//
//	defer store.Close()
//	…
//	log.Fatal(err) // or os.Exit, or the Fatal of a known logger, or a function that calls one,
//	               // be it only where the error that it gets is not nil
//
// also where a goroutine exits that the function starts. Safe is an exit with
// pending calls of which none would be missed.
// Silent when what the pending calls undo ends with the process anyway
// (contexts, locks, timers), when they only log or recover, when the exit flushes what
// they would, when the same call is made before the exit, and when they close what
// nothing was done with yet. Doubtful when they close what the kernel closes, too, and
// nothing shows that it is written to, and when something has failed that the pending
// call would have made good.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	reportAfterServe(p)
	seen := make(map[ast.Node]bool)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			if seen[c.Node()] {
				break
			}
			seen[c.Node()] = true
			switch fn := c.Node().(type) {
			case *ast.FuncLit:
				checkExits(p, c, graphs.FuncLit(fn))
			case *ast.FuncDecl:
				checkExits(p, c, graphs.FuncDecl(fn))
			}
			break
		}
	}
}

// checkExits looks for the first exit of fn, in source order, that skips a
// deferred call, and for the first of its goroutines: one that serves exits long after the start.
func checkExits(p *check.Pass, fn inspector.Cursor, graph *cfg.CFG) {
	if graph == nil {
		return
	}
	var first, beside *exiting
	var all []*exiting
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			if !b.Live {
				continue
			}
			if startedBy(p, n) != nil && !goesOn(b, i) {
				continue // the function returns, most likely before the goroutine exits
			}
			for _, call := range exitsAt(p, n) {
				list, proof := pendingReleases(p, graph, b, i, call)
				if len(list) == 0 && proof != nil {
					p.Safe(call, p.Source(call.Fun), proof.kind, proof.at)
				}
				if len(list) == 0 {
					continue
				}
				of := &first
				if startedBy(p, n) != nil {
					of = &beside
				}
				e := newExiting(call, list)
				all = append(all, e)
				if *of == nil || e.before(*of) {
					*of = e
				}
			}
		}
	}
	for _, e := range []*exiting{first, beside} {
		if e != nil {
			reportExit(p, fn, e, all)
		}
	}
}

// An exiting is an exit, and what it skips.
type exiting struct {
	call    *ast.CallExpr
	skipped []*loss.Loss // what is lost for sure; where nothing is, what may be
}

func newExiting(call *ast.CallExpr, list []*loss.Loss) *exiting {
	var sure []*loss.Loss
	for _, l := range list {
		if len(l.Doubts) == 0 {
			sure = append(sure, l)
		}
	}
	if len(sure) > 0 {
		list = sure
	}
	return &exiting{call, list}
}

// before reports whether e is the one to report: the first that loses something for
// sure, else the first that may.
func (e *exiting) before(other *exiting) bool {
	if sure := len(e.skipped[0].Doubts) == 0; sure != (len(other.skipped[0].Doubts) == 0) {
		return sure
	}
	return e.call.Pos() < other.call.Pos()
}

func reportExit(p *check.Pass, fn inspector.Cursor, exit *exiting, all []*exiting) {
	more := ""
	if n := len(exit.skipped) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	first := exit.skipped[0]
	fix := fixExit(p, fn, exit.call)
	if exitsBeside(p, exit.call, fn) {
		fix = nil // main, which waits for something else, has to be notified
	}
	if fix == nil {
		fix = fixBeforeExit(p, fn, all)
	}
	p.Report(check.Finding{
		At: exit.call,
		Message: fmt.Sprintf("%s skips the deferred %s (line %d)%s: what it writes, releases or reports is lost",
			p.Source(exit.call.Fun), p.Source(first.Named().Fun), p.Line(first.Named().Pos()), more),
		Trace:  []check.Hop{{Pos: first.Call.Pos(), Message: "deferred here"}},
		Doubts: first.Doubts,
		Fix:    fix,
	})
}

// exitsBeside reports whether an exit is in a literal below fn.
func exitsBeside(p *check.Pass, exit *ast.CallExpr, fn inspector.Cursor) bool {
	cur, ok := syntax.CursorOf(p, exit)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return c.Node() != fn.Node()
	}
	return false
}
