package httptimeout

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/loopback"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "httptimeout",
		Doc:   "report HTTP clients, servers and proxies without limits",
		Pages: pages,
		Checks: []*check.Check{
			defaultTransportProxy,
			clientNoTimeout,
			serverNoTimeout,
			timeoutInversion,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, httplimits.Analyzer, loopback.Analyzer, signals.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
