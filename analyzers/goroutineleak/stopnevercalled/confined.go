package stopnevercalled

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// An ending says whether a value made in a function may be stopped when the function returns.
type ending struct {
	defers   bool // it may
	confined bool // nothing can use the value any more
}

// endingOf looks at the value of a local variable, nil for one that has no name yet, that
// stmt makes. A value that nothing keeps is stopped when the function returns, if the
// function uses the value: it defers the end of something else that it has made, it reads
// from the value, or it waits later. Else the goroutine itself may be all that was wanted.
func endingOf(p *check.Pass, call inspector.Cursor, stmt ast.Stmt, v *types.Var) ending {
	fn, graph := syntax.Enclosing(p, call)
	if fn == nil || graph == nil || graph.NoReturn() || len(syntax.LoopsAround(call)) > 0 {
		return ending{}
	}
	confined := v != nil && confinedTo(p, v, 3)
	if v != nil && defersSibling(p, fn, v) {
		return ending{confined || onlyFails(p, fn), confined}
	}
	return ending{confined && (reads(p, v) || waitsAfter(p, fn, stmt)), confined}
}

// confinedTo reports whether nothing uses the value of a variable once its function has returned: it
// is only asked for plain data, and given to functions of the package that do no more with it.
func confinedTo(p *check.Pass, v *types.Var, depth int) bool {
	if depth == 0 || v.IsField() || v.Parent() == p.Pkg.Scope() {
		return false
	}
	return !slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(id *ast.Ident) bool {
		cur, ok := ssainstr.CursorAt(p, id.Pos())
		return !ok || !onThePlace(cur, v) || !passing(p, cur, depth)
	})
}

// onThePlace reports whether no literal that may run later is between a use of a variable and the
// function that declares it.
func onThePlace(cur inspector.Cursor, v *types.Var) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil)) {
		if c.Node().Pos() < v.Pos() && v.Pos() < c.Node().End() {
			return true
		}
		call, called := c.Parent().Node().(*ast.CallExpr)
		_, isLit := c.Node().(*ast.FuncLit)
		if !isLit || !called || call.Fun != c.Node() {
			return false
		}
	}
	return true
}

// passing reports whether one use of a value keeps nothing of it.
func passing(p *check.Pass, cur inspector.Cursor, depth int) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		return slices.Contains(parent.Lhs, cur.Node().(ast.Expr))
	case *ast.BinaryExpr:
		return true
	case *ast.SelectorExpr:
		up := cur.Parent().Parent()
		if call, ok := up.Node().(*ast.CallExpr); ok && call.Fun == parent {
			return plainResult(p, up)
		}
		return plainResult(p, cur.Parent())
	case *ast.CallExpr:
		fn, _ := typeutil.Callee(p.TypesInfo, parent).(*types.Func)
		i := slices.Index(parent.Args, cur.Node().(ast.Expr))
		if fn == nil || i < 0 || fn.Signature().Variadic() || astindex.Of(p.Pass).Decls[fn.Origin()] == nil {
			return false
		}
		return confinedTo(p, fn.Origin().Signature().Params().At(i), depth-1) && plainResult(p, cur.Parent())
	}
	return false
}

// plainResult reports whether an expression is dropped, or its value is data.
func plainResult(p *check.Pass, cur inspector.Cursor) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		return true
	case *ast.AssignStmt:
		if !slices.ContainsFunc(parent.Lhs, func(lhs ast.Expr) bool { id, ok := lhs.(*ast.Ident); return !ok || id.Name != "_" }) {
			return true
		}
	}
	return isData(p.TypesInfo.TypeOf(cur.Node().(ast.Expr)), 3)
}

// isData reports whether values of type t lead to nothing that may change or run.
func isData(t types.Type, depth int) bool {
	if callmatch.IsError(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Slice:
		return depth > 0 && isData(t.Elem(), depth-1)
	case *types.Struct:
		for f := range t.Fields() {
			if depth == 0 || !isData(f.Type(), depth-1) {
				return false
			}
		}
		return true
	case *types.Tuple:
		for v := range t.Variables() {
			if !isData(v.Type(), depth) {
				return false
			}
		}
		return true
	}
	return false
}

// defersSibling reports whether fn defers the end of another value that it has made.
func defersSibling(p *check.Pass, fn ast.Node, v *types.Var) bool {
	for _, stmt := range astindex.FuncBody(fn).List {
		deferred, ok := stmt.(*ast.DeferStmt)
		if !ok {
			continue
		}
		sel, ok := ast.Unparen(deferred.Call.Fun).(*ast.SelectorExpr)
		if !ok || !slices.Contains(catalog.StopMethods, sel.Sel.Name) {
			continue
		}
		id, ok := ast.Unparen(sel.X).(*ast.Ident)
		if !ok {
			continue
		}
		other, ok := p.TypesInfo.Uses[id].(*types.Var)
		if ok && other != v && astindex.FuncBody(fn).Pos() <= other.Pos() && other.Pos() < fn.End() {
			return true
		}
	}
	return false
}

// onlyFails reports whether fn returns nothing but an error.
func onlyFails(p *check.Pass, fn ast.Node) bool {
	results := syntax.FuncType(fn).Results
	return results == nil || results.NumFields() == 1 && callmatch.IsError(p.TypesInfo.TypeOf(results.List[0].Type))
}

// reads reports whether the function asks the value for something.
func reads(p *check.Pass, v *types.Var) bool {
	return slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(id *ast.Ident) bool {
		cur, ok := ssainstr.CursorAt(p, id.Pos())
		if !ok {
			return false
		}
		call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != cur.Parent().Node() {
			return false
		}
		if _, dropped := cur.Parent().Parent().Parent().Node().(*ast.ExprStmt); dropped {
			return false
		}
		t := p.TypesInfo.TypeOf(call)
		tuple, several := t.(*types.Tuple)
		return !callmatch.IsError(t) && (!several || tuple.Len() > 1)
	})
}

// waitsAfter reports whether the function waits, serves, or runs its function argument
// after stmt.
func waitsAfter(p *check.Pass, fn ast.Node, stmt ast.Stmt) bool {
	waits := false
	ast.Inspect(astindex.FuncBody(fn), func(n ast.Node) bool {
		if n == nil || waits || n.End() <= stmt.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.UnaryExpr:
			waits = n.Op == token.ARROW
		case *ast.SelectStmt:
			waits = true
		case *ast.CallExpr:
			switch callee := typeutil.Callee(p.TypesInfo, n).(type) {
			case *types.Func:
				waits = catalog.Serves[callee.FullName()] || callee.Name() == "Wait"
			case *types.Var:
				waits = n.Pos() > stmt.End()
			}
		}
		return true
	})
	return waits
}
