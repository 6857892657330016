package requeuedforever

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// passed returns the call whose error a function is passed that requeues a message because of it,
// one that reads the message before others, and where the function is called; nil if there is none.
//
//	func settle(d amqp.Delivery, err error) error {
//		if err == nil {
//			return d.Ack(false)
//		}
//		return d.Nack(false, true)
//	}
func passed(p *check.Pass, cur inspector.Cursor) (failed *ast.CallExpr, at inspector.Cursor) {
	around, _ := astindex.FuncAround(cur)
	decl, ok := around.Node().(*ast.FuncDecl)
	if !ok {
		return nil, cur
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	for i := range fn.Signature().Params().Len() {
		v := fn.Signature().Params().At(i)
		if !callmatch.IsError(v.Type()) || !because(p, decl, cur, v) {
			continue
		}
		for _, call := range astindex.Of(p.Pass).Calls[fn] {
			c, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), call.Expr)
			if !ok || i >= len(call.Expr.Args) {
				continue
			}
			if got := sourceOf(p, c, call.Expr.Args[i]); got != nil && (failed == nil || poison(p, got)) {
				failed, at = got, c
			}
		}
	}
	return failed, at
}

// because reports whether code runs only where an error that the function is passed is not nil.
func because(p *check.Pass, decl *ast.FuncDecl, cur inspector.Cursor, v *types.Var) bool {
	is := func(cond ast.Expr, op token.Token) bool {
		bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
		id, isName := ast.Unparen(bin0(bin)).(*ast.Ident)
		return ok && isName && bin.Op == op && p.TypesInfo.Types[bin.Y].IsNil() && p.TypesInfo.Uses[id] == types.Object(v)
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		in := func(n ast.Node) bool { return n.Pos() <= cur.Node().Pos() && cur.Node().Pos() < n.End() }
		if is(test.Cond, token.NEQ) && in(test.Body) || is(test.Cond, token.EQL) && test.Else != nil && in(test.Else) {
			return true
		}
	}
	return slices.ContainsFunc(decl.Body.List, func(stmt ast.Stmt) bool {
		test, ok := stmt.(*ast.IfStmt)
		if !ok || test.End() > cur.Node().Pos() || !is(test.Cond, token.EQL) || len(test.Body.List) == 0 {
			return false
		}
		_, returns := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
		return returns
	})
}

func bin0(bin *ast.BinaryExpr) ast.Expr {
	if bin == nil {
		return nil
	}
	return bin.X
}

// sourceOf returns the call that gives the error which a call is passed: one that reads the
// message, if there is one, else the last.
func sourceOf(p *check.Pass, call inspector.Cursor, arg ast.Expr) (source *ast.CallExpr) {
	if direct, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
		return direct
	}
	id, ok := ast.Unparen(arg).(*ast.Ident)
	around, inFunc := astindex.FuncAround(call)
	if !ok || !inFunc {
		return nil
	}
	for c := range around.Preorder((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		sets := slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
			name, ok := ast.Unparen(lhs).(*ast.Ident)
			return ok && p.TypesInfo.ObjectOf(name) == p.TypesInfo.ObjectOf(id)
		})
		if got := assigned(assign); sets && got != nil && assign.Pos() < call.Node().Pos() && (source == nil || !poison(p, source)) {
			source = got
		}
	}
	return source
}

// poison reports whether a call reads a message, so that it fails each time: it decodes, or is of a
// function of the package that returns the error of doing so.
func poison(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return false
	}
	if catalog.Decodes[callmatch.Name(fn)] || catalog.IsUnmarshal(fn.Name()) {
		return true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || !catalog.NamedParser(fn.Name()) {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		if ok {
			fn := callmatch.Callee(p.TypesInfo, inner)
			found = found || fn != nil && (catalog.Decodes[callmatch.Name(fn)] || catalog.IsUnmarshal(fn.Name()))
		}
		return !found
	})
	return found
}
