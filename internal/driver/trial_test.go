package driver

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

func at(id, function string, severity check.Severity) finding.Finding {
	return finding.Finding{ID: id, Package: "example.com/m", Function: function, Severity: severity, Message: "it hangs"}
}

// What a trial has that was not there before, or that a fix was to take away, speaks against the
// fixes; what was there before, and what costs less, does not.
func TestCompare(t *testing.T) {
	t.Parallel()
	const leak, wait = "goroutineleak/no-exit", "goroutineleak/unbounded-wait"
	fixed := at(leak, "Run", check.Medium)
	for name, c := range map[string]struct {
		before, after []finding.Finding
		want          string
	}{
		"gone":                             {before: []finding.Finding{fixed}},
		"still there":                      {[]finding.Finding{fixed}, []finding.Finding{fixed}, "its fix would not take it away"},
		"one of two":                       {[]finding.Finding{fixed, fixed}, []finding.Finding{fixed}, ""},
		"another":                          {[]finding.Finding{fixed}, []finding.Finding{at(wait, "Stop", check.High)}, "its fix would bring another finding: it hangs (" + wait + ")"},
		"another before":                   {[]finding.Finding{fixed, at(wait, "Stop", check.High)}, []finding.Finding{at(wait, "Stop", check.High)}, ""},
		"another that moves with the code": {[]finding.Finding{fixed, at(wait, "main", check.High)}, []finding.Finding{at(wait, "run", check.High)}, ""},
		"itself moves":                     {[]finding.Finding{fixed}, []finding.Finding{at(leak, "run", check.High)}, "its fix would bring another finding: it hangs (" + leak + ")"},
		"one that is small":                {[]finding.Finding{fixed}, []finding.Finding{at(wait, "Stop", check.Low)}, ""},
		"another of low confidence":        {[]finding.Finding{fixed}, []finding.Finding{low(at(wait, "Stop", check.High))}, ""},
		"another of low confidence before": {[]finding.Finding{fixed, low(at(wait, "Stop", check.High))}, []finding.Finding{at(wait, "Stop", check.High)}, ""},
		"itself, of low confidence":        {[]finding.Finding{fixed}, []finding.Finding{low(fixed)}, ""},
	} {
		r := &round{found: byPlace(c.before), applied: []finding.Finding{fixed}}
		harm := r.compare(&Result{Findings: c.after})
		switch {
		case c.want == "" && len(harm) > 0:
			t.Errorf("%s: %v", name, harm)
		case c.want != "" && (len(harm) != 1 || harm[0].why != c.want || harm[0].pkg != fixed.Package):
			t.Errorf("%s: %v, want %q", name, harm, c.want)
		}
	}
}

func low(f finding.Finding) finding.Finding {
	f.Confidence = verdict.Low
	return f
}

// A fix breaks no tests that import what imports them.
func TestBreakage(t *testing.T) {
	t.Parallel()
	cycle := &packages.Package{Errors: []packages.Error{{Kind: packages.TypeError, Msg: "could not import example.com/m (import cycle: [example.com/m])"}}}
	if err, bad := breakage(cycle, true); bad {
		t.Errorf("tests: %v", err)
	}
	if _, bad := breakage(cycle, false); !bad {
		t.Error("a package with an import cycle is taken for sound")
	}
}

// What is blamed is halved, the one that is alone is left, and the fixes of other functions stay.
func TestFewer(t *testing.T) {
	t.Parallel()
	const leak, wait = "goroutineleak/no-exit", "goroutineleak/unbounded-wait"
	first, second, other := at(leak, "Run", check.Medium), at(wait, "Run", check.Medium), at(leak, "Stop", check.Medium)
	for name, c := range map[string]struct {
		in, kept, off, left []finding.Finding
		function            string
	}{
		"one of its function": {in: []finding.Finding{first, other}, function: "Run", kept: []finding.Finding{other}, left: []finding.Finding{first}},
		"two of its function": {in: []finding.Finding{first, second, other}, function: "Run", kept: []finding.Finding{first, other}, off: []finding.Finding{second}},
		"in another function": {in: []finding.Finding{first, second}, function: "main", kept: []finding.Finding{first}, off: []finding.Finding{second}},
	} {
		r := new(round)
		kept, off := r.fewer(c.in, []harmDone{{pkg: "example.com/m", function: c.function, why: "it brings another"}})
		var left []finding.Finding
		for _, l := range r.left {
			left = append(left, l.Finding)
		}
		for what, pair := range map[string][2][]finding.Finding{"kept": {kept, c.kept}, "put off": {off, c.off}, "left": {left, c.left}} {
			if !reflect.DeepEqual(pair[0], pair[1]) {
				t.Errorf("%s: %s %v, want %v", name, what, pair[0], pair[1])
			}
		}
	}
}
