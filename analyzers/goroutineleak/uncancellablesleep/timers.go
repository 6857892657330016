package uncancellablesleep

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportTimers reports a select in a loop that waits for timers alone, where a context could end the wait:
//
//	for {
//		if err = call(ctx); err == nil { return nil }
//		select {
//		case <-retry.C:
//		case <-timeout:
//			return err
//		}
//	}
func reportTimers(p *check.Pass, cur inspector.Cursor) {
	sel := cur.Node().(*ast.SelectStmt)
	loops := syntax.LoopsAround(cur)
	if p.Quiet(sel.Pos()) || len(loops) == 0 || onlyPauses(loops[0].Node(), sel) || !waitsForTimers(p, cur) {
		return
	}
	sig := signalFor(p, cur, loops)
	if sig == nil || !sig.Ctx {
		return
	}
	if sig.RaisedBefore(p, cur) || sig.Leaves || sig.Handled || asksFirst(p, loops[0].Node(), sig) {
		p.Safe(syntax.Keyword{At: sel.Pos(), Text: "select"}, "the select", verdict.Handled, sig.Pos)
		return
	}
	p.Report(check.Finding{
		At: syntax.Keyword{At: sel.Pos(), Text: "select"},
		Message: fmt.Sprintf("%s is delayed by this select in the loop at line %d: it waits for timers alone, and does not return when %s",
			delayed(p, cur), p.Line(loops[0].Node().Pos()), sig.Ended()),
		Trace:  []check.Hop{{Pos: sig.Pos, Message: "could interrupt the wait"}, {Pos: loops[0].Node().Pos(), Message: "the loop"}},
		Doubts: commonDoubts(p, cur, sig),
		Fix:    fixTimers(p, cur, loops, sig),
	})
}

// asksFirst reports whether the condition of a loop asks the context: the wait ends with the next tick.
func asksFirst(p *check.Pass, loop ast.Node, sig *stopsignal.Signal) bool {
	n, ok := loop.(*ast.ForStmt)
	if !ok || n.Cond == nil {
		return false
	}
	found := false
	ast.Inspect(n.Cond, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		found = found || ok && p.Source(expr) == sig.Expr
		return !found
	})
	return found
}

// waitsForTimers reports whether a select blocks, and each of its cases receives from a timer or ticker.
func waitsForTimers(p *check.Pass, cur inspector.Cursor) bool {
	clauses := cur.Node().(*ast.SelectStmt).Body.List
	for _, clause := range clauses {
		comm, ok := clause.(*ast.CommClause).Comm.(*ast.ExprStmt)
		if !ok {
			return false
		}
		recv, ok := ast.Unparen(comm.X).(*ast.UnaryExpr)
		if !ok || recv.Op != token.ARROW || !ofTimer(p, cur, recv.X) {
			return false
		}
	}
	return len(clauses) > 0
}

// ofTimer reports whether a channel is that of a timer: a field C, or what time.After has returned.
func ofTimer(p *check.Pass, cur inspector.Cursor, ch ast.Expr) bool {
	switch ch := ast.Unparen(ch).(type) {
	case *ast.SelectorExpr:
		name := callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(ch.X)))
		return ch.Sel.Name == "C" && (name == "time.Timer" || name == "time.Ticker")
	case *ast.CallExpr:
		return catalog.Timeouts[callmatch.CalleeName(p.TypesInfo, ch)]
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[ch].(*types.Var)
		if !ok || v.Kind() != types.LocalVar {
			return false
		}
		value := localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
		call, ok := value.(*ast.CallExpr)
		return ok && catalog.Timeouts[callmatch.CalleeName(p.TypesInfo, call)]
	}
	return false
}

// fixTimers gives the select a case for the end of the context.
func fixTimers(p *check.Pass, cur inspector.Cursor, loops []inspector.Cursor, sig *stopsignal.Signal) *edit.Fix {
	exit, ok := exitOf(p, cur, loops, sig)
	if !ok || exit.Text == "" || exit.Text == "break" {
		return nil
	}
	sel := cur.Node().(*ast.SelectStmt)
	e := p.Edit(sel.Pos())
	indent := e.Indent(sel.Pos())
	e.Insert(sel.Body.Rbrace, exitstmt.Block(indent, exitstmt.Lines(indent, "case <-"+sig.Channel()+":"), exit.Body(sig.Expr+".Err()"))+"\n"+indent)
	return e.Fix("Wait for "+sig.Channel()+" too", "")
}
