package muststop

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A Shared is exported for a function that returns the value of a package variable: any other
// package can get it, and stop it.
type Shared struct{}

// AFact marks Shared as a fact.
func (*Shared) AFact() {}

// String is what analysistest compares.
func (*Shared) String() string { return "shared" }

// Shared reports whether a function of another package returns a value that others get as well.
func (r *Result) Shared(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), new(Shared))
}

// exportShared exports the fact for the functions that return what others have to stop.
func (m *model) exportShared() {
	owners := make(map[*types.Named]bool)
	for _, fn := range m.local {
		if recv := fn.Signature().Recv(); recv != nil && m.facts[fn].Value == Receiver {
			owners[callmatch.Named(recv.Type())] = true
		}
	}
	if len(owners) == 0 {
		return
	}
	for fn, decl := range astindex.Funcs(m.pass) {
		results := fn.Signature().Results()
		if fn.Exported() && decl.Body != nil && results.Len() > 0 && owners[callmatch.Named(results.At(0).Type())] && m.returnsVariable(decl.Body) {
			m.pass.ExportObjectFact(fn, new(Shared))
		}
	}
}

// returnsVariable reports whether the first result of each return is a variable of the package.
func (m *model) returnsVariable(body *ast.BlockStmt) bool {
	found, all := false, true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
			if len(n.Results) == 0 {
				all = false
				return false
			}
			id, ok := ast.Unparen(n.Results[0]).(*ast.Ident)
			all = all && ok && m.pass.TypesInfo.Uses[id] != nil && m.pass.TypesInfo.Uses[id].Parent() == m.pass.Pkg.Scope()
		}
		return true
	})
	return found && all
}
