package shutdownorder

import (
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyObserved reports whether the package's http.Servers are there for metrics and
// profiles alone: every handler that a mux gets serves those, and there are no
// other handlers than such a mux. What collects them comes again.
//
//	mux.Handle("/metrics", promhttp.Handler())
//	srv := &http.Server{Handler: mux}
func onlyObserved(p *check.Pass) bool {
	return onlyHandles(p, func(_, handler ast.Expr) bool { return observes(p, handler) })
}

// onlyWatched is onlyObserved with probes beside metrics and profiles.
func onlyWatched(p *check.Pass) bool {
	return onlyHandles(p, func(pattern, handler ast.Expr) bool { return observes(p, handler) || probes(p, pattern) })
}

// onlyHandles reports whether the package gives handlers to muxes, all of them for patterns of
// one kind, and no others to servers.
func onlyHandles(p *check.Pass, kind func(pattern, handler ast.Expr) bool) bool {
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

// observes reports whether a handler comes from a package that serves metrics or
// profiles.
func observes(p *check.Pass, handler ast.Expr) bool {
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

// probes reports whether a pattern is that of a probe.
func probes(p *check.Pass, pattern ast.Expr) bool {
	value := p.TypesInfo.Types[pattern].Value
	if value == nil || value.Kind() != constant.String {
		return false
	}
	fields := strings.Fields(constant.StringVal(value))
	return len(fields) > 0 && catalog.ProbePaths[fields[len(fields)-1]] != ""
}

func isServerHandler(p *check.Pass, id *ast.Ident) bool {
	obj := p.TypesInfo.Uses[id]
	return obj != nil && obj.Name() == "Handler" && obj.Pkg() != nil && obj.Pkg().Path() == "net/http"
}

func isMux(p *check.Pass, expr ast.Expr) bool {
	return callmatch.IsType(p.TypesInfo.TypeOf(expr), "net/http.ServeMux")
}
