package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// What a run knows and does not show. "No findings" is a promise, so every output that
// prints it prints these lines, too.

// Summary counts the findings by confidence, and says what is missing from them: those
// that do not fail the run, packages, and findings that were not asked for, with how
// to see them.
func (res *Result) Summary() string {
	analyzed := finding.Count(res.analyzed(), "package")
	parts := []string{"no findings in " + analyzed}
	if n := len(res.Findings); n > 0 {
		parts[0] = fmt.Sprintf("%s in %s: %s", finding.Count(n, "finding"), analyzed, byConfidence(res.Findings))
	}
	passed := 0
	for _, f := range res.Findings {
		if res.FailOn.Of(&f) != finding.Error {
			passed++
		}
	}
	if passed > 0 {
		parts = append(parts, fmt.Sprintf("%d of them do not fail the run", passed))
		if passed == 1 {
			parts[1] = "1 of them does not fail the run"
		}
	}
	if len(res.Problems) > 0 {
		parts = append(parts, notAnalyzed(res.Problems))
	}
	if below := byConfidence(res.Below); below != "" {
		parts = append(parts, below+" not shown, --confidence low")
	}
	return strings.Join(parts, "; ")
}

// analyzed returns how many of the packages that were asked for have been analyzed, if not
// with their tests.
func (res *Result) analyzed() int {
	broken := make(map[string]bool)
	for _, p := range res.Problems {
		if res.Places[p.Package] != "" {
			broken[p.Package] = true
		}
	}
	return res.Packages - len(broken)
}

// byConfidence counts findings that count: "3 high, 9 medium", the surest first.
func byConfidence(list []finding.Finding) string {
	count := make(map[verdict.Confidence]int)
	for _, f := range list {
		if f.Suppression == nil {
			count[f.Confidence]++
		}
	}
	var parts []string
	for _, c := range []verdict.Confidence{verdict.High, verdict.Medium, verdict.Low} {
		if count[c] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[c], c))
		}
	}
	return strings.Join(parts, ", ")
}

// mostNamed is how many packages a line names.
const mostNamed = 3

// LeftAloneText says in which packages findings are not reported, because they are for
// developers; it is empty when there are none.
func (res *Result) LeftAloneText() string {
	found := make(map[string]bool)
	for _, c := range res.Candidates {
		found[c.Package] = found[c.Package] || c.Verdict == finding.Found
	}
	list := slices.DeleteFunc(slices.Clone(res.LeftAlone), func(path string) bool { return !found[path] })
	if len(list) == 0 {
		return ""
	}
	names := strings.Join(list[:min(mostNamed, len(list))], ", ")
	if more := len(list) - mostNamed; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("nothing is reported in %s for developers (examples, tests, tools): %s; lifecyclelint why PACKAGE shows what is found there",
		finding.Count(len(list), "package"), names)
}
