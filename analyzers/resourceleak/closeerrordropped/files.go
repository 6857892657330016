package closeerrordropped

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// written reports whether the function opens what is in a variable for writing, or makes it around
// something else.
func written(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	call, ok := localvar.Definition(p.TypesInfo, fn.Node(), v).(*ast.CallExpr)
	if !ok {
		return false
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	if catalog.OpensByFlags[name] {
		return !mentionsName(call.Args[1], "O_RDONLY")
	}
	return catalog.CreatesFile[name] || catalog.Wrapped[name] == "Close"
}

func mentionsName(in ast.Node, name string) bool {
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// names returns the variables that stand for a file: its own, those that it is made of or around, and
// those of its name.
func names(p *check.Pass, fn inspector.Cursor, v *types.Var) map[*types.Var]bool {
	set := map[*types.Var]bool{v: true}
	for range 2 { // a writer, the file below it, and the name of that
		for c := range fn.Preorder((*ast.AssignStmt)(nil)) {
			assign := c.Node().(*ast.AssignStmt)
			call, ok := assign.Rhs[0].(*ast.CallExpr)
			if !ok {
				continue
			}
			to := variable(p, assign.Lhs[0])
			if to != nil && set[to] {
				for _, arg := range call.Args {
					if from := variable(p, arg); from != nil {
						set[from] = true
					}
				}
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && to != nil && sel.Sel.Name == "Name" && set[variable(p, sel.X)] {
				set[to] = true
			}
		}
	}
	return set
}

func variable(p *check.Pass, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// renamedAfter returns the call that renames one of the files, in the statements after the one at cur.
func renamedAfter(p *check.Pass, stmt inspector.Cursor, files map[*types.Var]bool) *ast.CallExpr {
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if callmatch.CalleeName(p.TypesInfo, call) == "os.Rename" && mentionsFile(p, call.Args[0], files) {
				return call
			}
		}
	}
	return nil
}

// mentionsFile reports whether an expression names one of the files.
func mentionsFile(p *check.Pass, expr ast.Expr, files map[*types.Var]bool) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && files[variable(p, id)]
		return !found
	})
	return found
}
