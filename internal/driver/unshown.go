package driver

import (
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// What a run knows and does not show. "No findings" is a promise, so whoever prints it
// prints these lines, too.

// BelowText says how many findings of low confidence were not asked for, and how to
// see them; it is empty when there are none.
func (res *Result) BelowText() string {
	n := 0
	for _, f := range res.Below {
		if f.Confidence != verdict.Unproven && f.Suppression == nil {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return finding.Count(n, "finding") + " of less confidence not shown; --confidence low shows them"
}

// mostNamed is how many packages a line names.
const mostNamed = 3

// LeftAloneText says in which packages nothing is reported, because they are for
// developers; it is empty when there are none.
func (res *Result) LeftAloneText() string {
	if len(res.LeftAlone) == 0 {
		return ""
	}
	names := strings.Join(res.LeftAlone[:min(mostNamed, len(res.LeftAlone))], ", ")
	if more := len(res.LeftAlone) - mostNamed; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("nothing is reported in %s for developers (examples, tests, tools): %s; lifecyclelint why PACKAGE shows what is found there",
		finding.Count(len(res.LeftAlone), "package"), names)
}
