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
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed *.md testdata/src/*/*.go testdata/src/*/*.golden
var pages embed.FS

// New returns a fresh analyzer with the given options.
func New(opts check.Options) *check.Analyzer {
	return check.New(check.Spec{
		Name:  "localhostdefault",
		Doc:   "report addresses of other services that default to this machine",
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
// helper is known by what it does, here or in another package. Safe is an address that
// is listened on, a setting that is refused elsewhere if it is local, and a default that
// a branch keeps out of production.
func runLocalhostDefault(p *check.Pass) {
	for _, s := range modelOf(p.Pass).settings {
		switch {
		case p.Quiet(s.at.Pos()):
		case s.guard != nil:
			p.Safe(s.at, s.value, verdict.Handled, s.guard.test.Pos())
		case s.safe.IsValid():
			p.Safe(s.at, s.value, verdict.Handled, s.safe)
		case saidToBeBeside(p, s):
			p.Safe(s.at, s.value, verdict.Wanted, s.at.Pos())
		default:
			p.Report(check.Finding{At: s.at, Message: message(s), Doubts: s.doubts, Fix: s.fix(p)})
		}
	}
}

// saidToBeBeside reports whether a comment on the default, or on the field that holds it,
// says that what the address leads to runs on the same machine.
func saidToBeBeside(p *check.Pass, s *setting) bool {
	return p.SaysBeside(s.at.Pos(), catalog.BesideMePhrases...) || s.field != nil && p.SaysBeside(s.field.Pos(), catalog.BesideMePhrases...)
}

func message(s *setting) string {
	if s.fixed != nil && s.key == "" {
		value := withoutPassword(s.value)
		if s.fixed.rest != nil {
			value += "…"
		}
		return "in a container the program connects to its own container instead of the other service: the address is fixed to " + value
	}
	name := s.key
	if name == "" {
		name = "the address"
	}
	return fmt.Sprintf("program without the setting connects to its own container instead of the other service: %s defaults to %s",
		name, withoutPassword(s.value))
}
