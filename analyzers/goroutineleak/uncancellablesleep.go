package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

var uncancellableSleep = &check.Check{
	Slug:       "uncancellable-sleep",
	Title:      "loop sleeps through the end of the context or stop signal it has",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Imports:    []string{"time"},
	Run:        runUncancellableSleep,
}

// Pauses shorter than these are not worth a report: the first where the loop looks at
// its signal or hands it on, the second where it does neither.
const (
	shortWhenObserved = time.Second + 1          // a second is the usual one
	shortOtherwise    = 100*time.Millisecond + 1 // 100 ms is what most short pauses are
)

// runUncancellableSleep reports
//
//	for attempt := range 5 {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//		time.Sleep(backoff) // or a bare <-time.After(backoff)
//	}
//
// where a context, or a stop channel that the loop selects on, could end the
// pause. Silent without such a signal (what ends the loop is then another
// check's question), once the signal has been raised, for short pauses, in what is
// deferred or gives something back, before a return, and for an endless loop of nothing
// but pauses.
func runUncancellableSleep(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil)) {
		stmt := cur.Node().(*ast.ExprStmt)
		call := pause(p, stmt)
		if call == nil || p.Quiet(stmt.Pos()) {
			continue
		}
		loops := loopsAround(cur)
		if len(loops) == 0 || onlyPauses(loops[0].Node(), stmt) || givesBack(cur) || leadsOut(cur, loops[0]) {
			continue
		}
		sig := signalFor(p, cur, loops)
		if sig == nil || sig.raisedBefore(p, cur) || shortPause(p, cur, call.Args[0], loops, sig.short(loops[0].Node())) {
			continue
		}
		reportSleep(p, cur, call, loops, sig)
	}
}

// onlyPauses reports whether an endless loop does nothing else: it is there to keep
// the program alive.
func onlyPauses(loop ast.Node, pause ast.Stmt) bool {
	n, ok := loop.(*ast.ForStmt)
	return ok && n.Cond == nil && len(n.Body.List) == 1 && n.Body.List[0] == pause
}

// givesBack reports whether code at cur is deferred, or that of a function which gives
// back what others wait for: that goes on when the work has ended.
func givesBack(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			if _, ok := c.Parent().Parent().Node().(*ast.DeferStmt); ok && c.Parent().Node().(*ast.CallExpr).Fun == n {
				return true
			}
		case *ast.FuncDecl:
			return slices.ContainsFunc(catalog.Words(n.Name.Name), func(word string) bool { return catalog.GiveBackWords[word] })
		}
	}
	return false
}

// pause returns the call in a statement that does nothing but wait.
func pause(p *check.Pass, stmt *ast.ExprStmt) *ast.CallExpr {
	switch x := ast.Unparen(stmt.X).(type) {
	case *ast.CallExpr:
		if catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, x)] {
			return x
		}
	case *ast.UnaryExpr:
		call, ok := ast.Unparen(x.X).(*ast.CallExpr)
		if ok && x.Op == token.ARROW && catalog.Timeouts[callmatch.CalleeName(p.TypesInfo, call)] {
			return call
		}
	}
	return nil
}

func reportSleep(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor, sig *signal) {
	loop := loops[0].Node()
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s in the loop at line %d goes on after %s: stopping has to wait for the rest of the pause",
			p.Source(call.Fun), p.Line(loop.Pos()), sig.ended()),
		Trace: []check.Hop{{Pos: sig.pos, Message: "could end the pause"}, {Pos: loop.Pos(), Message: "the loop"}},
		Fix:   fixSleep(p, cur, call, loops, sig),
	})
}

// fixSleep makes the pause end with the signal, and the loop with it.
//
//	time.Sleep(d)  →  if err := lifecycle.Sleep(ctx, d); err != nil { return err }
//
// A stop channel, and the plain style, take a select instead.
func fixSleep(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor, sig *signal) *edit.Fix {
	stmt, d := cur.Node(), p.Source(call.Args[0])
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	exit, ok := exitOf(p, cur, loops, sig)
	if !ok {
		return nil
	}
	if !sig.ctx || p.Stdlib() && exit.inSelect() {
		after := e.Import(stmt.Pos(), "time", "time") + ".After(" + d + ")"
		e.Replace(stmt.Pos(), stmt.End(), block(indent, lines(indent, "select {", "case <-"+sig.channel()+":"), exit.body(sig.expr+".Err()"), "case <-"+after+":", "}"))
		return e.Fix("Wait for "+sig.channel()+" too, in a select", "")
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		e.DropImport(sel) // where it was there for this
	}
	pause := fmt.Sprintf("%s.Sleep(%s, %s)", e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle"), sig.expr, d)
	e.Replace(stmt.Pos(), stmt.End(), exit.unless(indent, pause))
	return e.Fix("Pause with "+pause+", which ends with the context", "")
}
