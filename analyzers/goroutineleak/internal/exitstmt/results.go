package exitstmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ReturnsError reports whether the last result is an error.
func ReturnsError(info *types.Info, results *ast.FieldList) bool {
	if results == nil {
		return false
	}
	last := results.List[len(results.List)-1].Type
	return callmatch.IsError(info.TypeOf(last))
}

// Others returns what to return at pos beside an error: the results that have
// names, and else zero values, each with a comma.
func Others(p *check.Pass, results *ast.FieldList, pos token.Pos) string {
	var list []string
	for _, field := range results.List {
		value := zero(p, field.Type)
		if len(field.Names) == 0 {
			list = append(list, value+", ")
		}
		for _, name := range field.Names {
			if v, ok := p.TypesInfo.Defs[name].(*types.Var); ok && name.Name != "_" && syntax.VisibleAt(p, v, pos) {
				list = append(list, name.Name+", ")
			} else {
				list = append(list, value+", ")
			}
		}
	}
	return strings.Join(list[:len(list)-1], "")
}

func zero(p *check.Pass, expr ast.Expr) string {
	t := p.TypesInfo.TypeOf(expr)
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "*new(" + p.Source(expr) + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Struct, *types.Array:
		return p.Source(expr) + "{}"
	}
	return "nil"
}
