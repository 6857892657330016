package loops

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Exits collects the exits of a loop.
type Exits struct {
	P         *check.Pass
	Ctx       *types.Var
	ByContext bool // a case or a condition about the context leaves
	Otherwise bool // something else does
}

// Visit looks for exits in n, which is nested in depth statements that a plain break
// leaves.
func (e *Exits) Visit(n ast.Node, depth int) {
	ast.Inspect(n, func(m ast.Node) bool {
		switch s := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			e.Otherwise = true
		case *ast.BranchStmt:
			e.Otherwise = e.Otherwise || s.Tok == token.GOTO || s.Tok == token.BREAK && (s.Label != nil || depth == 0)
		case *ast.CallExpr:
			e.Otherwise = e.Otherwise || e.P.TypesInfo.Types[s.Fun].IsBuiltin() && builtinName(s) == "panic"
		case *ast.CommClause:
			if s.Comm != nil && e.mentions(s.Comm) {
				e.ByContext = e.ByContext || syntax.Leaves(s.Body)
				return false
			}
		case *ast.IfStmt:
			if e.mentions(s.Cond) {
				e.ByContext = e.ByContext || syntax.Leaves(s.Body.List)
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			if m != n {
				e.Visit(m, depth+1)
				return false
			}
		}
		return true
	})
}

func builtinName(call *ast.CallExpr) string {
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	if id == nil {
		return ""
	}
	return id.Name
}

// mentions reports whether n uses the context.
func (e *Exits) mentions(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			found = found || e.P.TypesInfo.Uses[id] == e.Ctx
		}
		return !found
	})
	return found
}
