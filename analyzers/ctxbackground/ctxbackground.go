package ctxbackground

import (
	"embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "ctxbackground",
		Doc:   "report calls that are passed the wrong context",
		Pages: pages,
		Checks: []*check.Check{
			backgroundInLoop,
			backgroundOverParam,
			detachedWithoutTimeout,
			sharedCallCallerCtx,
			cancelledCtxCleanup,
			outlivedContext,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, ctxuse.Analyzer, starters.Analyzer, lasting.Analyzer, outbound.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
