// Package github writes findings as workflow commands, which GitHub Actions
// turns into annotations.
package github

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// perLevel is how many annotations of a level GitHub shows for one step; it
// drops the others without a word, so the last one says how many there are, and the
// log has them as plain lines.
const perLevel = 10

var levels = map[finding.Level]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}

// Write writes one command a line.
func Write(w io.Writer, res *driver.Result, dir string) error {
	out := bufio.NewWriter(w)
	problems := driver.Fold(res.Problems)
	for _, p := range problems {
		fmt.Fprintf(out, "::error title=%s::%s\n", property("lifecyclelint: not analyzed"), data(p.Package+": "+p.Message))
	}
	total, shown := map[string]int{}, map[string]int{"error": len(problems)}
	for _, f := range res.Findings {
		total[levels[res.FailOn.Of(&f)]]++
	}
	for _, f := range res.Findings {
		level := levels[res.FailOn.Of(&f)]
		more := total[level] + shownProblems(level, res) - perLevel
		switch {
		case more > 0 && shown[level] == perLevel-1:
			fmt.Fprintf(out, "::%s title=%s::%s\n", level, property("lifecyclelint"), data(fmt.Sprintf("%d more findings of this level; the log has them", more+1)))
			shown[level]++
			plain(out, f, dir)
		case shown[level] < perLevel:
			shown[level]++
			fmt.Fprintf(out, "::%s file=%s,line=%d,col=%d,endLine=%d,endColumn=%d,title=%s::%s\n", level, property(finding.Rel(dir, f.File)),
				f.Start.Line, f.Start.Column, f.End.Line, f.End.Column, property(f.ID+", "+string(f.Confidence)+" confidence"), data(f.Doubtful()))
		default:
			plain(out, f, dir)
		}
	}
	return out.Flush()
}

// plain writes a line that is no command, whatever the file is called.
func plain(out *bufio.Writer, f finding.Finding, dir string) {
	fmt.Fprintf(out, "not annotated: %s:%d:%d: %s (%s)\n", finding.Printable(finding.Rel(dir, f.File)), f.Start.Line, f.Start.Column, finding.Printable(f.Text()), f.ID)
}

func shownProblems(level string, res *driver.Result) int {
	if level == "error" {
		return len(driver.Fold(res.Problems))
	}
	return 0
}

// data escapes the message of a command, and property a value before it: text
// from a pull request must not begin a command of its own.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(finding.Printable(s))
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(finding.Printable(s))
}
