package guard

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// ForTests returns where the documentation of the function of an access says that it is for tests, if
// nothing else in the package calls it.
//
//	// Clear empties the registry, useful for testing.
//	func Clear() { registry = nil }
func ForTests(a *access.Access) token.Pos {
	f := outermost(a.Func)
	if f == nil || !f.OnlyInTests() {
		return token.NoPos
	}
	decl, ok := f.SSA.Syntax().(*ast.FuncDecl)
	if !ok || !check.Says(decl.Doc, catalog.TestPhrases...) {
		return token.NoPos
	}
	return decl.Pos()
}

func outermost(f *lockset.Func) *lockset.Func { return f.Pkg.ByFunc[f.Outermost()] }
