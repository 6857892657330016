package sentbeforedispatch

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// noted returns the map in which a function looks up a parameter, and stores it where it is not there; nil if
// it does not do both.
func noted(p *check.Pass, decl *ast.FuncDecl) *types.Var {
	sig := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature()
	if sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) || sig.Params().Len() == 0 {
		return nil
	}
	var found, stored *types.Var
	for _, stmt := range decl.Body.List {
		switch stmt := stmt.(type) {
		case *ast.IfStmt:
			assign, ok := stmt.Init.(*ast.AssignStmt)
			if ok && len(assign.Lhs) == 2 && len(assign.Rhs) == 1 && saysTrue(p, stmt.Body) && p.Source(stmt.Cond) == p.Source(assign.Lhs[1]) {
				found = element(p, assign.Rhs[0], sig)
			}
		case *ast.AssignStmt:
			if v := element(p, stmt.Lhs[0], sig); v != nil && found == v {
				stored = v
			}
		}
	}
	return stored
}

// element returns the field of a map that an expression is the element of, for a parameter.
func element(p *check.Pass, expr ast.Expr, sig *types.Signature) *types.Var {
	index, ok := ast.Unparen(expr).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	key, ok := ast.Unparen(index.Index).(*ast.Ident)
	field := callmatch.Field(p.TypesInfo, index.X)
	if !ok || field == nil {
		return nil
	}
	if _, isMap := field.Type().Underlying().(*types.Map); !isMap {
		return nil
	}
	for param := range sig.Params().Variables() {
		if p.TypesInfo.Uses[key] == param {
			return field
		}
	}
	return nil
}

func saysTrue(p *check.Pass, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && p.Source(ret.Results[0]) == "true"
}

// deleted reports whether a function other than the given one deletes from a map, or replaces it.
func deleted(p *check.Pass, field *types.Var, but *ast.FuncDecl) (found bool) {
	for _, decl := range astindex.Funcs(p.Pass) {
		if decl == but {
			continue
		}
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if callmatch.IsBuiltin(p.TypesInfo, n, "delete") || callmatch.IsBuiltin(p.TypesInfo, n, "clear") {
					found = found || callmatch.Field(p.TypesInfo, n.Args[0]) == field
				}
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					found = found || callmatch.Field(p.TypesInfo, lhs) == field
				}
			}
			return !found
		})
	}
	return found
}
