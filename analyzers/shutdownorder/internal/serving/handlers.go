package serving

import (
	"go/ast"
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// IsExporter reports whether the program is one that shows metrics, as it is called.
func IsExporter(p *check.Pass) bool {
	return strings.Contains(path.Base(p.Pkg.Path()), "exporter")
}

// OfFramework reports whether fn serves for a module that the catalog does not know.
func OfFramework(p *check.Pass, fn *types.Func) bool {
	_, known := catalog.Serving[callmatch.Name(fn)]
	return fn != nil && !known && callmatch.Foreign(p.Pass, fn)
}

// OnlyHandles reports whether the package gives handlers to muxes, all of them for patterns of
// one kind, and no others to servers.
func OnlyHandles(p *check.Pass, kind func(pattern, handler ast.Expr) bool) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	observed := false
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			if !catalog.HandlerRegistrations[callmatch.CalleeName(p.TypesInfo, n)] {
				continue
			}
			if observed = kind(n.Args[0], n.Args[1]); !observed {
				return false
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && isServerHandler(p, key) && !isMux(p, n.Value) {
				return false
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if sel, ok := lhs.(*ast.SelectorExpr); ok && isServerHandler(p, sel.Sel) && (len(n.Rhs) != len(n.Lhs) || !isMux(p, n.Rhs[i])) {
					return false
				}
			}
		}
	}
	return observed
}

// Observes reports whether a handler comes from a package that serves metrics or
// profiles.
func Observes(p *check.Pass, handler ast.Expr) bool {
	found := false
	ast.Inspect(handler, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := p.TypesInfo.Uses[id]
			found = found || obj != nil && obj.Pkg() != nil && catalog.ObservationPackages[obj.Pkg().Path()]
		}
		return !found
	})
	return found
}

func isServerHandler(p *check.Pass, id *ast.Ident) bool {
	obj := p.TypesInfo.Uses[id]
	return obj != nil && obj.Name() == "Handler" && obj.Pkg() != nil && obj.Pkg().Path() == "net/http"
}

func isMux(p *check.Pass, expr ast.Expr) bool {
	return callmatch.IsType(p.TypesInfo.TypeOf(expr), "net/http.ServeMux")
}
