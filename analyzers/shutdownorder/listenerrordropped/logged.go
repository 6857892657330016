package listenerrordropped

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/logging"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// onlyLogged returns the statement that logs the error of a server whose goroutine does nothing else
// about it, where the program waits for a signal in the meantime; nil for others.
//
//	go func() {
//		if err := srv.ListenAndServe(); err != nil {
//			log.Print(err)
//		}
//	}()
//	<-ctx.Done()
func onlyLogged(p *check.Pass, cur inspector.Cursor) ast.Stmt {
	fn, ok := astindex.FuncAround(cur)
	if !ok || !astindex.Of(p.Pass).OnlyInGoroutines(p.TypesInfo, fn.Node()) || !waitsForSignal(p, fn) || notifies(fn) {
		return nil
	}
	l := &logged{p: p, fn: fn.Node(), call: cur.Node().(*ast.CallExpr)}
	for c := range cur.Enclosing() {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt:
			return nil // it is tried again, or something else decides
		case *ast.FuncLit, *ast.FuncDecl:
			return l.found
		}
		stmt, isStmt := c.Node().(ast.Stmt)
		if _, isCase := stmt.(*ast.CaseClause); isCase {
			continue // the others do not run
		}
		list := astindex.Stmts(c.Parent().Node())
		i := slices.Index(list, stmt)
		if !isStmt || i < 0 {
			continue
		}
		if !l.quiet(list[i+1:]) || !l.leads(stmt) {
			return nil
		}
		if _, returns := list[len(list)-1].(*ast.ReturnStmt); returns {
			return l.found
		}
	}
	return nil
}

// logged is the search for what is done about the error of a serving call.
type logged struct {
	p     *check.Pass
	fn    ast.Node // of the goroutine
	call  *ast.CallExpr
	found ast.Stmt // the first that logs
}

// leads reports whether a statement with the call does nothing else about the error: it only leads to
// the call, or it tests the error that the call returns.
func (l *logged) leads(stmt ast.Stmt) bool {
	switch s := stmt.(type) {
	case *ast.IfStmt:
		return s.Body.Pos() < l.call.Pos() || l.quietStmt(s)
	case *ast.SwitchStmt:
		return s.Body.Pos() < l.call.Pos()
	case *ast.BlockStmt:
		return true
	}
	return l.quietStmt(stmt)
}

// quiet reports whether statements do nothing but serve, log and return nothing.
func (l *logged) quiet(list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(stmt ast.Stmt) bool { return !l.quietStmt(stmt) })
}

func (l *logged) quietStmt(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case nil, *ast.EmptyStmt:
		return true
	case *ast.ReturnStmt:
		return !slices.ContainsFunc(stmt.Results, func(res ast.Expr) bool { return !l.p.TypesInfo.Types[res].IsNil() })
	case *ast.BlockStmt:
		return l.quiet(stmt.List)
	case *ast.IfStmt:
		return l.quietStmt(stmt.Init) && l.quiet(stmt.Body.List) && (stmt.Else == nil || l.quietStmt(stmt.Else))
	case *ast.AssignStmt:
		return l.own(stmt.Lhs[0]) && len(stmt.Rhs) == 1 && ast.Unparen(stmt.Rhs[0]) == ast.Expr(l.call)
	}
	if logging.Call(l.p, stmt) == nil {
		return false
	}
	if l.found == nil || l.found.Pos() < l.call.Pos() {
		l.found = stmt
	}
	return true
}

// own reports whether an expression is a variable of the goroutine's function, which no other code reads.
func (l *logged) own(x ast.Expr) bool {
	v, ok := callmatch.Object(l.p.TypesInfo, x).(*types.Var)
	return ok && l.fn.Pos() <= v.Pos() && v.Pos() < l.fn.End()
}

// notifies reports whether a function defers a call, which may tell others that it has ended.
func notifies(fn inspector.Cursor) bool {
	for range fn.Preorder((*ast.DeferStmt)(nil)) {
		return true
	}
	return false
}

// waitsForSignal reports whether the package asks for signals, or what starts the goroutine waits for
// the end of a context then.
func waitsForSignal(p *check.Pass, fn inspector.Cursor) bool {
	if slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == "os/signal" }) {
		return true
	}
	starter, ok := astindex.FuncAround(fn)
	if !ok {
		return false
	}
	for c := range starter.Preorder((*ast.UnaryExpr)(nil)) {
		recv := c.Node().(*ast.UnaryExpr)
		kind, _ := c.ParentEdge()
		done, isCall := ast.Unparen(recv.X).(*ast.CallExpr)
		if recv.Op != token.ARROW || kind != edge.ExprStmt_X || recv.Pos() < fn.Node().End() || !isCall {
			continue
		}
		if _, alone := c.Parent().Parent().Node().(*ast.CommClause); alone {
			continue // other cases may come
		}
		if sel, ok := done.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" && ctxscope.IsContext(p.TypesInfo.TypeOf(sel.X)) {
			return true
		}
	}
	return false
}
