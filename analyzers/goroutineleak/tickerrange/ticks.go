package tickerrange

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// doubtsOfTicks returns the doubts about a report of a loop over the ticks of channel. That
// it works in memory is one only if there is no ticker in scope, as with time.Tick, and its
// starter does not register for signals; or if it only counts: code that ranges over the
// ticks of a ticker expects that its Stop ends the loop.
func doubtsOfTicks(p *check.Pass, cur inspector.Cursor, channel ast.Expr, start ssaflow.Start) []check.Doubt {
	l := lifetime.LifetimesIn(p)
	list := l.OfStart(start)
	_, called := ast.Unparen(tickSource(p.TypesInfo, cur, channel)).(*ast.CallExpr)
	if called && (l.OnlyCounts(start) || !asksForSignals(start.Instr.Parent()) && l.InMemory(start)) {
		list = append(list, check.Doubting(verdict.MemoryOnly, start.Instr.Pos()))
	}
	return list
}

// asksForSignals reports whether fn makes a channel of signals.
func asksForSignals(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if ch, ok := instr.(*ssa.MakeChan); ok && callmatch.IsSignals(ch.Type()) {
			return true
		}
	}
	return false
}

// tickChannel reports whether expr is a channel that a ticker sends on: a
// field or call the catalog knows, or a local that never holds anything else.
func tickChannel(info *types.Info, cur inspector.Cursor, expr ast.Expr) bool {
	switch expr := ast.Unparen(tickSource(info, cur, expr)).(type) {
	case *ast.SelectorExpr:
		s := info.Selections[expr]
		return s != nil && s.Kind() == types.FieldVal && (catalog.Tickers.Fields[callmatch.OwnedField(s)] || catalog.TimerChannels[callmatch.OwnedField(s)])
	case *ast.CallExpr:
		return catalog.Tickers.Calls[callmatch.CalleeName(info, expr)]
	}
	return false
}

// returnedTicks reports whether a function of the package returns a channel of ticks that it has made:
//
//	func every(d time.Duration) <-chan time.Time { return time.NewTicker(d).C }
func returnedTicks(p *check.Pass, expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, call)]
	if decl == nil {
		return false
	}
	body, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), decl)
	returns := 0
	for cur := range body.Preorder((*ast.ReturnStmt)(nil)) {
		ret := cur.Node().(*ast.ReturnStmt)
		if len(ret.Results) != 1 || !tickChannel(p.TypesInfo, cur, ret.Results[0]) {
			return false
		}
		returns++
	}
	return ok && returns > 0
}

// tickSource returns what a local that holds a channel of ticks has been given, expr itself
// where it is none.
func tickSource(info *types.Info, cur inspector.Cursor, expr ast.Expr) ast.Expr {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return expr
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok {
		return expr
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if value := localvar.Value(info, decl.Node(), v); value != nil {
			return tickSource(info, cur, value)
		}
	}
	return expr
}
