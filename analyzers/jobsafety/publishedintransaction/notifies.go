package publishedintransaction

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// wakes reports goroutines of the program that are notified in a transaction which has changed rows: they
// read before the commit, find nothing, and are not notified again.
//
//	tx, err := s.db.BeginTx(ctx, nil)
//	… // INSERT
//	s.notify() // sends to all subscribers
//	return tx.Commit()
func wakes(p *check.Pass, r *txregion.Region) {
	changed := false
	ast.Inspect(r.Body, func(n ast.Node) bool {
		if n == nil || n.Pos() < r.From && n.End() <= r.From || n.Pos() >= r.To {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return ast.Node(n) == r.Body
		case *ast.DeferStmt:
			return false // it runs after the commit
		case *ast.BasicLit:
			changed = changed || n.Kind == token.STRING && n.Pos() > r.From && catalog.ChangesRows(n.Value[1:len(n.Value)-1])
		case *ast.CallExpr:
			if at := notifiedBy(p, r, n, 2); changed && at != nil {
				reportWoken(p, r, n, p.Source(n.Fun), at)
			}
		case ast.Stmt:
			if at := notification(p, r, n); changed && at != nil {
				reportWoken(p, r, n, "what is sent here", at)
				return false
			}
		}
		return true
	})
}

func reportWoken(p *check.Pass, r *txregion.Region, n ast.Node, what string, at ast.Node) {
	if pos, ok := p.Wanted(n); ok {
		p.Safe(n, what, verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: n,
		Message: fmt.Sprintf("others look too early, and find nothing: %s notifies them inside the transaction that %s (line %d) begins, ahead of its commit",
			what, p.Source(r.Begin.Fun), p.Line(r.Begin.Pos())),
		Trace: []check.Hop{{Pos: r.Begin.Pos(), Message: "the transaction begins here"}, {Pos: at.Pos(), Message: "notified here"}},
	})
}

// notifiedBy returns where a function of the package that a call runs notifies others, nil if it does not.
// One that is passed the transaction takes part in it.
func notifiedBy(p *check.Pass, r *txregion.Region, call *ast.CallExpr, depth int) (at ast.Node) {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || depth == 0 || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return isTx(p, r, arg) }) {
		return nil
	}
	if catalog.CondSignals[callmatch.Name(fn)] {
		return call
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return nil
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if at == nil {
				at = notifiedBy(p, r, n, depth-1)
			}
		case ast.Stmt:
			if at == nil {
				at = notification(p, r, n)
			}
		}
		return at == nil
	})
	return at
}

func isTx(p *check.Pass, r *txregion.Region, expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && r.Tx != nil && p.TypesInfo.Uses[id] == types.Object(r.Tx)
}

// notification returns where a statement notifies others: it sends to each channel of a field, calls each
// function of one that cannot fail, or leaves a signal for a goroutine without waiting for it.
func notification(p *check.Pass, r *txregion.Region, stmt ast.Stmt) ast.Node {
	switch stmt := stmt.(type) {
	case *ast.RangeStmt:
		if callmatch.Field(p.TypesInfo, stmt.X) != nil {
			return toEach(p, r, stmt)
		}
	case *ast.SelectStmt:
		return signal(p, stmt)
	}
	return nil
}

// toEach returns where the body of a loop sends to the element, or calls it.
func toEach(p *check.Pass, r *txregion.Region, loop *ast.RangeStmt) (at ast.Node) {
	element := func(expr ast.Expr) bool {
		id, ok := ast.Unparen(expr).(*ast.Ident)
		if !ok {
			return false
		}
		v := p.TypesInfo.Uses[id]
		return v != nil && (isDef(p, loop.Value, v) || isDef(p, loop.Key, v))
	}
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			if element(n.Chan) {
				at = n
			}
		case *ast.CallExpr:
			sig, ok := p.TypesInfo.TypeOf(n.Fun).(*types.Signature)
			if ok && element(n.Fun) && !callmatch.CanFail(sig) && !slices.ContainsFunc(n.Args, func(arg ast.Expr) bool { return isTx(p, r, arg) }) {
				at = n
			}
		}
		return at == nil
	})
	return at
}

func isDef(p *check.Pass, expr ast.Expr, v types.Object) bool {
	id, ok := expr.(*ast.Ident)
	return ok && p.TypesInfo.Defs[id] == v
}

// signal returns the send of an empty value to a channel of a field, in a select with a default.
func signal(p *check.Pass, sel *ast.SelectStmt) (at ast.Node) {
	skips := false
	for _, clause := range sel.Body.List {
		comm := clause.(*ast.CommClause)
		send, ok := comm.Comm.(*ast.SendStmt)
		switch {
		case comm.Comm == nil:
			skips = true
		case ok && callmatch.Field(p.TypesInfo, send.Chan) != nil:
			ch, isChan := p.TypesInfo.TypeOf(send.Chan).Underlying().(*types.Chan)
			if !isChan {
				continue
			}
			if st, empty := ch.Elem().Underlying().(*types.Struct); empty && st.NumFields() == 0 {
				at = send
			}
		}
	}
	if !skips {
		return nil
	}
	return at
}
