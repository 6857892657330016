package nackmissing

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

func (w *walk) mentions(expr ast.Expr, vars map[types.Object]bool) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && vars[w.p.TypesInfo.Uses[id]]
		return !found
	})
	return found
}

// dependsOnBody reports whether cond asks the message, or anything that has come
// about while handling it: a variable of the code around, or a call's answer.
func (w *walk) dependsOnBody(cond ast.Expr) bool {
	depends := false
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			depends = true
		case *ast.Ident:
			v, ok := w.p.TypesInfo.Uses[n].(*types.Var)
			inside := ok && v.Pos() >= w.around.Pos() && v.Pos() < w.around.End()
			depends = depends || ok && (v == w.v || inside || w.assigns(v))
		}
		return !depends
	})
	return depends
}

// assigns reports whether the code that handles the message assigns v.
func (w *walk) assigns(v *types.Var) bool {
	found := false
	for _, stmt := range w.list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			if assign, ok := n.(*ast.AssignStmt); ok {
				for _, lhs := range assign.Lhs {
					id, ok := lhs.(*ast.Ident)
					found = found || ok && w.p.TypesInfo.ObjectOf(id) == v
				}
			}
			return !found
		})
	}
	return found
}

// unusable reports whether s tests the error of one of the message's own methods, which
// means that it is none of the broker's, of a wait that only the end of the consumer
// interrupts, or of a call that decodes the message where dropping it is the only way to
// continue.
func (w *walk) unusable(s *ast.IfStmt) bool {
	vars := make(map[types.Object]bool)
	ast.Inspect(s.Cond, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := w.p.TypesInfo.Uses[id].(*types.Var); ok {
				vars[v] = true
			}
		}
		return true
	})
	var last *ast.CallExpr // whose result is asked for
	ast.Inspect(w.around, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Pos() > s.Cond.Pos() || len(assign.Rhs) != 1 {
			return true
		}
		for _, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && vars[w.p.TypesInfo.ObjectOf(id)] {
				last, _ = ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
			}
		}
		return true
	})
	if last == nil {
		return false
	}
	if sel, ok := ast.Unparen(last.Fun).(*ast.SelectorExpr); ok && w.is(sel.X) {
		return !w.how.Settles(sel.Sel.Name)
	}
	return w.over(last) || waits(callmatch.Callee(w.p.TypesInfo, last)) ||
		w.how.Covers && catalog.Decodes[callmatch.CalleeName(w.p.TypesInfo, last)]
}

// waits reports whether fn gets a context and a duration and returns an error:
// that it was not allowed to wait for so long.
func waits(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	params := fn.Signature().Params()
	return params.Len() == 2 && callmatch.IsType(params.At(0).Type(), "context.Context") &&
		callmatch.IsType(params.At(1).Type(), "time.Duration") && fn.Signature().Results().Len() == 1
}

// leaves reports whether a call does not return.
func (w *walk) leaves(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && w.p.TypesInfo.Uses[id] == types.Universe.Lookup("panic") {
		return true
	}
	return catalog.Raises[callmatch.CalleeName(w.p.TypesInfo, call)]
}

// skips reports whether the path to stmt, a jump out of the code, has a log message right
// before it that says the message is dropped.
func (w *walk) skips(stmt ast.Stmt) bool {
	var before []ast.Stmt
	ast.Inspect(w.around, func(n ast.Node) bool {
		if list := astindex.Stmts(n); slices.Contains(list, stmt) {
			before = list[:slices.Index(list, stmt)]
		}
		return before == nil
	})
	return slices.ContainsFunc(before, func(s ast.Stmt) bool {
		expr, ok := s.(*ast.ExprStmt)
		return ok && w.saysSkipped(expr.X)
	})
}

func (w *walk) saysSkipped(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(w.p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && catalog.Printers[fn.Pkg().Path()] && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		text := w.p.TypesInfo.Types[arg].Value
		return text != nil && text.Kind() == constant.String && check.Tells(constant.StringVal(text), catalog.SkipWords...)
	})
}
