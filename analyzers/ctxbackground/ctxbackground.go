package ctxbackground

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/backgroundinloop"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/backgroundoverparam"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/callwithoutcontext"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/cancelledctxcleanup"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/contextoutsidegroup"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/detachedwithouttimeout"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/outlivedcontext"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/sharedcallcallerctx"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/drains"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/sharedcalls"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "ctxbackground",
		Doc:  "report calls that are passed the wrong context",
		Checks: []*check.Check{
			backgroundinloop.Check,
			backgroundoverparam.Check,
			callwithoutcontext.Check,
			detachedwithouttimeout.Check,
			sharedcallcallerctx.Check,
			cancelledctxcleanup.Check,
			outlivedcontext.Check,
			contextoutsidegroup.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, ctxloop.Analyzer, ctxuse.Analyzer, drains.Analyzer, httplimits.Analyzer, starters.Analyzer, lasting.Analyzer, outbound.Analyzer, sharedcalls.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
