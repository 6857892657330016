// Package consumedbody is the check jobsafety/consumed-body: retry sends a body that the first attempt
// has read.
package consumedbody

import (
	"embed"
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed consumedbody.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "consumed-body",
	Title:      "retry sends a body that the first attempt has read",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(data))
//	…
//	for range 3 {
//		resp, err := client.Do(req) // the second one has nothing to send
//	}
//
// and readers that are made outside of the loop, or of the function that a retry calls, and sent in it.
// Silent where anything in the loop renews the body, or can: Seek, Reset, GetBody, an assignment, a
// function that is passed the reader; and where the loop ends after the first attempt.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if p.Quiet(call.Pos()) {
			continue
		}
		arg, request := sent(p, call, 2)
		if arg == nil {
			continue
		}
		b := bodyOf(p, cur, arg, request)
		if b == nil || !b.filled() || b.renewed() || !b.repeats() {
			continue
		}
		b.report()
	}
}

func (b *body) report() {
	name := b.p.Source(b.arg)
	what := "what " + name + " reads"
	if b.request {
		what = "the body of " + name
	}
	finding := check.Finding{
		At: b.arg,
		Message: fmt.Sprintf("second attempt sends an empty body or fails: the first one has read %s, and nothing at %s renews it",
			what, b.p.Where(b.extent.Pos(), b.arg.Pos())),
		Trace: []check.Hop{{Pos: b.declared(), Message: "made here, once for all attempts"}},
		Fix:   b.fix(),
	}
	if b.maybeNone {
		finding.Doubts = []check.Doubt{check.Doubting(verdict.MaybeEmpty, b.declared())}
	}
	b.p.Report(finding)
}
