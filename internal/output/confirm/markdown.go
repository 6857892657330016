package confirm

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// maxRows keeps the tables below what a comment on a pull request may have.
const maxRows = 150

// Markdown writes the report as tables for a job summary, an issue or a comment.
func Markdown(w io.Writer, r *confirm.Report, opts Options) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "lifecyclelint: %s.\n", cell(summary(r)))
	if len(r.Confirmed) > 0 {
		fmt.Fprint(out, "\n| | Where | Finding | Certain because | Goroutines | Was | Check |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	}
	for i, c := range r.Confirmed[:min(len(r.Confirmed), maxRows)] {
		f := c.Finding
		fmt.Fprintf(out, "| %d | %s:%d | %s | %s | %s | %s | [%s](%s) |\n", i+1, cell(finding.Rel(opts.Dir, f.File)), f.Start.Line, cell(f.Message), cell(strings.Join(c.Evidence.Reasons, "; ")), cell(counts(&c.Evidence)), f.Confidence, f.ID, f.URL)
	}
	left(out, len(r.Confirmed), "findings")
	if len(r.Blocked) > 0 {
		fmt.Fprint(out, "\nStuck without a finding:\n\n| Where | Certain because | Goroutines | What the checks say |\n| --- | --- | --- | --- |\n")
	}
	p := &printer{Options: opts}
	for _, s := range r.Blocked[:min(len(r.Blocked), maxRows)] {
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", cell(p.at(s)), cell(strings.Join(s.Evidence.Reasons, "; ")), cell(counts(&s.Evidence)), cell(strings.Join(whys(s, opts.Dir), "; ")))
	}
	left(out, len(r.Blocked), "places")
	for _, n := range notes(r) {
		fmt.Fprintf(out, "\nNote: %s\n", cell(n))
	}
	return out.Flush()
}

func left(w io.Writer, n int, what string) {
	if n > maxRows {
		fmt.Fprintf(w, "\n%d more %s are left out here.\n", n-maxRows, what)
	}
}

// cell returns text that stays text: neither HTML, nor Markdown, nor a new cell, nor a
// mention.
func cell(s string) string {
	s = html.EscapeString(finding.Printable(s))
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "@", "@\u200b").Replace(s)
}
