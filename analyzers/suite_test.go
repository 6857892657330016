package analyzers_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout"
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
				if _, err := os.Stat(filepath.Join(home(a, c), name)); err != nil {
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

// home returns the directory of a check.
func home(a *check.Analyzer, c *check.Check) string { return filepath.Join(a.Name, c.Word()) }

// The good code of a page is its bad code, repaired: the same functions in the same order,
// as the fix leaves them, or from a directory of their own. Every page ends with the command
// that shows what the check decided.
func TestPages(t *testing.T) {
	t.Parallel()
	example := regexp.MustCompile(`<!-- testdata: (\S+) (\S+) -->`)
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			text, err := os.ReadFile(filepath.Join(home(a, c), c.Word()+".md"))
			if err != nil {
				t.Fatal(err)
			}
			_, text, _ = bytes.Cut(text, []byte("\n## Bad\n"))
			before, after, _ := bytes.Cut(text, []byte("\n## Good\n"))
			after, _, _ = bytes.Cut(after, []byte("\n## "))
			var bad, good []string
			for _, m := range example.FindAllSubmatch(before, -1) {
				bad = append(bad, string(m[2]))
			}
			for _, m := range example.FindAllSubmatch(after, -1) {
				good = append(good, string(m[2]))
				if from := string(m[1]); !strings.HasSuffix(from, ".golden") && !strings.Contains(from, c.Word()+"_good/") {
					t.Errorf("%s: the good code is from %s, which is not the bad code repaired", c.ID(), from)
				}
			}
			if len(bad) == 0 || !slices.Equal(bad, good) {
				t.Errorf("%s: bad is %v, good is %v, want the same functions", c.ID(), bad, good)
			}
			page, err := c.Page()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(page, "lifecyclelint why FILE:LINE") {
				t.Errorf("%s: its page does not say how to see what it decided", c.ID())
			}
			differs(t, c, page)
		}
	}
}

// differs demands that no example is the same before and after.
func differs(t *testing.T, c *check.Check, page string) {
	t.Helper()
	blocks := regexp.MustCompile("(?s)```go\n.*?```")
	_, page, _ = strings.Cut(page, "\n## Bad\n")
	before, after, _ := strings.Cut(page, "\n## Good\n")
	after, _, _ = strings.Cut(after, "\n## ")
	good := blocks.FindAllString(after, -1)
	for i, bad := range blocks.FindAllString(before, -1) {
		if i < len(good) && bad == good[i] {
			t.Errorf("%s: an example is the same before and after:\n%s", c.ID(), bad)
		}
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

// Every analyzer package exports an analyzer for drivers that take one, such as
// Bazel's nogo, and the configuration that docs/ci.md shows for it is sound.
func TestExported(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```json\n")
	text, _, _ = strings.Cut(text, "```")
	var nogo map[string]struct {
		Flags map[string]string `json:"analyzer_flags"`
	}
	if err := json.Unmarshal([]byte(text), &nogo); err != nil || len(nogo) == 0 {
		t.Fatalf("%v in\n%s", err, text)
	}
	exported := map[string]*analysis.Analyzer{
		"ctxbackground": ctxbackground.Analyzer, "goroutineleak": goroutineleak.Analyzer, "httptimeout": httptimeout.Analyzer,
		"jobsafety": jobsafety.Analyzer, "localhostdefault": localhostdefault.Analyzer, "lockrace": lockrace.Analyzer,
		"panicguard": panicguard.Analyzer, "resourceleak": resourceleak.Analyzer, "shutdownorder": shutdownorder.Analyzer, "sigkill": sigkill.Analyzer, "tracing": tracing.Analyzer,
	}
	for _, a := range analyzers.New(check.Options{}) {
		if e := exported[a.Name]; a.Name != "ignore" && (e == nil || e.Name != a.Name) {
			t.Errorf("%s exports %v", a.Name, e)
		}
	}
	for name, config := range nogo {
		a := exported[name]
		if a == nil {
			t.Errorf("docs/ci.md: there is no analyzer %s", name)
			continue
		}
		for flag, value := range config.Flags {
			if err := a.Flags.Set(flag, value); err != nil {
				t.Errorf("docs/ci.md: %s: %v", name, err)
			}
		}
	}
}
