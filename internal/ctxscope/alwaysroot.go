package ctxscope

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// AlwaysRoot reports whether ctx is a parameter of the function around cur that is called
// in this package only, and always with a root context, its own parameter of that kind
// included, or with a request that no server handles: nothing can cancel it.
func AlwaysRoot(p *analysis.Pass, cur inspector.Cursor, ctx *types.Var) bool {
	def := declared(p, cur)
	return def != nil && !def.Exported() && !reassigned(p, ctx) && rootParam(p, def, ctx, 4)
}

// RootHere returns the first call of the function around cur when all calls in this package
// pass what AlwaysRoot asks for: only importers may pass another one.
func RootHere(p *analysis.Pass, cur inspector.Cursor, ctx *types.Var) token.Pos {
	def := declared(p, cur)
	if def == nil || reassigned(p, ctx) || !rootParam(p, def, ctx, 4) {
		return token.NoPos
	}
	return astindex.Of(p).Calls[def][0].Expr.Pos()
}

// declared returns the declared function around cur, nil if there is none.
func declared(p *analysis.Pass, cur inspector.Cursor) *types.Func {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		def, _ := p.TypesInfo.Defs[fn.Node().(*ast.FuncDecl).Name].(*types.Func)
		return def
	}
	return nil
}

// reassigned reports whether a parameter is given another value.
func reassigned(p *analysis.Pass, v *types.Var) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, use := range astindex.Of(p).Uses[v] {
		c, ok := astindex.Find(in, use)
		if kind, _ := c.ParentEdge(); !ok || kind == edge.AssignStmt_Lhs {
			return true
		}
	}
	return false
}

// rootParam reports whether all calls of fn in this package pass a root for ctx.
func rootParam(p *analysis.Pass, fn *types.Func, ctx *types.Var, depth int) bool {
	index, arg := astindex.Of(p), -1
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i) == ctx {
			arg = i
		}
	}
	calls := index.Calls[fn]
	if arg < 0 || depth == 0 || len(calls) == 0 || len(index.Values[fn]) > 0 {
		return false
	}
	for _, call := range calls {
		if arg >= len(call.Expr.Args) || !isRoot(p, call.Expr.Args[arg], depth) {
			return false
		}
	}
	return true
}

// isRoot reports whether arg is a root context, one with values added to it, what carries
// one, as a request that is read from a connection does, or a parameter, of the declared
// function around it, that always is one.
func isRoot(p *analysis.Pass, arg ast.Expr, depth int) bool {
	switch arg := ast.Unparen(arg).(type) {
	case *ast.CallExpr:
		name := callmatch.CalleeName(p.TypesInfo, arg)
		derives := catalog.ContextDerives[name]
		return catalog.ContextRoots[name] || catalog.RootCarriers[name] || derives == "detached" || derives == "parent" && isRoot(p, arg.Args[0], depth)
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[arg].(*types.Var)
		decl := declAround(p, arg)
		if !ok || decl == nil || v.Pos() < decl.Pos() || decl.End() <= v.Pos() {
			return false
		}
		if value := localvar.Value(p.TypesInfo, decl, v); value != nil {
			return isRoot(p, value, depth)
		}
		caller, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
		return ok && !caller.Exported() && (IsContext(v.Type()) || !reassigned(p, v)) && rootParam(p, caller, v, depth-1)
	case *ast.UnaryExpr:
		lit, ok := arg.X.(*ast.CompositeLit)
		return ok && len(lit.Elts) == 0 && catalog.ContextCarriers[callmatch.TypeName(p.TypesInfo.TypeOf(lit))] != ""
	}
	return false
}

// declAround returns the declaration of the function that n stands in, nil if there
// is none.
func declAround(p *analysis.Pass, n ast.Node) *ast.FuncDecl {
	for _, file := range p.Files {
		if n.Pos() < file.FileStart || file.FileEnd <= n.Pos() {
			continue
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= n.Pos() && n.Pos() < fn.End() {
				return fn
			}
		}
	}
	return nil
}
