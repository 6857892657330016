package endlesshandler

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportDeaf reports loops of handlers that only a stop channel of the program ends:
//
//	for {
//		select {
//		case <-ticker.C:
//			fmt.Fprintf(w, …)
//		case <-s.closed:
//			return
//		}
//	}
//
// where the handler looks neither at the context of the request nor at what a write returns.
func reportDeaf(p *check.Pass, seen map[ast.Node]bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		loop := cur.Node().(*ast.ForStmt)
		fn, ok := astindex.FuncAround(cur)
		if loop.Cond != nil || seen[loop] || !ok || p.Quiet(loop.Pos()) || !astindex.AnswersRequests(astindex.Signature(p.TypesInfo, fn.Node())) {
			continue
		}
		if stop := onlyStop(p, loop); stop != nil && !asksClient(p, fn) && writes(p, loop) {
			p.Report(check.Finding{
				At:      syntax.Keyword{At: loop.Pos(), Text: "for"},
				Message: fmt.Sprintf("handler keeps running until %s, also when its client has left: each client leaves a goroutine until then", p.Source(stop)),
				Trace:   []check.Hop{{Pos: stop.Pos(), Message: "the only exit"}},
				Fix:     fix(p, cur),
			})
		}
	}
}

// onlyStop returns the receive whose case holds every exit of a loop, nil if there are other exits: one
// of a channel that carries nothing.
func onlyStop(p *check.Pass, loop *ast.ForStmt) (stop ast.Expr) {
	other := false
	var visit func(n ast.Node, by ast.Expr, own bool)
	visit = func(n ast.Node, by ast.Expr, own bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				stop, other = by, other || by == nil
			case *ast.BranchStmt:
				if m.Tok == token.GOTO || m.Tok == token.BREAK && (own || m.Label != nil) {
					stop, other = by, other || by == nil
				}
			case *ast.CommClause:
				if m != n {
					visit(m, stopOf(p, m), false)
					return false
				}
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n && own {
					visit(m, by, false)
					return false
				}
			}
			return true
		})
	}
	visit(loop.Body, nil, true)
	if other {
		return nil
	}
	return stop
}

// stopOf returns the receive of a case, if it is one of a channel that carries nothing and belongs to no
// context, a request's for example.
func stopOf(p *check.Pass, clause *ast.CommClause) ast.Expr {
	stmt, ok := clause.Comm.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
	if !ok || !carriesNothing(p.TypesInfo.TypeOf(recv.X)) {
		return nil
	}
	if _, called := ast.Unparen(recv.X).(*ast.CallExpr); called {
		return nil
	}
	return recv
}

// carriesNothing reports whether a type is a channel of struct{}.
func carriesNothing(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && types.Identical(ch.Elem(), types.NewStruct(nil, nil))
}

// asksClient reports whether a handler gets at the context of the request, or passes on the request,
// whose context other code may look at.
func asksClient(p *check.Pass, fn inspector.Cursor) bool {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Context" || sel.Sel.Name == "CloseNotify" || sel.Sel.Name == "Done") {
			return true
		}
		for _, arg := range call.Args {
			name := callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(arg)))
			if name == "net/http.Request" || catalog.RequestContexts[name] {
				return true
			}
		}
	}
	return false
}

// writes reports whether a loop sends something to the client, and drops what the writes return.
func writes(p *check.Pass, loop *ast.ForStmt) bool {
	found, asked := false, false
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			asked = asked || callmatch.TestedError(p.TypesInfo, n.Cond) != nil
		case *ast.CallExpr:
			for _, arg := range n.Args {
				found = found || catalog.PeerWriters[callmatch.TypeName(p.TypesInfo.TypeOf(arg))]
			}
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
				found = found || catalog.PeerWriters[callmatch.TypeName(p.TypesInfo.TypeOf(sel.X))]
			}
		}
		return true
	})
	return found && !asked
}
