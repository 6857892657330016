package ctxscope

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// AlwaysRoot reports whether ctx is a parameter of the function around cur that is called
// in this package only, and always with a root context, its own parameter of that kind
// included: nothing can cancel it.
func AlwaysRoot(p *analysis.Pass, cur inspector.Cursor, ctx *types.Var) bool {
	for _, use := range astindex.Of(p).Uses[ctx] {
		c, ok := cur.Inspector().Root().FindNode(use)
		if kind, _ := c.ParentEdge(); !ok || kind == edge.AssignStmt_Lhs {
			return false // it is given another one
		}
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		def, ok := p.TypesInfo.Defs[fn.Node().(*ast.FuncDecl).Name].(*types.Func)
		return ok && rootParam(p, def, ctx, 4)
	}
	return false
}

func rootParam(p *analysis.Pass, fn *types.Func, ctx *types.Var, depth int) bool {
	index, arg := astindex.Of(p), -1
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i) == ctx {
			arg = i
		}
	}
	calls := index.Calls[fn]
	if arg < 0 || depth == 0 || fn.Exported() || len(calls) == 0 || len(index.Values[fn]) > 0 {
		return false
	}
	for _, call := range calls {
		if arg >= len(call.Expr.Args) || !isRoot(p, call.Expr.Args[arg], depth) {
			return false
		}
	}
	return true
}

// isRoot reports whether arg is a root context, one with values added to it, or a
// parameter, of the declared function around it, that always is one.
func isRoot(p *analysis.Pass, arg ast.Expr, depth int) bool {
	switch arg := ast.Unparen(arg).(type) {
	case *ast.CallExpr:
		name := callmatch.CalleeName(p.TypesInfo, arg)
		derives := catalog.ContextDerives[name]
		return catalog.ContextRoots[name] || derives == "detached" || derives == "parent" && isRoot(p, arg.Args[0], depth)
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
		return ok && rootParam(p, caller, v, depth-1)
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
