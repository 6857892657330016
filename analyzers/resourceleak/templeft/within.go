package templeft

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// within reports whether the directory may be another temporary one, which is removed as a whole. What an
// object has for its requests is not, nor what the package removes nowhere; but a file that stays there on
// all paths may be what the directory is for.
func (c *temp) within(p *check.Pass) bool {
	dir := c.dir()
	field := fieldOf(dir)
	if dir != nil && field == nil {
		return ownedDir(dir)
	}
	for _, param := range c.SSA.Parent().Params {
		if callmatch.TypeName(param.Type()) == "net/http.Request" {
			return false
		}
	}
	if field == nil {
		return c.owned
	}
	kept := !c.MakesDir && len(c.Fate.Closed)+len(c.Fate.Gone) == 0
	return kept || c.removed(p, field)
}

// fieldOf returns the field that a value is read from, nil for others.
func fieldOf(v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return callmatch.Deref(addr.X.Type()).Underlying().(*types.Struct).Field(addr.Field)
}

// removed reports whether the package removes what a field names, or makes it a temporary directory.
func (c *temp) removed(p *check.Pass, field *types.Var) bool {
	in := c.Cur.Inspector()
	return slices.ContainsFunc(astindex.Of(p.Pass).Uses[field.Origin()], func(id *ast.Ident) bool {
		use, ok := astindex.Find(in, id)
		return ok && (removes(p, use) || madeTemp(p, use))
	})
}

// removes reports whether a use of the directory's name is what a call removes, and not where that puts
// something.
func removes(p *check.Pass, use inspector.Cursor) bool {
	for c := range use.Enclosing((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn == nil || !catalog.RemovesByName(fn.Name()) {
			continue
		}
		return callmatch.Name(fn) != "os.Rename" || use.Node().End() <= call.Args[0].End()
	}
	return false
}

func madeTemp(p *check.Pass, use inspector.Cursor) bool {
	for c := range use.Enclosing((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		call, ok := assign.Rhs[0].(*ast.CallExpr)
		if !ok || use.Node().Pos() > assign.TokPos {
			return false
		}
		_, makes := catalog.TempMakers[callmatch.CalleeName(p.TypesInfo, call)]
		return makes
	}
	return false
}
