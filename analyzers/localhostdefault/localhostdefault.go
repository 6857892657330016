package localhostdefault

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault/internal/setting"
	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault/localhostdefault"
	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault/partialguard"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/envdefault"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "localhostdefault",
		Doc:  "report addresses of other services that default to this machine",
		Checks: []*check.Check{
			localhostdefault.Check,
			partialguard.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, envdefault.Analyzer, setting.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
