package stopfix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Member reports whether the struct type t already has a field or method name.
func Member(t *types.Named, pkg *types.Package, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, pkg, name)
	return obj != nil
}

// StopMethod returns the method in the file of pos, in any where that is none, that stops values of type t:
// one that the catalog knows by name, with a pointer receiver that has a name,
// and a body to add to.
func StopMethod(p *check.Pass, t *types.Named, pos token.Pos) (decl *ast.FuncDecl, recv string) {
	index := astindex.Of(p.Pass)
	for _, name := range catalog.StopMethods {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, p.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || callmatch.Named(fn.Signature().Recv().Type()).Origin() != t.Origin() {
			continue
		}
		decl := index.Decls[fn.Origin()]
		if decl == nil || decl.Body == nil || len(decl.Body.List) == 0 || len(decl.Recv.List[0].Names) == 0 {
			continue
		}
		name := decl.Recv.List[0].Names[0].Name
		_, pointer := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
		if name == "_" || !pointer || pos.IsValid() && p.Fset.File(decl.Pos()) != p.Fset.File(pos) {
			continue
		}
		return decl, name
	}
	return nil, ""
}
