package analyzers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Every check has what a check has, under the same word: a file, a page whose
// examples resolve, and testdata with a silent case.
func TestSuite(t *testing.T) {
	t.Parallel()
	var list []*analysis.Analyzer
	seen := make(map[string]bool)
	for _, a := range analyzers.New(check.Options{}) {
		list = append(list, a.Analyzer)
		for _, c := range a.Checks {
			if seen[c.ID()] {
				t.Errorf("%s stands in the suite twice", c.ID())
			}
			seen[c.ID()] = true
			for _, name := range []string{c.Word() + ".go", c.Word() + ".md", filepath.Join("testdata/src", c.Word())} {
				if _, err := os.Stat(filepath.Join(a.Name, name)); err != nil {
					t.Errorf("%s: %v", c.ID(), err)
				}
			}
			page, err := c.Page()
			if err != nil {
				t.Error(err)
				continue
			}
			for _, section := range []string{"\n## Why\n", "\n## Bad\n", "\n## Good\n", "\n## When it stays silent\n", "\n## Fix\n", "```go\n"} {
				if !strings.Contains(page, section) {
					t.Errorf("%s: its page has no %q", c.ID(), strings.TrimSpace(section))
				}
			}
		}
	}
	if err := analysis.Validate(list); err != nil {
		t.Error(err)
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	suite := analyzers.New(check.Options{})
	for _, tt := range []struct {
		words      string
		leak, http string // the checks option of goroutineleak and httptimeout
		err        string
	}{
		{"", "", "", ""},
		{"goroutineleak", "default", "-all", ""},
		{"goroutineleak/ticker-range", "ticker-range", "-all", ""},
		{"goroutineleak/ticker-range,goroutineleak/no-exit", "ticker-range,no-exit", "-all", ""},
		{"-goroutineleak/ticker-range", "-ticker-range", "", ""},
		{"-goroutineleak", "-all", "", ""},
		{"all", "all", "all", ""},
		{"all,-goroutineleak/ticker-range", "all,-ticker-range", "all", ""},
		{"default,-httptimeout", "default", "-all", ""},
		{"-all", "", "", "no check is left to run"},
		{"goroutineleak,nosuch", "", "", "unknown check \"nosuch\""},
		{"goroutineleak/nosuch", "", "", "unknown check \"goroutineleak/nosuch\""},
	} {
		got, err := analyzers.Select(suite, strings.FieldsFunc(tt.words, func(r rune) bool { return r == ',' }))
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%q: error %v, want %s", tt.words, err, tt.err)
			}
			continue
		}
		if err != nil || got["goroutineleak"] != tt.leak || got["httptimeout"] != tt.http {
			t.Errorf("%q: %v, %v", tt.words, got, err)
		}
	}
}
