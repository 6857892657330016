// Package livenessasksdependency is the check shutdownorder/liveness-asks-dependency: liveness probe
// asks a dependency, whose outage restarts all instances.
package livenessasksdependency

import (
	"embed"
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/probe"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed livenessasksdependency.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "liveness-asks-dependency",
	Title:      "liveness probe asks a dependency, whose outage restarts all instances",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Unfixable:  "what the probe answers, and which other route asks the dependency, depends on the deployment",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	mux.HandleFunc("/livez", func(w http.ResponseWriter, r *http.Request) {
//		if err := db.PingContext(r.Context()); err != nil {
//			w.WriteHeader(http.StatusServiceUnavailable)
//		}
//	})
//
// for the paths that liveness probes ask, with the handler in this package, and functions of it that the
// handler calls. A path that serves both probes, such as /healthz, is doubtful where the package has no
// other one for readiness.
func run(p *check.Pass) {
	var live []*probe.Route
	ready := false
	for _, to := range calls.All(p.Pass) {
		r := probe.RouteOf(p, to.Expr)
		if r == nil || p.Quiet(r.Call.Pos()) {
			continue
		}
		ready = ready || r.Kind == "ready"
		if r.Kind == "live" {
			live = append(live, r)
		}
	}
	for _, r := range live {
		asked := asks(p, r.Handlers)
		if asked == nil {
			continue
		}
		if at, ok := p.Wanted(r.Call); ok {
			p.Safe(r.Call, r.Path, verdict.Wanted, at)
			continue
		}
		p.Report(check.Finding{
			At: r.Call,
			Message: fmt.Sprintf("an outage of what %s asks (%s) restarts all instances: it decides about the answer of %s, the liveness probe",
				p.Name(asked.Fun), p.Where(asked.Pos(), r.Call.Pos()), r.Path),
			Trace:  []check.Hop{{Pos: asked.Pos(), Message: "asked here"}},
			Doubts: doubts(r, ready),
		})
	}
}

// doubts are about a path that may be that of a readiness probe.
func doubts(r *probe.Route, ready bool) []check.Doubt {
	if ready || catalog.LivenessPaths[r.Path] {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.ProbeUse, r.Call.Pos())}
}
