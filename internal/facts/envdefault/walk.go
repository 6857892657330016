package envdefault

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// walk follows what a function returns back to its parameters.
type walk struct {
	r      *Result
	scope  ast.Node
	seen   map[types.Object]bool
	params *types.Tuple
	key    int
	found  int  // the parameter that is returned, -1 for none
	reads  bool // the variable's value is returned
}

func (w *walk) value(expr ast.Expr) {
	info := w.r.pass.TypesInfo
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		w.ident(expr)
	case *ast.IndexExpr:
		w.value(expr.X) // the first of a variadic default
	case *ast.TypeAssertExpr:
		w.value(expr.X)
	case *ast.StarExpr:
		w.value(expr.X)
	case *ast.CallExpr:
		if info.Types[expr.Fun].IsType() && len(expr.Args) == 1 {
			w.value(expr.Args[0])
			return
		}
		if read := w.r.Call(expr); read != nil {
			w.reads = true
			if read.Default >= 0 && read.Default < len(expr.Args) {
				w.value(expr.Args[read.Default])
			}
			return
		}
		if catalog.Passes[callmatch.CalleeName(info, expr)] {
			for _, arg := range expr.Args {
				w.value(arg)
			}
		}
	}
}

// ident takes a parameter, or follows a local variable to all it is assigned.
func (w *walk) ident(id *ast.Ident) {
	info := w.r.pass.TypesInfo
	obj := info.Uses[id]
	if obj == nil || w.seen[obj] {
		return
	}
	if i := index(info, w.params, id); i >= 0 {
		if i != w.key {
			w.found = i
		}
	}
	w.object(obj)
}

// object follows a variable to all it is assigned.
func (w *walk) object(obj types.Object) {
	if w.seen[obj] {
		return
	}
	w.seen[obj] = true
	info := w.r.pass.TypesInfo
	ast.Inspect(w.scope, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE {
			return true
		}
		for i, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && info.ObjectOf(id) == obj {
				w.value(assign.Rhs[min(i, len(assign.Rhs)-1)])
			}
		}
		return true
	})
}

// returns lists the first results of a body's own return statements. It sets bare if a
// return has no operands: then the result is the named one.
func returns(body *ast.BlockStmt, bare *bool) []ast.Expr {
	var list []ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 0 {
				*bare = true
				break
			}
			list = append(list, n.Results[0])
		}
		return true
	})
	return list
}
