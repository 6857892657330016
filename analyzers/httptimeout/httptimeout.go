package httptimeout

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/baretransport"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/bodynolimit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/clientnotimeout"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/connnodeadline"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/continuesaftererror"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/defaulttransportproxy"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/dialnotimeout"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/durationunit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/headerafterwrite"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/parseerrordropped"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/servernotimeout"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/statusnotchecked"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/timeoutinversion"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/loopback"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name: "httptimeout",
		Doc:  "report HTTP clients, servers and proxies without limits",
		Checks: []*check.Check{
			defaulttransportproxy.Check,
			clientnotimeout.Check,
			servernotimeout.Check,
			timeoutinversion.Check,
			connnodeadline.Check,
			dialnotimeout.Check,
			bodynolimit.Check,
			durationunit.Check,
			baretransport.Check,
			continuesaftererror.Check,
			parseerrordropped.Check,
			statusnotchecked.Check,
			headerafterwrite.Check,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, httplimits.Analyzer, loopback.Analyzer, signals.Analyzer, ssaflow.Analyzer},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer
