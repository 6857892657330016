package localhostdefault

import (
	"embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/envdefault"
)

//go:embed *.md testdata/src/*/*.go
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "localhostdefault",
		Doc:   "report addresses of other services that default to the machine itself",
		Pages: pages,
		Checks: []*check.Check{
			localhostDefault,
			partialGuard,
		},
		Requires: []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, envdefault.Analyzer, model},
	}, opts)
}

// Analyzer has the default options, for drivers that want a variable.
var Analyzer = New(check.Options{}).Analyzer

var localhostDefault = &check.Check{
	Slug:       "localhost-default",
	Title:      "address of another service defaults to localhost",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runLocalhostDefault,
}

// runLocalhostDefault reports
//
//	getEnv("BILLING_URL", "http://localhost:8090")
//
// and the same through viper, flags, struct tags, cmp.Or and if url == "". The
// helper is known by what it does, here or in another package. Silent when the
// address is listened on, when the setting is refused elsewhere if it is local,
// when a branch keeps the default out of production, for flags of programs
// that serve nothing, in programs that are run by hand, as their paths say, and where a
// comment says that the service runs on the same machine.
func runLocalhostDefault(p *check.Pass) {
	if p.ByHand() {
		return
	}
	for _, s := range modelOf(p.Pass).settings {
		if p.Quiet(s.at.Pos()) || s.guard != nil || !s.dialled || saidToBeBeside(p, s) {
			continue
		}
		p.Report(check.Finding{
			At:      s.at,
			Message: message(s),
			Fix:     s.fix(p),
		})
	}
}

// saidToBeBeside reports whether a comment on the default, or on the field that holds it,
// says that what the address leads to runs on the same machine.
func saidToBeBeside(p *check.Pass, s *setting) bool {
	return p.SaysBeside(s.at.Pos(), catalog.BesideMePhrases...) || s.field != nil && p.SaysBeside(s.field.Pos(), catalog.BesideMePhrases...)
}

func message(s *setting) string {
	name := s.key
	if name == "" {
		name = "the address"
	}
	return fmt.Sprintf("%s defaults to %s: deployed without it, the program starts and then looks for the other service in its own container",
		name, withoutPassword(s.value))
}
