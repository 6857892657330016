// Package markdown writes findings as a table for a job summary or a comment on
// a pull request.
package markdown

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// maxLength keeps the table below the 65,536 characters that a comment may have.
const maxLength = 60_000

// Write writes one table, cut with a word about it where it would be too long.
func Write(w io.Writer, res *driver.Result, dir string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "lifecyclelint: %s.\n", cell(res.Summary()))
	if len(res.Findings) > 0 {
		fmt.Fprint(out, "\n| Level | Confidence | Severity | Where | What | Check |\n| --- | --- | --- | --- | --- | --- |\n")
	}
	length := 0
	for i, f := range res.Findings {
		row := fmt.Sprintf("| %s | %s | %s | %s:%d | %s | [%s](%s) |\n", res.FailOn.Of(&f), f.Confidence, f.Severity, cell(finding.Rel(dir, f.File)), f.Start.Line, cell(f.Doubtful()), f.ID, f.URL)
		if length += len(row); length > maxLength {
			fmt.Fprintf(out, "\n%d more findings are left out here.\n", len(res.Findings)-i)
			break
		}
		out.WriteString(row) // its error is kept for Flush
	}
	for _, p := range driver.Fold(res.Problems) {
		fmt.Fprintf(out, "\nNot analyzed: %s: %s\n", cell(p.Package), cell(p.Message))
	}
	return out.Flush()
}

// cell returns text that stays text: neither HTML, nor Markdown, nor a new cell,
// nor a mention.
func cell(s string) string {
	s = html.EscapeString(finding.Printable(s))
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "@", "@\u200b").Replace(s)
}
