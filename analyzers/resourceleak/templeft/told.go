package templeft

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// told returns the call that logs or prints the name, nil if none does.
func (c *temp) told(p *check.Pass) (found ast.Node) {
	fn := site.Around(c.Site)
	if fn == nil {
		return nil
	}
	names := c.names(fn.Body)
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && found == nil && tells(p, call) && mentions(call.Args, names) {
			found = call
		}
		return found == nil
	})
	return found
}

// tells reports whether a call logs or prints what it is passed.
func tells(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	return catalog.LogPackages[fn.Pkg().Path()] || fn.Pkg().Path() == "fmt" && strings.Contains(fn.Name(), "rint") && !strings.HasPrefix(fn.Name(), "S")
}

// names returns the variable, and those that are set to what is made of it.
func (c *temp) names(body *ast.BlockStmt) map[string]bool {
	names := map[string]bool{c.Var: true}
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 1 || !mentions(assign.Rhs, names) {
			return true
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// mentions reports whether expressions contain one of the variables.
func mentions(list []ast.Expr, names map[string]bool) (found bool) {
	for _, expr := range list {
		ast.Inspect(expr, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && names[id.Name]
			return !found
		})
	}
	return found
}
