// Package stopsignal finds the contexts and channels that tell a goroutine to end.
package stopsignal

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// A Signal ends a loop: a context, or a channel that the loop selects on for nothing but
// leaving.
type Signal struct {
	Expr     string    // "ctx", "s.ctx", "s.stop"
	Path     ast.Expr  // the same as a tree, where the loop mentions it; else nil
	Ctx      bool      // a context, not a channel
	Pos      token.Pos // where it comes from
	Observed bool      // the loop looks at it, or passes it on
	Leave    ast.Stmt  // the one statement with which the loop leaves for it, or nil
	Leaves   bool      // the loop leaves for it
	Handled  bool      // the loop does something else when it has come
	Notes    bool      // that is no more than a log line
}

// Channel returns the expression to receive from.
func (s *Signal) Channel() string {
	if s.Ctx {
		return s.Expr + ".Done()"
	}
	return s.Expr
}

// Ended says, for messages, that the signal has come.
func (s *Signal) Ended() string {
	if s.Ctx {
		return s.Expr + " is done"
	}
	return s.Expr + " is closed or set"
}

// Short returns how long a pause in the loop may be without a report. If only an enclosing
// loop looks at the signal, this one may make many.
func (s *Signal) Short(loop ast.Node) time.Duration {
	if s.Observed && (s.Path == nil || syntax.Within(loop, s.Path.Pos())) {
		return ShortWhenObserved
	}
	return ShortOtherwise
}

// RaisedBefore reports whether the signal has come before cur runs: cur is in the case that
// received it, or after a receive outside of a select.
func (s *Signal) RaisedBefore(p *check.Pass, cur inspector.Cursor) bool {
	isSignal := func(stmt ast.Stmt) bool {
		got := SignalOf(p.TypesInfo, syntax.Received(stmt))
		return got != nil && got.Ctx == s.Ctx && p.Source(got.Path) == s.Expr
	}
	for c := range cur.Enclosing() {
		list := astindex.Stmts(c.Node())
		if comm, ok := c.Node().(*ast.CommClause); ok && isSignal(comm.Comm) {
			return true
		}
		for _, stmt := range list {
			if stmt.End() <= cur.Node().Pos() && isSignal(stmt) {
				return true
			}
		}
	}
	return false
}

// Root returns the variable from which the signal is reached.
func (s *Signal) Root(info *types.Info) *types.Var {
	if call, ok := ast.Unparen(s.Path).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return syntax.RootVar(info, sel.X)
		}
	}
	return syntax.RootVar(info, s.Path)
}

// SignalOf returns the signal that a receive from ch waits for: the end of a
// context or of a tomb, or a channel that carries nothing.
func SignalOf(info *types.Info, ch ast.Expr) *Signal {
	if ch == nil {
		return nil
	}
	if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
		if ctx := ContextCall(info, call, "Done"); ctx != nil {
			return &Signal{Path: ctx, Ctx: true}
		}
		if catalog.DoneSignals[callmatch.CalleeName(info, call)] != "" {
			return &Signal{Path: ch}
		}
		return nil
	}
	t, ok := info.TypeOf(ch).Underlying().(*types.Chan)
	if !ok {
		return nil
	}
	if st, ok := t.Elem().Underlying().(*types.Struct); !ok || st.NumFields() > 0 {
		return nil
	}
	return &Signal{Path: ch}
}

// ContextCall returns ctx when call is ctx.method() on a context.
func ContextCall(info *types.Info, call *ast.CallExpr, method string) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method || len(call.Args) > 0 || !ctxscope.IsContext(info.TypeOf(sel.X)) {
		return nil
	}
	return sel.X
}

// Pauses shorter than these are not reported at full confidence: the first if the loop
// looks at its signal or passes it on, except for a second as such, the second if it does
// neither. What is shorter than the second is not reported, unless the iterations of a loop
// that does not look at its signal wait for longer than the third.
const (
	ShortWhenObserved = time.Second + 1
	ShortOtherwise    = 100*time.Millisecond + 1 // 100 ms is what most short pauses are
	LongInAll         = 5 * time.Second
)
