package exitinhandler

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
)

// itemOf returns what a goroutine with the function fn handles at cur, in a loop: a value that it
// receives from a channel, or a message, or a pass that a ticker or a pause starts.
//
//	go func() {
//		for job := range jobs {
//			if err := handle(job); err != nil {
//				log.Fatal(err)
func itemOf(p *check.Pass, cur, fn inspector.Cursor) (catalog.Work, bool) {
	if !started(p, fn.Node()) {
		return catalog.Work{}, false
	}
	var got catalog.Work
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.CommClause)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			if kind := ofChannel(p.TypesInfo.TypeOf(n.X)); kind.One != "" {
				return kind, true
			}
		case *ast.CommClause:
			if ch := received(n.Comm); ch != nil {
				got = ofChannel(p.TypesInfo.TypeOf(ch))
			}
		case *ast.ForStmt:
			if got.One == "" {
				got = takenIn(p, n, cur)
			}
			if got.One == "" && n.Cond == nil && pauses(p, c) {
				got = catalog.Pass
			}
			if got.One != "" {
				return got, true
			}
		default:
			return catalog.Work{}, false
		}
	}
	return catalog.Work{}, false
}

// ofChannel returns what arrives on a channel, nothing for one of errors, signals, or empty values.
func ofChannel(t types.Type) catalog.Work {
	ch, ok := t.Underlying().(*types.Chan)
	switch {
	case !ok || callmatch.IsError(ch.Elem()) || callmatch.IsSignal(t) || callmatch.IsSignals(t) || types.Identical(ch.Elem(), types.Typ[types.Bool]):
		return catalog.Work{}
	case callmatch.IsType(ch.Elem(), "time.Time"):
		return catalog.Pass
	}
	return catalog.Item
}

// received returns the channel of a receive that a statement consists of.
func received(stmt ast.Stmt) ast.Expr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		expr = stmt.Rhs[0]
	}
	if recv, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && recv.Op == token.ARROW {
		return recv.X
	}
	return nil
}

// takenIn returns what a statement of a loop receives before cur, from a channel or as a message.
// What fails with the receive itself concerns no message.
func takenIn(p *check.Pass, loop *ast.ForStmt, cur inspector.Cursor) catalog.Work {
	for i, stmt := range loop.Body.List {
		if stmt.End() > cur.Node().Pos() {
			break
		}
		if ch := received(stmt); ch != nil {
			return ofChannel(p.TypesInfo.TypeOf(ch))
		}
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 2 || i+1 < len(loop.Body.List) && loop.Body.List[i+1].End() > cur.Node().Pos() {
			continue
		}
		if kind, ok := catalog.HandledParams[callmatch.TypeName(p.TypesInfo.TypeOf(assign.Lhs[0]))]; ok {
			return kind
		}
	}
	return catalog.Work{}
}

// pauses reports whether a loop without end sleeps in each pass.
//
//	for {
//		refresh()
//		time.Sleep(time.Minute)
//	}
func pauses(p *check.Pass, loop inspector.Cursor) bool {
	for _, stmt := range loop.Node().(*ast.ForStmt).Body.List {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
		if ok && catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, call)] {
			return true
		}
	}
	return false
}

// started reports whether a goroutine is started with a function.
func started(p *check.Pass, fn ast.Node) bool {
	index := starters.Of(p.Pass).Index()
	var obj *types.Func
	if decl, ok := fn.(*ast.FuncDecl); ok {
		obj, _ = p.TypesInfo.Defs[decl.Name].(*types.Func)
	}
	return slices.ContainsFunc(index.Starts, func(s astindex.Start) bool {
		return s.Lit != nil && ast.Node(s.Lit) == fn || s.Func != nil && s.Func == obj
	})
}

// serves reports whether the package may be part of a program that serves or that is stopped by
// signals: then an exit interrupts the work of others.
func serves(p *check.Pass) bool {
	s := signals.Of(p.Pass)
	return p.Pkg.Name() != "main" || s.Asked() || s.Handled() || s.MayServe()
}
