package unboundedstart

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// source returns what a loop receives or reads without a known end, nil for other loops.
func (s *starts) source(loop ast.Node, cur inspector.Cursor) *source {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if s.isQueue(loop.X) {
			return &source{"messages of " + s.p.Source(loop.X), loop.Pos(), false}
		}
		return s.list(loop, cur)
	case *ast.ForStmt:
		return s.received(loop)
	}
	return nil
}

// received returns what a for statement receives or reads in each iteration.
func (s *starts) received(loop *ast.ForStmt) (found *source) {
	accepts := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.RangeStmt:
			return false
		case *ast.ForStmt:
			return n == loop
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && s.isQueue(n.X) && found == nil {
				found = &source{"messages of " + s.p.Source(n.X), n.Pos(), false}
			}
		case *ast.CallExpr:
			fn := callmatch.Callee(s.p.TypesInfo, n)
			if fn == nil {
				return true
			}
			accepts = accepts || catalog.AcceptNames[fn.Name()]
			if found == nil && catalog.ReadsNext[fn.Name()] && fn.Signature().Recv() != nil {
				found = &source{"results of " + s.p.Source(n.Fun), n.Pos(), false}
			}
		}
		return true
	})
	if accepts || found != nil && found.pos > loop.Body.Pos() && loop.Cond == nil && loop.Init != nil {
		return nil
	}
	return found
}

// isQueue reports whether an expression is a channel of messages: not of ticks, signals, errors
// or connections.
func (s *starts) isQueue(expr ast.Expr) bool {
	ch, ok := s.p.TypesInfo.TypeOf(expr).Underlying().(*types.Chan)
	if !ok || callmatch.IsEmpty(ch.Elem()) || callmatch.IsError(ch.Elem()) || callmatch.TypeName(ch.Elem()) == "time.Time" || callmatch.IsSignals(ch) {
		return false
	}
	if basic, ok := ch.Elem().Underlying().(*types.Basic); ok && basic.Kind() == types.Bool {
		return false
	}
	addr, _, _ := types.LookupFieldOrMethod(ch.Elem(), true, s.p.Pkg, "RemoteAddr")
	return addr == nil
}

// limited reports whether code in scope acquires something before the start at cur, tests how many
// there are, or waits after it.
func (s *starts) limited(scope, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
		if cond, ok := c.Node().(*ast.IfStmt); ok && scope.Contains(c) && s.counts(cond.Cond) {
			s.limit = cond.Pos()
		}
	}
	around := s.sources(scope, cur)
	ast.Inspect(scope.Node(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == scope.Node()
		case *ast.GoStmt:
			return false
		case *ast.DeferStmt:
			s.deferred[n.Call] = true
		case *ast.IfStmt:
			if s.counts(n.Cond) && astindex.Jumps(n.Body) {
				s.before(n, cur)
			}
		case *ast.SendStmt:
			s.before(n, cur)
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && n.Pos() > cur.Node().End() && !isDone(n.X) && !around[n] {
				s.limit = n.Pos()
			}
		case *ast.ExprStmt:
			if recv, ok := n.X.(*ast.UnaryExpr); ok && recv.Op == token.ARROW && !around[recv] {
				s.before(n, cur)
			}
		case *ast.CallExpr:
			s.call(n, cur)
		}
		return true
	})
	return s.limit.IsValid()
}

// sources returns the receives of the selects around the start at cur, of which one leads to it.
func (s *starts) sources(scope, cur inspector.Cursor) map[ast.Node]bool {
	list := make(map[ast.Node]bool)
	for sel := range cur.Enclosing((*ast.SelectStmt)(nil)) {
		if !scope.Contains(sel) {
			break
		}
		for _, clause := range sel.Node().(*ast.SelectStmt).Body.List {
			if comm := clause.(*ast.CommClause).Comm; comm != nil {
				ast.Inspect(comm, func(n ast.Node) bool {
					if n != nil {
						list[n] = true
					}
					return true
				})
			}
		}
	}
	return list
}

// before notes a statement that may have to wait before the goroutine is started.
func (s *starts) before(n ast.Node, cur inspector.Cursor) {
	if n.End() <= cur.Node().Pos() {
		s.limit = n.Pos()
	}
}

// call notes a call that acquires before the start, itself or in a function of the package, or
// waits after it.
func (s *starts) call(call *ast.CallExpr, cur inspector.Cursor) {
	fn := callmatch.Callee(s.p.TypesInfo, call)
	if fn == nil || call.Pos() <= cur.Node().Pos() && cur.Node().End() <= call.End() {
		return
	}
	after := call.Pos() > cur.Node().End() || s.deferred[call]
	decl := s.index.Decls[fn.Origin()]
	switch {
	case after && catalog.Joins[callmatch.Name(fn)], !after && catalog.Throttles[fn.Name()]:
		s.limit = call.Pos()
	case decl != nil && decl.Body != nil:
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.SendStmt:
				if !after && callmatch.IsEmpty(s.p.TypesInfo.TypeOf(n.Value)) {
					s.limit = call.Pos()
				}
			case *ast.CallExpr:
				if after && catalog.Joins[callmatch.CalleeName(s.p.TypesInfo, n)] {
					s.limit = call.Pos()
				}
			}
			return true
		})
	}
}

// counts reports whether a condition compares a number, or takes a flag that one goroutine can have.
func (s *starts) counts(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || n.Op == token.LSS || n.Op == token.GTR || n.Op == token.LEQ || n.Op == token.GEQ
		case *ast.CallExpr:
			fn := callmatch.Callee(s.p.TypesInfo, n)
			found = found || fn != nil && catalog.Throttles[fn.Name()]
		}
		return !found
	})
	return found
}

// isDone reports whether a channel is that of a context.
func isDone(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Done"
}

// serves reports whether a handler takes over its connection, or the goroutine ends with the
// request: it uses the writer, or the request's context.
func (s *starts) serves(fn, cur inspector.Cursor) bool {
	params := astindex.Signature(s.p.TypesInfo, fn.Node()).Params()
	for id := range cur.Preorder((*ast.Ident)(nil)) {
		for v := range params.Variables() {
			if s.p.TypesInfo.Uses[id.Node().(*ast.Ident)] == types.Object(v) && keeps(id, v) {
				return true
			}
		}
	}
	for call := range fn.Preorder((*ast.CallExpr)(nil)) {
		if callee := callmatch.Callee(s.p.TypesInfo, call.Node().(*ast.CallExpr)); callee != nil && catalog.TakesConn[callee.Name()] {
			return true
		}
	}
	return false
}

// keeps reports whether a use of a handler's parameter makes the work a part of the request: the
// whole value, its context, or anything of the writer.
func keeps(id inspector.Cursor, v *types.Var) bool {
	sel, ok := id.Parent().Node().(*ast.SelectorExpr)
	return !ok || sel.Sel.Name == "Context" || types.IsInterface(v.Type())
}
