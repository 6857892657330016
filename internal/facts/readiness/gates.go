package readiness

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// unavailable is the status with which a service says that it is not ready.
const unavailable = 503

// findGates looks for handlers that answer 503 by a flag:
//
//	if !s.ready.Load() {
//		w.WriteHeader(http.StatusServiceUnavailable)
//		return
//	}
func (r *Result) findGates() {
	in := r.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.IfStmt)(nil)) {
		stmt := cur.Node().(*ast.IfStmt)
		fn, ok := astindex.FuncAround(cur)
		if !ok {
			continue
		}
		sig := astindex.Signature(r.pass.TypesInfo, fn.Node())
		if sig == nil || !astindex.AnswersRequests(sig) {
			continue
		}
		ifSo := r.refuses(stmt.Body)
		if ifSo || stmt.Else != nil && r.refuses(stmt.Else) || returns(stmt.Body) && r.refusesAfter(fn.Node(), stmt) {
			for _, part := range operands(stmt.Cond) {
				if v, negated := r.flag(part); v != nil {
					r.gates[v] = &Gate{Inverted: negated != ifSo}
				}
			}
		}
	}
}

// operands returns the parts of a condition that && and || join.
func operands(cond ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && (b.Op == token.LOR || b.Op == token.LAND) {
		return append(operands(b.X), operands(b.Y)...)
	}
	return []ast.Expr{cond}
}

// flag returns the flag that a condition reads, itself or by a method of the package that returns it, and
// whether the condition holds when the flag is not set.
func (r *Result) flag(cond ast.Expr) (v *types.Var, negated bool) {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if cond.Op == token.NOT {
			v, negated = r.flag(cond.X)
			return v, !negated
		}
	case *ast.CallExpr:
		sel, ok := ast.Unparen(cond.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil, false
		}
		if callmatch.CalleeName(r.pass.TypesInfo, cond) == "(*sync/atomic.Bool).Load" {
			return r.shared(r.variable(sel.X)), false
		}
		return r.getter(callmatch.Callee(r.pass.TypesInfo, cond))
	case *ast.Ident, *ast.SelectorExpr:
		v := r.variable(cond)
		if v == nil || !types.Identical(v.Type().Underlying(), types.Typ[types.Bool]) {
			return nil, false
		}
		return r.shared(v), false
	}
	return nil, false
}

// shared returns v if it is a field, or declared outside of functions, or captured: not a local result.
func (r *Result) shared(v *types.Var) *types.Var {
	if v == nil || v.IsField() || v.Parent() == r.pass.Pkg.Scope() || callmatch.TypeName(v.Type()) == "sync/atomic.Bool" {
		return v
	}
	return nil
}

// getter returns the flag that a function of the package only returns.
func (r *Result) getter(fn *types.Func) (v *types.Var, negated bool) {
	if fn == nil {
		return nil, false
	}
	decl := astindex.Of(r.pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return nil, false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok && callmatch.Callee(r.pass.TypesInfo, call) == fn {
		return nil, false
	}
	return r.flag(ret.Results[0])
}

// refuses reports whether a statement mentions the status 503.
func (r *Result) refuses(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok || found {
			return !found
		}
		if v := r.pass.TypesInfo.Types[expr].Value; v != nil && v.Kind() == constant.Int {
			n, exact := constant.Int64Val(v)
			found = exact && n == unavailable
		}
		return !found
	})
	return found
}

// refusesAfter reports whether the list of statements around stmt mentions 503 after it.
func (r *Result) refusesAfter(fn ast.Node, stmt *ast.IfStmt) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if list := astindex.Stmts(n); list != nil {
			after := false
			for _, s := range list {
				found = found || after && r.refuses(s)
				after = after || s == ast.Stmt(stmt)
			}
		}
		return !found
	})
	return found
}

// returns reports whether a block ends with a return.
func returns(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}
