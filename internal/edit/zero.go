package edit

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// ZeroResults returns what the function around cur can return before its error
// result, false when that is not obvious or there is no error result.
func ZeroResults(pass *analysis.Pass, cur inspector.Cursor) ([]string, bool) {
	var ft *ast.FuncType
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if decl, ok := fn.Node().(*ast.FuncDecl); ok {
			ft = decl.Type
		} else {
			ft = fn.Node().(*ast.FuncLit).Type
		}
		break
	}
	if ft == nil || ft.Results == nil {
		return nil, false
	}
	var zeros []string
	for _, field := range ft.Results.List {
		zero, ok := zeroOf(pass, field.Type)
		switch named := visibleNames(pass, field, cur.Node().Pos()); {
		case !ok && named == nil:
			return nil, false
		case !ok:
			zeros = append(zeros, named...)
			continue
		}
		for range max(1, len(field.Names)) {
			zeros = append(zeros, zero)
		}
	}
	last := pass.TypesInfo.TypeOf(ft.Results.List[len(ft.Results.List)-1].Type)
	if !callmatch.IsError(last) {
		return nil, false
	}
	return zeros[:len(zeros)-1], true
}

// visibleNames returns the names of results as a return at pos may write them, nil if one has none or is hidden.
func visibleNames(pass *analysis.Pass, field *ast.Field, pos token.Pos) (names []string) {
	for _, id := range field.Names {
		if _, obj := pass.Pkg.Scope().Innermost(pos).LookupParent(id.Name, pos); obj == nil || obj != pass.TypesInfo.Defs[id] {
			return nil
		}
		names = append(names, id.Name)
	}
	return names
}

func zeroOf(pass *analysis.Pass, expr ast.Expr) (string, bool) {
	if _, param := types.Unalias(pass.TypesInfo.TypeOf(expr)).(*types.TypeParam); param {
		return "", false
	}
	switch t := pass.TypesInfo.TypeOf(expr).Underlying().(type) {
	case *types.Basic:
		switch {
		case t.Info()&types.IsBoolean != 0:
			return "false", true
		case t.Info()&types.IsString != 0:
			return `""`, true
		case t.Info()&types.IsNumeric != 0:
			return "0", true
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Interface, *types.Signature:
		return "nil", true
	case *types.Struct:
		return types.ExprString(expr) + "{}", true
	}
	return "", false
}
