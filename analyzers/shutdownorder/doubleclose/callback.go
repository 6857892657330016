package doubleclose

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportByCallback reports a channel from outside of a literal that is called for each event, and closes it:
//
//	done := make(chan struct{})
//	dc.OnMessage(func(m Message) {
//		if _, err := file.Write(m.Data); err != nil {
//			close(done) // the next message fails, too
//			return
//		}
//
// Safe where a Once, a flag that the same branch sets, or a poll of the channel lets only one call close it.
func reportByCallback(p *check.Pass, in *inspector.Inspector) {
	for cur, to := range calls.All(p.Pass) {
		register := to.Expr
		if !catalog.EventCallbacks[to.Name] || p.Quiet(register.Pos()) {
			continue
		}
		for _, arg := range register.Args {
			if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
				c := &callback{p: p, cur: cur, register: register, lit: lit}
				c.closes()
			}
		}
	}
}

// A callback is a literal that is called for each event.
type callback struct {
	p        *check.Pass
	cur      inspector.Cursor // of register
	register *ast.CallExpr
	lit      *ast.FuncLit
}

// closes reports the first close of each channel that nothing keeps from being executed again.
func (c *callback) closes() {
	byRoot := make(map[*types.Var][]*ast.CallExpr)
	var roots []*types.Var
	for cur := range c.cur.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !callmatch.IsBuiltin(c.p.TypesInfo, call, "close") || !c.runs(cur) {
			continue
		}
		root := rootOf(c.p, call.Args[0])
		if root == nil || syntax.Within(c.lit, root.Pos()) {
			continue
		}
		if at := c.guard(cur, call); at.IsValid() {
			c.p.Safe(call, c.p.Source(call.Args[0]), verdict.Handled, at)
			continue
		}
		if byRoot[root] == nil {
			roots = append(roots, root)
		}
		byRoot[root] = append(byRoot[root], call)
	}
	for _, root := range roots {
		c.report(root, byRoot[root])
	}
}

// runs reports whether a node is executed by the literal itself, by what it defers or starts included.
func (c *callback) runs(cur inspector.Cursor) bool {
	for fn := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if fn.Node() == ast.Node(c.lit) {
			return true
		}
		if call, ok := fn.Parent().Node().(*ast.CallExpr); !ok || call.Fun != fn.Node().(ast.Expr) {
			return false
		}
	}
	return false
}

func (c *callback) report(root *types.Var, calls []*ast.CallExpr) {
	trace := []check.Hop{{Pos: root.Pos(), Message: "one channel for all events"}, {Pos: c.register.Pos(), Message: "called for each event"}}
	for _, other := range calls[1:] {
		trace = append(trace, check.Hop{Pos: other.Pos(), Message: "closed here as well"})
	}
	var doubts []check.Doubt
	if at := c.oneEvent(calls); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, at))
	}
	c.p.Report(check.Finding{
		At: calls[0],
		Message: fmt.Sprintf("the second close panics: the function literal at %s is called for each event of %s, and nothing keeps it from closing %s again",
			c.p.Where(c.lit.Pos(), calls[0].Pos()), c.p.Name(c.register.Fun), c.p.Source(calls[0].Args[0])),
		Trace:  trace,
		Doubts: doubts,
		Fix:    c.fix(root, calls),
	})
}

// oneEvent returns the condition on the event alone under which the only close stands: there may be only one
// such event.
func (c *callback) oneEvent(calls []*ast.CallExpr) (found token.Pos) {
	cur, ok := syntax.CursorOf(c.p, calls[0])
	if !ok || len(calls) > 1 {
		return token.NoPos
	}
	for around := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.FuncLit)(nil)) {
		var cond ast.Node
		switch n := around.Node().(type) {
		case *ast.IfStmt:
			cond = n.Cond
		case *ast.SwitchStmt:
			cond = n.Tag
		}
		if cond == nil || around.Node() == ast.Node(c.lit) {
			return token.NoPos
		}
		if c.ofEvent(cond) {
			return cond.Pos()
		}
	}
	return token.NoPos
}

// ofEvent reports whether all variables of a condition are parameters of the literal.
func (c *callback) ofEvent(cond ast.Node) bool {
	of, any := true, false
	ast.Inspect(cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := c.p.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() {
			any = true
			of = of && syntax.Within(c.lit.Type, v.Pos())
		}
		return true
	})
	return of && any
}

// fix puts each close into the Do of one Once beside the channel.
func (c *callback) fix(root *types.Var, calls []*ast.CallExpr) *edit.Fix {
	stmt, ok := c.cur.Parent().Node().(*ast.ExprStmt)
	if _, plain := ast.Unparen(calls[0].Args[0]).(*ast.Ident); !ok || !plain || root.Parent() == c.p.Pkg.Scope() {
		return nil
	}
	e := c.p.Edit(stmt.Pos())
	once := syntax.Fresh(c.p, stmt.Pos(), root.Name()+"Once", "closing")
	e.Before(stmt, "var "+once+" "+e.Import(stmt.Pos(), "sync", "sync")+".Once")
	for _, call := range calls {
		e.Replace(call.Pos(), call.End(), once+".Do(func() { "+c.p.Source(call)+" })")
	}
	return e.Fix("Close "+root.Name()+" in "+once+".Do", "")
}
