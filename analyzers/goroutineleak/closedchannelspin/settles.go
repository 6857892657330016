package closedchannelspin

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/quickcall"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// settles returns where what follows a case may leave the loop, waits, or sets the channel to another one.
func (r *receive) settles(p *check.Pass) (found token.Pos) {
	subject := p.Source(r.ch)
	if call, ok := r.ch.(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			subject = p.Source(sel.X)
		}
	}
	for i, s := range r.rest {
		if i >= len(r.clause.Body) && breaks(s) {
			return s.Pos()
		}
		ast.Inspect(s, func(n ast.Node) bool {
			if !found.IsValid() && (settles(p, n) || sets(p, n, subject)) {
				found = n.Pos()
			}
			_, lit := n.(*ast.FuncLit)
			return !found.IsValid() && !lit
		})
	}
	return found
}

// asksNext returns where the next iteration leaves the loop because the context has ended, before it comes to the
// receive again:
//
//	for {
//		err := send()
//		if err == nil || ctx.Err() != nil {
//			return err
//		}
//		select {
//		case <-ctx.Done():
//		case <-time.After(backoff):
//		}
//	}
func (r *receive) asksNext(p *check.Pass, loop *ast.ForStmt) (found token.Pos) {
	call, ok := r.ch.(*ast.CallExpr)
	if !ok {
		return token.NoPos
	}
	ctx := stopsignal.ContextCall(p.TypesInfo, call, "Done")
	for _, stmt := range loop.Body.List {
		test, ok := stmt.(*ast.IfStmt)
		if !ok || ctx == nil || test.End() > r.stmt.Pos() || len(test.Body.List) == 0 || !leaves(test.Body.List[len(test.Body.List)-1]) {
			continue
		}
		ast.Inspect(test.Cond, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if of := stopsignal.ContextCall(p.TypesInfo, call, "Err"); of != nil && p.Source(of) == p.Source(ctx) {
					found = test.Pos()
				}
			}
			return !found.IsValid()
		})
	}
	return found
}

// breaks reports whether a statement after the select may leave the loop by a break without a label.
func breaks(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK
		}
		return !found
	})
	return found
}

// settles reports whether a node leaves the loop, or waits.
func settles(p *check.Pass, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.SendStmt, *ast.SelectStmt:
		return true
	case *ast.RangeStmt:
		return carries(p, n.X)
	case *ast.CallExpr:
		name := callmatch.CalleeName(p.TypesInfo, n)
		return catalog.Sleeps[name] || catalog.Drains[name] || syntax.NeverReturns(p, []ast.Stmt{&ast.ExprStmt{X: n}})
	case ast.Stmt:
		return leaves(n)
	}
	return false
}

// carries reports whether an expression is a channel, over which a loop waits.
func carries(p *check.Pass, x ast.Expr) bool {
	_, ok := p.TypesInfo.TypeOf(x).Underlying().(*types.Chan)
	return ok
}

// sets reports whether a node assigns to what a name stands for.
func sets(p *check.Pass, n ast.Node, subject string) bool {
	assign, ok := n.(*ast.AssignStmt)
	return ok && slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return p.Source(lhs) == subject })
}

// works returns the first call that follows a case and is not known to return soon: it may wait, or end the
// loop by another case.
func (r *receive) works(p *check.Pass) (found token.Pos) {
	for _, s := range r.rest {
		ast.Inspect(s, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && !found.IsValid() && !quickcall.Quick(p.TypesInfo, call) {
				found = call.Pos()
			}
			_, lit := n.(*ast.FuncLit)
			return !found.IsValid() && !lit
		})
	}
	return found
}
