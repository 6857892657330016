package leftopen

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// closed returns the calls of functions of the module whose result the package closes by a method
// of its variable: that shows that the function has to, where the catalog does not.
//
//	pool := queue.NewPool(4)
//	…
//	return pool.Close()
func closed(p *check.Pass) map[*ast.CallExpr]bool {
	made, list := make(map[types.Object]*ast.CallExpr), make(map[*ast.CallExpr]bool)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.CallExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
			if id, isVar := n.Lhs[0].(*ast.Ident); ok && isVar && len(n.Rhs) == 1 && (makes(p, call) || describes(p, call)) {
				made[p.TypesInfo.Defs[id]] = call
			}
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			id, ok := ast.Unparen(sel.X).(*ast.Ident)
			if call := made[p.TypesInfo.Uses[id]]; ok && call != nil && site.Closer(p.TypesInfo.TypeOf(id)) == sel.Sel.Name {
				list[call] = true
			}
		}
	}
	return list
}

// makes reports whether a call is one of a function of the module, not of a method, that returns a
// type of the module.
func makes(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Signature().Recv() != nil || fn.Signature().Results().Len() == 0 || !own(p, fn.Pkg()) {
		return false
	}
	t := callmatch.Named(fn.Signature().Results().At(0).Type())
	return t != nil && own(p, t.Obj().Pkg()) && site.Closer(fn.Signature().Results().At(0).Type()) != ""
}

// describes reports whether a call is one of a function or method of another package, not of the standard
// library, that returns a file or the like, and can fail: what is returned has a descriptor.
func describes(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() == p.Pkg || callmatch.Std(fn) || !callmatch.CanFail(fn.Signature()) {
		return false
	}
	return catalog.Descriptors[callmatch.TypeName(callmatch.Deref(fn.Signature().Results().At(0).Type()))]
}

// own reports whether a package is one of the module.
func own(p *check.Pass, pkg *types.Package) bool {
	return pkg == p.Pkg || pkg != nil && p.Module != nil && p.Module.Path != "" && strings.HasPrefix(pkg.Path()+"/", p.Module.Path+"/")
}

// holds reports whether a value of a type may hold more than memory, by its fields: goroutines that
// wait for a channel, a context, or something that has to be closed.
func holds(t types.Type, depth int) bool {
	st, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		name := callmatch.TypeName(f.Type())
		_, channel := f.Type().Underlying().(*types.Chan)
		switch {
		case channel, name == "context.CancelFunc", name == "sync.WaitGroup", name == "os.File":
			return true
		case catalog.ClosesItselfOnly[name]:
		case catalog.StreamTypes[types.TypeString(f.Type(), nil)], depth > 0 && site.Closer(f.Type()) != "" && holds(f.Type(), depth-1):
			return true
		}
	}
	return false
}
