// Package localhostdefault is the check localhostdefault/localhost-default: address of
// another service defaults to localhost.
package localhostdefault

import (
	"embed"
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault/internal/setting"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed localhostdefault.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of localhostdefault.
var Check = &check.Check{
	Slug:       "localhost-default",
	Title:      "address of another service defaults to localhost",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	getEnv("BILLING_URL", "http://localhost:8090")
//
// and the same through viper, flags, struct tags, cmp.Or and if url == "". The
// helper is known by what it does, here or in another package. Safe is an address that
// is listened on, a setting that is refused elsewhere if it is local, and a default that
// a branch keeps out of production.
func run(p *check.Pass) {
	for _, s := range setting.Of(p.Pass).Settings {
		switch {
		case p.Quiet(s.At.Pos()):
		case s.Guard != nil:
			p.Safe(s.At, s.Value, verdict.Handled, s.Guard.Test.Pos())
		case s.Safe.IsValid():
			p.Safe(s.At, s.Value, verdict.Handled, s.Safe)
		case saidToBeBeside(p, s):
			p.Safe(s.At, s.Value, verdict.Wanted, s.At.Pos())
		default:
			p.Report(check.Finding{At: s.At, Message: message(s), Doubts: s.Doubts, Fix: s.Fix(p)})
		}
	}
}

// saidToBeBeside reports whether a comment on the default, or on the field that holds it,
// says that what the address leads to runs on the same machine.
func saidToBeBeside(p *check.Pass, s *setting.Setting) bool {
	return p.SaysBeside(s.At.Pos(), catalog.BesideMePhrases...) || s.Field != nil && p.SaysBeside(s.Field.Pos(), catalog.BesideMePhrases...)
}

func message(s *setting.Setting) string {
	if s.Fixed != nil && s.Key == "" {
		value := withoutPassword(s.Value)
		if s.Fixed.Rest != nil {
			value += "…"
		}
		return "in a container the program connects to its own container instead of the other service: the address is fixed to " + value
	}
	name := s.Key
	if name == "" {
		name = "the address"
	}
	return fmt.Sprintf("program without the setting connects to its own container instead of the other service: %s defaults to %s",
		name, withoutPassword(s.Value))
}

// withoutPassword hides the password of a URL, which a default should not have.
func withoutPassword(value string) string {
	scheme, rest, ok := strings.Cut(value, "://")
	user, address, found := strings.Cut(rest, "@")
	if name, _, secret := strings.Cut(user, ":"); ok && found && secret {
		return scheme + "://" + name + ":…@" + address
	}
	return value
}
