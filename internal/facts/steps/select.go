package steps

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// selectStmt makes a choice of a select with more than one case. Which case is
// the one of a shutdown shows only when the keys of main are known.
func (w *walker) selectStmt(s *ast.SelectStmt) {
	choice := Step{Kind: Choice, At: w.where(s)}
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		cs := Step{Kind: Case, At: w.where(clause)}
		cond := w.cond
		w.cond = 0
		cs.Body = w.aside(func() {
			ends := w.stmts(clause.Body)
			cs.Hard = ends
		})
		w.cond = cond
		switch comm := clause.Comm.(type) {
		case *ast.SendStmt:
			w.replies(comm.Chan, comm.Value)
			cs.Body = append([]Step{{Kind: Tell, What: Sent, Index: w.data(comm.Chan), Key: w.key(comm.Chan), At: w.where(comm)}}, cs.Body...)
		case *ast.ExprStmt:
			cs.Key, cs.Limit = w.source(comm.X)
		case *ast.AssignStmt:
			cs.Key, cs.Limit = w.source(comm.Rhs[0])
			w.replied(comm.Lhs[0], comm.Rhs[0])
		case nil:
			choice.Hard = true
		}
		choice.Body = append(choice.Body, cs)
	}
	w.emit(choice)
}

// sent is the key of the channels that are sent on a channel, such as the one on which a
// worker answers that it has ended; "" if that is not known here.
func (w *walker) sent(on ast.Expr, what types.Type) string {
	_, channel := what.Underlying().(*types.Chan)
	key := w.key(on)
	if !channel || key == "" || open(key) {
		return ""
	}
	return key + " sent"
}

// data is the Index of a send on a channel: Data for one whose elements are values to work with, and not
// a mere flag, an error, a signal or a channel.
func (w *walker) data(ch ast.Expr) int {
	c, ok := typeOf(w.pass.TypesInfo, ch).(*types.Chan)
	if !ok {
		return 0
	}
	switch elem := c.Elem().Underlying().(type) {
	case *types.Struct:
		if elem.NumFields() == 0 {
			return 0
		}
	case *types.Basic:
		if elem.Kind() == types.Bool || elem.Kind() == types.Int {
			return 0
		}
	case *types.Chan, *types.Interface:
		return 0
	}
	return Data
}

// replies notes that a channel is sent on another one.
func (w *walker) replies(on, value ast.Expr) {
	if t := w.pass.TypesInfo.TypeOf(value); t != nil {
		w.same(w.sent(on, t), w.key(value), t)
	}
}

// replied notes what a variable is to which a channel is received.
func (w *walker) replied(to, from ast.Expr) {
	recv, ok := ast.Unparen(from).(*ast.UnaryExpr)
	t := w.pass.TypesInfo.TypeOf(to)
	if ok && recv.Op == token.ARROW && t != nil {
		w.same(w.key(to), w.sent(recv.X, t), t)
	}
}

// source returns the key and the limit of what a receive waits for.
func (w *walker) source(expr ast.Expr) (string, Limit) {
	recv, ok := ast.Unparen(expr).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return "", Limit{}
	}
	return w.channel(recv.X)
}

func (w *walker) channel(ch ast.Expr) (string, Limit) {
	switch ch := ast.Unparen(ch).(type) {
	case *ast.CallExpr:
		name := callmatch.CalleeName(w.pass.TypesInfo, ch)
		if row, ok := catalog.Pauses[name]; ok && row.Limit < len(ch.Args) {
			return "", w.limit(ch.Args[row.Limit], false)
		}
		if sel, ok := ch.Fun.(*ast.SelectorExpr); ok && name == "(context.Context).Done" {
			return w.key(sel.X), w.limit(sel.X, false)
		}
		return w.key(ch), Limit{}
	case *ast.SelectorExpr: // timer.C
		if catalog.Tickers.Fields[w.key(ch)] || callmatch.TypeName(w.pass.TypesInfo.TypeOf(ch.X)) == "time.Timer" {
			return "", w.timer(ch.X)
		}
	}
	return w.key(ch), Limit{}
}

// timer returns how long a timer runs that a variable holds.
func (w *walker) timer(expr ast.Expr) Limit {
	v, ok := w.target(expr).(*types.Var)
	if !ok || w.values[v] == nil {
		return Limit{}
	}
	call, ok := w.values[v].expr.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return Limit{}
	}
	return w.limit(call.Args[0], false)
}

// state notes the variables that a condition looks at: plain ones of a field, a
// package or another function, and what an atomic holds.
func (w *walker) state(cond ast.Expr) {
	if cond == nil || w.foreign {
		return
	}
	ast.Inspect(cond, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		v, ok := w.target(expr).(*types.Var)
		if !ok || !simple(v.Type()) {
			return true
		}
		if key := w.key(expr); key != "" {
			w.emit(Step{Kind: Read, Key: key, At: w.where(n)})
		}
		return true
	})
}

// simple reports whether t is the type of a flag, or of a state with a name.
func simple(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	named := callmatch.Named(t)
	return basic.Kind() == types.Bool || basic.Info()&types.IsInteger != 0 && named != nil && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() != "time"
}
