package nodrain

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyObserved reports whether the package's http.Servers are there for metrics and
// profiles alone: every handler that a mux gets serves those, and there are no
// other handlers than such a mux. What collects them comes again.
//
//	mux.Handle("/metrics", promhttp.Handler())
//	srv := &http.Server{Handler: mux}
func onlyObserved(p *check.Pass) bool {
	return serving.OnlyHandles(p, func(_, handler ast.Expr) bool { return serving.Observes(p, handler) })
}
