package noshutdown

import (
	"go/ast"
	"go/constant"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyWatched is nodrain.onlyObserved with probes beside metrics and profiles.
func onlyWatched(p *check.Pass) bool {
	return serving.OnlyHandles(p, func(pattern, handler ast.Expr) bool { return serving.Observes(p, handler) || probes(p, pattern) })
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
