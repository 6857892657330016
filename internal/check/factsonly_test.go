package check_test

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// TestFactsOnly holds that importers of a dependency learn the same of it, and that
// none of the checks runs there.
func TestFactsOnly(t *testing.T) {
	t.Parallel()
	for _, a := range analyzers.New(check.Options{}) {
		lean := check.FactsOnly(a.Analyzer)
		if got, want := facts(lean), facts(a.Analyzer); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: facts %v, want %v", a.Name, got, want)
		}
		for _, r := range lean.Requires {
			if len(r.FactTypes) == 0 {
				t.Errorf("%s: requires %s, which exports nothing", a.Name, r.Name)
			}
		}
		if got, err := lean.Run(nil); got != nil || err != nil {
			t.Errorf("%s: runs: %v, %v", a.Name, got, err)
		}
		if err := analysis.Validate([]*analysis.Analyzer{lean}); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}

// facts returns the fact types that an analyzer is made of.
func facts(a *analysis.Analyzer) map[string]bool {
	types := make(map[string]bool)
	for _, f := range a.FactTypes {
		types[reflect.TypeOf(f).String()] = true
	}
	for _, r := range a.Requires {
		for name := range facts(r) {
			types[name] = true
		}
	}
	return types
}
