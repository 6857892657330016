// Package analyzers is the suite: the one ordered list of analyzers that every
// driver runs.
package analyzers

import (
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ignore"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety"
	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder"
	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill"
	"github.com/lifecyclelint/lifecyclelint/analyzers/tracing"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// constructors in the order in which findings and documents list them.
var constructors = []func(check.Options) *check.Analyzer{
	ctxbackground.New,
	goroutineleak.New,
	httptimeout.New,
	jobsafety.New,
	localhostdefault.New,
	lockrace.New,
	panicguard.New,
	resourceleak.New,
	shutdownorder.New,
	sigkill.New,
	tracing.New,
}

// New returns fresh analyzers, each with its own copy of opts. The last one looks at what
// the others suppressed.
func New(opts check.Options) []*check.Analyzer {
	list := make([]*check.Analyzer, len(constructors))
	for i, construct := range constructors {
		list[i] = construct(opts)
	}
	return append(list, ignore.New(opts, list))
}
