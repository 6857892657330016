// Package parseerrordropped is the check httptimeout/parse-error-dropped: duration that cannot be
// parsed counts as zero, which is no limit.
package parseerrordropped

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed parseerrordropped.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "parse-error-dropped",
	Title:      "duration that cannot be parsed counts as zero, which is no limit",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	timeout, _ := time.ParseDuration(os.Getenv("TIMEOUT"))
//
// and the same for a number of the environment that becomes a duration. Silent for constants, and
// where the function looks at the value afterwards, or the package
// parses the same field elsewhere and uses the error. Doubtful where it is not seen that what is parsed
// is a setting.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		d := parsed(p, cur)
		if d == nil || p.Quiet(cur.Node().Pos()) {
			continue
		}
		from := &source{p: p, at: cur}
		switch from.expr(d.call.Args[0], 3) {
		case constantText:
			continue
		case unknownText:
			if !d.duration {
				continue
			}
			d.doubts = append(d.doubts, check.Doubting(verdict.MayBeTested, d.call.Args[0].Pos()))
		}
		if !d.duration && !d.scaled(p, cur) {
			continue
		}
		if test := d.tested(p, cur); test != nil {
			p.Safe(d.call, p.Source(d.call.Fun), verdict.Handled, test.Pos())
			continue
		}
		if other := d.testedElsewhere(p, cur); other != nil {
			p.Safe(d.call, p.Source(d.call.Fun), verdict.Handled, other.Pos())
			continue
		}
		p.Report(check.Finding{
			At: d.call,
			Message: fmt.Sprintf("a value of %s that cannot be parsed counts as zero, which is no limit or no pause: the error of %s is dropped",
				p.Source(d.call.Args[0]), p.Source(d.call.Fun)),
			Doubts: d.doubts,
			Fix:    fix(p, cur, d),
		})
	}
}
