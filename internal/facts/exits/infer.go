package exits

import (
	"go/ast"
	"go/token"
	"go/types"
)

// infer determines when a function ends the process, as far as that is known of those that
// it calls.
func (r *Result) infer(sig *types.Signature, body *ast.BlockStmt) (fact Fact) {
	if r.ends(body) && !mayNot(body) {
		return Fact{Always: true}
	}
	for i := range min(sig.Params().Len(), 64) {
		v := sig.Params().At(i)
		for j, stmt := range body.List {
			failed, is := r.decides(body.List[j:], stmt, v)
			if failed {
				fact.Failed |= 1 << i
			}
			if is {
				fact.True |= 1 << i
			}
		}
	}
	fact.Fails = r.fails(body)
	return fact
}

// decides reports whether stmt, the first of rest, ends the process if v is not nil, or if it
// is true.
func (r *Result) decides(rest []ast.Stmt, stmt ast.Stmt, v *types.Var) (failed, is bool) {
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		failed, is = r.tests(stmt.Cond, v, token.NEQ)
		if !(failed || is) {
			// if err == nil { return }
			failed, is = r.tests(stmt.Cond, v, token.EQL)
			return failed && r.endsBehind(rest, stmt), is && r.endsBehind(rest, stmt)
		}
		sure := r.ends(stmt.Body) && !mayNot(stmt.Body)
		return failed && sure, is && sure
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok {
			return false, false
		}
		fact := r.called(call)
		for i, arg := range call.Args {
			failed = failed || fact.Failed&(1<<i) != 0 && r.names(arg, v)
			if fact.True&(1<<i) != 0 {
				nonNil, plain := r.tests(arg, v, token.NEQ)
				failed, is = failed || nonNil, is || plain
			}
		}
	}
	return failed, is
}

// tests reports whether a condition is that v is not nil, or that v is true; with token.EQL,
// whether it is the opposite.
func (r *Result) tests(cond ast.Expr, v *types.Var, op token.Token) (nonNil, is bool) {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		return cond.Op == op && r.names(cond.X, v) && types.IsInterface(v.Type()) && r.pass.TypesInfo.Types[cond.Y].IsNil(), false
	case *ast.UnaryExpr:
		return false, op == token.EQL && cond.Op == token.NOT && r.names(cond.X, v)
	case *ast.Ident:
		return false, op == token.NEQ && r.names(cond, v)
	}
	return false, false
}

func (r *Result) names(expr ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && r.pass.TypesInfo.Uses[id] == v
}

// endsBehind reports whether an if statement only returns, and what follows ends the process.
func (r *Result) endsBehind(rest []ast.Stmt, stmt *ast.IfStmt) bool {
	if len(stmt.Body.List) != 1 || stmt.Else != nil {
		return false
	}
	_, returns := stmt.Body.List[0].(*ast.ReturnStmt)
	behind := &ast.BlockStmt{List: rest[1:]}
	return returns && r.ends(behind) && !mayNot(behind)
}

// ends reports whether the last statement of a block ends the process.
func (r *Result) ends(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	stmt, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	return ok && r.Ends(call)
}

// mayNot reports whether control may leave a block before its end, or stay in it.
func mayNot(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.ForStmt, *ast.SelectStmt, *ast.DeferStmt:
			found = true
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			found = found || ok && id.Name == "panic" // deferred calls run
		}
		return !found
	})
	return found
}
