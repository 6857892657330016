package capturedvariable

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/criticalsection"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/captured"
)

// fix gives the goroutine a variable of its own, or declares a mutex before the variable and acquires it in the goroutines. There is none where
// the function that starts the goroutine takes part: it has to wait, and for what is not known.
func fix(p *check.Pass, c *captured.Race, expr ast.Expr) *edit.Fix {
	if c.Var.IsValid() && c.Method == "" {
		if own := ownVariable(p, c); own != nil {
			return own
		}
	}
	if !c.Alike && !c.Served || !c.Var.IsValid() || c.Method != "" {
		return nil
	}
	stmt := declaration(p, c.Var)
	variable, ok := source.NameAt(p, c.Var).(*ast.Ident)
	if stmt == nil || !ok {
		return nil
	}
	name := source.FreeName(p, stmt.Pos(), "mu", variable.Name)
	if name == "" {
		return nil
	}
	e := p.Edit(expr.Pos())
	e.Before(stmt, "var "+name+" "+e.Import(stmt.Pos(), "sync", "sync")+".Mutex // guards "+variable.Name)
	var places []token.Pos
	for _, pos := range c.All {
		if within, _ := source.Find[*ast.FuncDecl](p, pos); within == nil || !(within.Pos() < stmt.Pos() && stmt.Pos() < within.End()) {
			return nil // a function that is passed the variable
		}
		if source.NameAt(p, pos) != nil { // n += 1 reads at no place of its own
			places = append(places, pos)
		}
	}
	slices.Sort(places)
	if !criticalsection.Several(p, e, slices.Compact(places), func(ast.Expr) criticalsection.Mutex { return criticalsection.Mutex{Text: name} }) {
		return nil
	}
	return e.Fix("Add "+name+", and acquire it for each access in a goroutine", "")
}

// declaration returns the statement that declares a local variable alone, in a block.
func declaration(p *check.Pass, pos token.Pos) ast.Stmt {
	path := source.PathTo(p, pos)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.AssignStmt, *ast.DeclStmt:
			if _, block := path[i+1].(*ast.BlockStmt); block {
				return n.(ast.Stmt)
			}
			return nil
		case *ast.Field, *ast.FuncLit, *ast.BlockStmt:
			return nil
		}
	}
	return nil
}
