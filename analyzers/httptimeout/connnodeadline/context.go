package connnodeadline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// unlimited reports whether a context has no deadline: it is a root, that of a request whose connection has been
// taken over, or derived from one of these without a limit, in the declaration or by all callers of its function.
// That it may be canceled is no limit for one client: nothing cancels it because that client does not read.
func unlimited(p *check.Pass, decl ast.Node, ctx ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch ctx := ast.Unparen(ctx).(type) {
	case *ast.CallExpr:
		name := callmatch.CalleeName(p.TypesInfo, ctx)
		switch ends, known := catalog.ContextEnds[name]; {
		case catalog.ContextRoots[name] || catalog.TakenOver[name]:
			return true
		case known && ends != "deadline" && ends != "shutdown" || catalog.ContextDerives[name] != "" || catalog.ConnContexts[name]:
			return len(ctx.Args) > 0 && unlimited(p, decl, ctx.Args[0], depth-1)
		}
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[ctx].(*types.Var)
		if !ok || v.Kind() != types.ParamVar {
			value := ast.Expr(nil)
			if ok {
				value = localvar.Value(p.TypesInfo, decl, v)
			}
			return value != nil && unlimited(p, decl, value, depth-1)
		}
		return !assigned(p, decl, v) && passedUnlimited(p, decl, v, depth-1)
	}
	return false
}

// assigned reports whether a declaration assigns to a parameter.
func assigned(p *check.Pass, decl ast.Node, v *types.Var) (found bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range assign.Lhs {
				id, ok := lhs.(*ast.Ident)
				found = found || ok && p.TypesInfo.Uses[id] == types.Object(v)
			}
		}
		return !found
	})
	return found
}

// passedUnlimited reports whether all callers of a function pass it a context without a deadline as parameter v.
func passedUnlimited(p *check.Pass, decl ast.Node, v *types.Var, depth int) bool {
	fn, i := paramOf(p, decl, v)
	if fn == nil || fn.Exported() {
		return false
	}
	index := astindex.Of(p.Pass)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, call := range index.Calls[fn] {
		cur, ok := astindex.Find(in, call.Expr)
		if !ok || i >= len(call.Expr.Args) || !unlimited(p, astindex.DeclAround(cur), call.Expr.Args[i], depth) {
			return false
		}
	}
	return len(index.Calls[fn]) > 0 && len(index.Values[fn]) == 0
}

// paramOf returns the declared function that has a parameter, and its number.
func paramOf(p *check.Pass, decl ast.Node, v *types.Var) (*types.Func, int) {
	d, ok := decl.(*ast.FuncDecl)
	if !ok {
		return nil, 0
	}
	fn, _ := p.TypesInfo.Defs[d.Name].(*types.Func)
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i) == v {
			return fn, i
		}
	}
	return nil, 0
}

// repeated reports whether a write is in a loop of its function, or in a function of the package that a loop calls
// with the connection:
//
//	for msg := range messages {
//		if err := send(ctx, conn, msg); err != nil {
func repeated(p *check.Pass, cur inspector.Cursor, conn ast.Expr) bool {
	if inLoop(cur) {
		return true
	}
	decl := astindex.DeclAround(cur)
	if fn, ok := astindex.FuncAround(cur); !ok || fn.Node() != decl {
		return false
	}
	v, ok := holder(p, conn).(*types.Var)
	if !ok {
		return false
	}
	fn, _ := paramOf(p, decl, v)
	if fn == nil || fn.Exported() {
		return false
	}
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		if at, ok := astindex.Find(cur.Inspector(), call.Expr); ok && inLoop(at) {
			return true
		}
	}
	return false
}
