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
		reason := common(p.Message)
		if reason == "" {
			own = append(own, p)
			continue
		}
		if byReason[reason] == nil {
			reasons = append(reasons, reason)
		}
		byReason[reason] = append(byReason[reason], p.Package)
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

// noSpace is what the system says where a disk is full, which no package can be blamed for.
const noSpace = "no space left on device"

// common returns the reason that a package may share with others, "" for one of its own.
func common(message string) string {
	switch {
	case strings.HasPrefix(message, dependsOn):
		return message
	case strings.Contains(message, noSpace):
		return noSpace + " (of GOCACHE or TMPDIR)"
	}
	return ""
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
	text := strings.Join(names[:min(mostNamed, len(names))], ", ")
	if more := len(names) - mostNamed; more > 0 {
		text += ", …"
	}
	if text == "" {
		return firstLine([]byte(list[0].Message))
	}
	return notAnalyzed(list) + ": " + text
}

// notAnalyzed counts what could not be analyzed: packages, and tests of others.
func notAnalyzed(list []Problem) string {
	packages, tests := make(map[string]bool), make(map[string]bool)
	for _, p := range list {
		if path, _, variant := strings.Cut(p.Package, " ["); variant {
			tests[path] = true
		} else {
			packages[path] = true
		}
	}
	var parts []string
	if n := len(packages); n > 0 {
		parts = append(parts, finding.Count(n, "package"))
	}
	if n := len(tests); n > 0 {
		parts = append(parts, "the tests of "+finding.Count(n, "package"))
	}
	return strings.Join(parts, " and ") + " could not be analyzed"
}
