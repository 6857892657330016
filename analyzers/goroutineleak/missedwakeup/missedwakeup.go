// Package missedwakeup is the check goroutineleak/missed-wakeup: condition changes without a wake-up of
// the goroutines that wait for it.
package missedwakeup

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed missedwakeup.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "missed-wakeup",
	Title:      "condition changes without a wake-up of the goroutines that wait for it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"sync"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for len(q.items) == 0 && !q.closed {
//		q.cond.Wait()
//	}
//	…
//	q.closed = true // and no q.cond.Broadcast
//
// for a statement that lets the loop end: it sets the flag that the condition asks for, counts in the
// other direction, or appends; and a Signal, which wakes one of them, where that is so from then on for
// all. Silent where the function, one that it calls or one that calls it wakes
// the waiters, and in what makes the object.
func run(p *check.Pass) {
	reportUnbuffered(p)
	reportTakenLate(p)
	reportWithoutLock(p)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	waits := waitsOf(p, in)
	if len(waits) == 0 {
		return
	}
	for _, w := range waits {
		w.reportBehind(p, w.next)
	}
	reportKinds(p, waits)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
		if !ok {
			continue
		}
		for _, w := range waits {
			if !w.ends(p, cur.Node()) || makes(p, decl, w.owner) {
				continue
			}
			if !w.wakes(p, decl, false) {
				w.report(p, cur.Node().(ast.Stmt))
				break
			}
			if signal := w.signalsOne(p, decl, cur.Node()); signal != nil {
				w.reportSignal(p, cur.Node(), signal)
				break
			}
		}
	}
}

func (w *wait) report(p *check.Pass, stmt ast.Stmt) {
	path := p.Source(changed(stmt).(*ast.SelectorExpr).X) + "." + w.cond.Name()
	e := p.Edit(stmt.Pos())
	e.After(stmt, path+".Broadcast()")
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("goroutines in %s.Wait (%s) stay blocked: what they wait for changes here, and nothing wakes them",
			path, p.Where(w.call.Pos(), stmt.Pos())),
		Trace: []check.Hop{{Pos: w.asked.Pos(), Message: "the loop asks for it here"}, {Pos: w.call.Pos(), Message: "blocked here"}},
		Fix:   e.Fix("Wake the waiters with "+path+".Broadcast", ""),
	})
}

// makes reports whether a function makes a value of the type: nobody waits for one yet.
func makes(p *check.Pass, decl *ast.FuncDecl, owner *types.Named) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if ok {
			named, _ := types.Unalias(p.TypesInfo.TypeOf(lit)).(*types.Named)
			found = found || named != nil && named.Origin() == owner
		}
		return !found
	})
	return found
}
