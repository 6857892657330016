package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Fold makes one problem of those of packages that were not analyzed for the same reason, if they are
// many: what has to be repaired is one package. Those that have a reason of their own come first.
func Fold(list []Problem) []Problem {
	var own, shared []Problem
	byReason := make(map[string][]string)
	var reasons []string
	for _, p := range list {
		if !strings.HasPrefix(p.Message, dependsOn) {
			own = append(own, p)
			continue
		}
		if byReason[p.Message] == nil {
			reasons = append(reasons, p.Message)
		}
		byReason[p.Message] = append(byReason[p.Message], p.Package)
	}
	for _, reason := range reasons {
		names := byReason[reason]
		if len(names) <= mostNamed {
			for _, name := range names {
				shared = append(shared, Problem{name, reason})
			}
			continue
		}
		shared = append(shared, Problem{names[0] + andMore(len(names)-1), reason})
	}
	return slices.Concat(own, shared)
}

// andMore says how many packages are not named.
func andMore(n int) string { return fmt.Sprintf(" and %d more", n) }

// Incomplete says how many packages could not be analyzed, and names those that have to be repaired
// first. What names no package is said as it is.
func Incomplete(list []Problem) string {
	var names []string
	for _, p := range Fold(list) {
		if name := strings.TrimSpace(p.Package); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	count := make(map[string]bool)
	for _, p := range list {
		count[p.Package] = true
	}
	text := strings.Join(names[:min(mostNamed, len(names))], ", ")
	if more := len(names) - mostNamed; more > 0 {
		text += ", …"
	}
	if text == "" {
		return firstLine([]byte(list[0].Message))
	}
	return finding.Count(len(count), "package") + " could not be analyzed: " + text
}
