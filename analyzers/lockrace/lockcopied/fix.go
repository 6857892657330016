package lockcopied

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix makes a receiver a pointer where another method has one, so that no interface needs the
// value; and a parameter of a function that all callers pass a variable to.
func (c *copied) fix(p *check.Pass, in *inspector.Inspector, v *types.Var) *edit.Fix {
	if c.decl == nil || len(c.field.Names) != 1 || !onlySelected(p, in, v) {
		return nil
	}
	e := p.Edit(c.field.Pos())
	e.Insert(c.field.Type.Pos(), "*")
	fn := p.TypesInfo.Defs[c.decl.Name].(*types.Func)
	if fn.Signature().Recv() == v {
		if !hasPointerMethod(v.Type()) {
			return nil
		}
		return e.Fix("Make the receiver a pointer", "")
	}
	index := astindex.Of(p.Pass)
	if fn.Exported() && p.Pkg.Name() != "main" || len(index.Values[fn]) > 0 {
		return nil
	}
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v)
	for _, call := range index.Calls[fn] {
		arg, ok := ast.Unparen(argument(call.Expr, i)).(*ast.Ident)
		if !ok || call.Expr.Ellipsis.IsValid() || p.Quiet(arg.Pos()) || p.Fset.File(arg.Pos()) != p.Fset.File(c.field.Pos()) {
			return nil
		}
		e.Insert(arg.Pos(), "&")
	}
	return e.Fix("Pass a pointer to "+v.Name(), "")
}

func argument(call *ast.CallExpr, i int) ast.Expr {
	if i < len(call.Args) {
		return call.Args[i]
	}
	return nil
}

func hasPointerMethod(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for m := range named.Methods() {
		if _, pointer := m.Signature().Recv().Type().(*types.Pointer); pointer {
			return true
		}
	}
	return false
}

// onlySelected reports whether all uses of v are for its fields and methods, which are the same by
// a pointer.
func onlySelected(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	return !slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(id *ast.Ident) bool {
		cur, ok := astindex.Find(in, id)
		if !ok {
			return true
		}
		sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
		return !ok || sel.X != id
	})
}
