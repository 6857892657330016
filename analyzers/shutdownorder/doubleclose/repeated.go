package doubleclose

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportRepeated reports a channel that is made once, and closed by each run of a function that runs
// many times: one of several goroutines, or a handler.
//
//	for _, in := range ins {
//		go func() {
//			defer close(out)
//			…
//
// Silent is a close under a condition, in a Once, or behind a test that may return.
func reportRepeated(p *check.Pass, reported map[*types.Func]bool) {
	started := make(map[ast.Node]astindex.Start)
	for _, s := range astindex.Of(p.Pass).Starts {
		if s.Lit != nil {
			started[s.Lit] = s
		}
	}
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !callmatch.IsBuiltin(p.TypesInfo, call, "close") || p.Quiet(call.Pos()) {
			continue
		}
		fn, plain := runsIn(p, cur)
		root := rootOf(p, call.Args[0])
		if !plain || root == nil || asksFirst(p, fn, call) {
			continue
		}
		if s, ok := started[fn.Node()]; ok {
			reportByEach(p, call, root, s)
		} else if decl, ok := fn.Node().(*ast.FuncDecl); !ok && !syntax.Within(fn.Node(), root.Pos()) || ok && isReceiver(p, decl, root) && !reported[declared(p, decl)] {
			reportByRequest(p, call, fn.Node(), reported)
		}
	}
}

// runsIn returns the function that a close is part of, and whether each run of it closes: the close is
// no part of a branch or loop. What a function defers is part of it.
func runsIn(p *check.Pass, cur inspector.Cursor) (fn inspector.Cursor, plain bool) {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil), (*ast.IfStmt)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			return c, true
		case *ast.FuncLit:
			call, called := c.Parent().Node().(*ast.CallExpr)
			if _, deferred := c.Parent().Parent().Node().(*ast.DeferStmt); !called || !deferred || call.Fun != ast.Expr(n) {
				return c, true
			}
		default:
			return c, false
		}
	}
	return cur, false
}

// rootOf returns the variable at the start of a.b.c.
func rootOf(p *check.Pass, expr ast.Expr) *types.Var {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.Ident:
			v, _ := p.TypesInfo.ObjectOf(e).(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// asksFirst reports whether a statement before the close may end the function for a reason that lies
// outside of it: a flag, a counter, what the receiver says.
func asksFirst(p *check.Pass, fn inspector.Cursor, call *ast.CallExpr) bool {
	found := false
	ast.Inspect(fn.Node(), func(n ast.Node) bool {
		stmt, ok := n.(*ast.IfStmt)
		if !ok || stmt.Pos() > call.Pos() || found {
			return !found
		}
		for _, part := range parts(stmt) {
			found = found || mentionsOuter(p, fn.Node(), part)
		}
		return !found
	})
	return found
}

// mentionsOuter reports whether part of a function reads a variable from outside, or its receiver.
func mentionsOuter(p *check.Pass, fn, part ast.Node) bool {
	found := false
	ast.Inspect(part, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, isVar := p.TypesInfo.ObjectOf(id).(*types.Var)
		found = found || isVar && !v.IsField() && (!syntax.Within(fn, v.Pos()) || isReceiver(p, fn, v))
		return !found
	})
	return found
}

func declared(p *check.Pass, decl *ast.FuncDecl) *types.Func {
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	return fn
}

// isReceiver reports whether v is the receiver of a method.
func isReceiver(p *check.Pass, fn ast.Node, v *types.Var) bool {
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv != nil && syntax.Within(decl.Recv, v.Pos())
}

// reportByEach reports a close by goroutines that a loop starts, of a channel from before the loop.
func reportByEach(p *check.Pass, call *ast.CallExpr, root *types.Var, s astindex.Start) {
	cur, ok := syntax.CursorOf(p, s.Node)
	if !ok || startsOnce(cur) {
		return
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if syntax.Within(c.Node(), root.Pos()) {
				return // a channel for each
			}
			p.Report(check.Finding{
				At: call,
				Message: fmt.Sprintf("the second close panics: each goroutine that the loop at %s starts closes %s",
					p.Where(c.Node().Pos(), call.Pos()), p.Source(call.Args[0])),
				Trace: []check.Hop{{Pos: root.Pos(), Message: "one channel for all"}, {Pos: s.Node.Pos(), Message: "started here, more than once"}},
				Fix:   fixLast(p, call, s, c),
			})
		}
		return
	}
}

// startsOnce reports whether the list of statements around a start ends the loop.
func startsOnce(cur inspector.Cursor) bool {
	list := astindex.Stmts(cur.Parent().Node())
	if len(list) == 0 {
		return false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK || last.Tok == token.GOTO
	}
	return false
}

// reportByRequest reports a close by a handler, of a channel that all requests share.
func reportByRequest(p *check.Pass, call *ast.CallExpr, fn ast.Node, reported map[*types.Func]bool) {
	if sig := astindex.Signature(p.TypesInfo, fn); sig == nil || !astindex.AnswersRequests(sig) {
		return
	}
	if decl, ok := fn.(*ast.FuncDecl); ok {
		reported[declared(p, decl)] = true
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("the second request panics: the handler closes %s each time", p.Source(call.Args[0])),
		Fix:     fixOnce(p, call),
	})
}
