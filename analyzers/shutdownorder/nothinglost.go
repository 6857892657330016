package shutdownorder

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

// losesNothing reports whether nothing is seen to be lost when the program is killed: no
// function of the module changes what outlives the process, main defers nothing, and no
// handler of the main package answers requests itself.
func losesNothing(p *check.Pass, main *ast.FuncDecl) bool {
	return !defers(main) && !lasting.Of(p.Pass).Any() && !answersItself(p)
}

// answersItself reports whether a function of the package writes answers to requests: one that
// gets a response writer and uses it with the standard library, and not only to upgrade the
// connection, or one that gets the context of a web framework.
func answersItself(p *check.Pass) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.Ident)(nil)) {
		v, ok := p.TypesInfo.Uses[cur.Node().(*ast.Ident)].(*types.Var)
		if !ok || v.IsField() {
			continue
		}
		name := callmatch.TypeName(v.Type())
		if catalog.RequestContexts[name] || name == "net/http.ResponseWriter" && writesTo(p, cur) {
			return true
		}
	}
	return false
}

// writesTo reports whether the response writer at cur has a method called, or goes to a
// function of the standard library.
func writesTo(p *check.Pass, cur inspector.Cursor) bool {
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok {
		return sel.X == cur.Node()
	}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	return !strings.Contains(first, ".") && fn.Pkg() != p.Pkg
}
