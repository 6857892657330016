package uncancellablesleep

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/obligation"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// This file has the pauses that lack one half of the textbook shape: a loop that no signal
// reaches, and a function that is passed a context and sleeps in no loop.

// reportUnsignalled reports a loop that pauses and that no signal reaches, at low confidence:
// whether anything has to stop it sooner is not known.
//
//	for {
//		if conn, err = dial(addr); err == nil {
//			return conn
//		}
//		time.Sleep(5 * time.Second)
//	}
func reportUnsignalled(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor) {
	outer := loops[len(loops)-1].Node()
	if len(exitstmt.LoopBody(loops[0].Node()).List) < 2 || selects(outer) { // it waits for its condition, or for a channel
		return
	}
	if endless(outer) && runsAsGoroutine(p, cur) || len(ctxscope.At(p.Pass, cur.Node().Pos(), syntax.PathTo(cur))) > 0 || isMain(p, cur) {
		return
	}
	if shortPause(p, cur, call.Args[0], loops, &stopsignal.Signal{}, stopsignal.ShortWhenObserved-1) {
		p.Safe(call, p.Source(call.Fun), verdict.Limited, call.Args[0].Pos())
		return
	}
	doubts := []check.Doubt{check.Doubting(verdict.NoSignal, outer.Pos())}
	if at := givesBack(cur); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, at))
	}
	if s, alone := unawaited(p, cur); alone {
		doubts = append(doubts, check.Doubting(verdict.NotAwaited, s.Instr.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s is delayed by %s in the loop at line %d: no context or stop signal reaches it",
			delayed(p, cur), p.Source(call.Fun), p.Line(loops[0].Node().Pos())),
		Trace:  []check.Hop{{Pos: loops[0].Node().Pos(), Message: "the loop"}},
		Doubts: doubts,
	})
}

// selects reports whether there is a select in n.
func selects(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		_, ok := n.(*ast.SelectStmt)
		found = found || ok
		return !found
	})
	return found
}

// isMain reports whether cur is in the function main itself, which ends with the process.
func isMain(p *check.Pass, cur inspector.Cursor) bool {
	fn, _ := syntax.Enclosing(p, cur)
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "main" && p.Pkg.Name() == "main"
}

// reportOutsideLoop reports a pause of a function that is passed a context, in no loop of its
// own but called in one: a single pause delays the end once.
func reportOutsideLoop(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) {
	sig := ownContext(p, cur)
	if comm, ok := cur.Parent().Node().(*ast.CommClause); ok && comm.Comm == cur.Node() || sig == nil || isDeferred(cur) || !calledInLoop(p, cur) {
		return
	}
	if sig.RaisedBefore(p, cur) {
		p.Safe(call, p.Source(call.Fun), verdict.Handled, sig.Pos)
		return
	}
	if shortPause(p, cur, call.Args[0], nil, sig, stopsignal.ShortOtherwise) {
		p.Safe(call, p.Source(call.Fun), verdict.Limited, call.Args[0].Pos())
		return
	}
	var doubts []check.Doubt
	if shortPause(p, cur, call.Args[0], nil, sig, stopsignal.ShortWhenObserved-1) {
		doubts = append(doubts, check.Doubting(verdict.ShortPause, call.Args[0].Pos()))
	}
	doubts = append(doubts, commonDoubts(p, cur, sig)...)
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("shutdown is delayed by %s: it does not return when %s", p.Source(call.Fun), sig.Ended()),
		Trace:   []check.Hop{{Pos: sig.Pos, Message: "could interrupt the sleep"}},
		Doubts:  doubts,
		Fix:     fixOutsideLoop(p, cur, call, sig),
	})
}

// calledInLoop reports whether a loop of the package calls the declared function around cur, or that
// calls itself.
func calledInLoop(p *check.Pass, cur inspector.Cursor) bool {
	fn, _ := syntax.Enclosing(p, cur)
	decl, ok := fn.(*ast.FuncDecl)
	if !ok {
		return false
	}
	def, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	return slices.ContainsFunc(astindex.Of(p.Pass).Calls[def], func(call astindex.Call) bool {
		at, ok := ssainstr.CursorAt(p, call.Expr.Lparen)
		return ok && (len(syntax.LoopsAround(at)) > 0 || call.In == decl)
	})
}

// ownContext returns the context that the function around cur is passed, nil if there is none
// that can end.
func ownContext(p *check.Pass, cur inspector.Cursor) *stopsignal.Signal {
	for _, c := range ctxscope.At(p.Pass, cur.Node().Pos(), syntax.PathTo(cur)) {
		if c.Own && !ctxscope.AlwaysRoot(p.Pass, cur, c.Var) {
			return &stopsignal.Signal{Expr: c.Var.Name(), Ctx: true, Pos: c.Var.Pos()}
		}
	}
	return nil
}

// fixOutsideLoop makes the pause end with the context, where the function can return its error.
func fixOutsideLoop(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, sig *stopsignal.Signal) *edit.Fix {
	fn, _ := syntax.Enclosing(p, cur)
	results := syntax.FuncType(fn).Results
	if !exitstmt.ReturnsError(p.TypesInfo, results) {
		return nil
	}
	stmt := cur.Node()
	e := p.Edit(stmt.Pos())
	exit := exitstmt.Exit{Text: "return " + exitstmt.Others(p, results, stmt.Pos()) + exitstmt.AnError, Obligations: obligation.Of(p, cur)}
	if p.Plain() {
		return inSelect(e, stmt, p.Source(call.Args[0]), sig, exit)
	}
	return withRuntime(p, e, stmt, call, sig, exit)
}
