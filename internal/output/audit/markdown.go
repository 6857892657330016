package audit

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// maxLength keeps a comment below the 65,536 characters that it may have.
const maxLength = 60_000

// words are what a cell says where colours do not help.
var words = map[service.Value]string{
	service.Yes: "yes", service.No: "**no**", service.Partly: "*partly*", service.Unknown: "?", service.None: "–",
}

// Markdown writes the report for a comment on a pull request: the matrix whole,
// the rest folded, and cut with a word about it where it would be too long.
func Markdown(w io.Writer, r *audit.Report) error {
	out := &limited{w: bufio.NewWriter(w)}
	out.printf("### Lifecycle audit: %s\n\n", finding.Count(len(r.Services), "service"))
	markdownChanges(out, r)
	markdownFirst(out, r)
	out.printf("| Service |")
	for _, c := range r.Columns {
		out.printf(" %s |", c.Title)
	}
	out.printf("\n| --- |%s\n", strings.Repeat(" --- |", len(r.Columns)))
	for _, s := range r.Services {
		row := fmt.Sprintf("| %s |", cell(s.Name))
		for _, c := range r.Columns {
			row += " " + strings.TrimSpace(words[s.Cells[c.ID].Value]+" "+brief(c.ID, s)) + " |"
		}
		out.printf("%s\n", row)
	}
	out.printf("\n? means that it cannot be seen.\n")
	for _, g := range others(r) {
		out.printf("\nNot rated, %s: %s\n", g.Why, cell(strings.Join(g.Packages, ", ")))
	}
	for _, s := range r.Services {
		markdownService(out, r, s)
	}
	markdownManifests(out, r)
	markdownPlan(out, r)
	for _, p := range r.Problems {
		out.printf("\nNot analyzed: %s: %s\n", cell(p.Package), cell(p.Message))
	}
	if out.cut {
		fmt.Fprint(out.w, "\nThe rest is left out here; `lifecyclelint audit` shows it.\n")
	}
	return out.w.Flush()
}

// limited writes whole pieces until there are too many.
type limited struct {
	w   *bufio.Writer
	n   int
	cut bool
}

func (l *limited) printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if l.n += len(text); l.n > maxLength || l.cut {
		l.cut = true
		return
	}
	l.w.WriteString(text) // its error is kept for Flush
}

// markdownFirst writes what to do first, and what it brings.
func markdownFirst(out *limited, r *audit.Report) {
	for i, f := range r.First(3) {
		if i == 0 {
			out.printf("What to do first:\n\n")
		}
		out.printf("%d. %s in %s: %s (%s)\n", i+1, f.ID, cell(f.Dir), f.Brings, f.Effort.Words())
	}
	out.printf("\n")
}

func markdownChanges(out *limited, r *audit.Report) {
	if r.Since == "" {
		return
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%d changes since %s.\n\n", len(r.Changes), cell(r.Since))
	for _, c := range r.Changes {
		word := "worse"
		if c.Better {
			word = "better"
		}
		who := c.Service
		if c.Finding != nil {
			who = fmt.Sprintf("%s:%d", c.Finding.File, c.Finding.Start.Line)
		}
		fmt.Fprintf(&text, "- %s: %s: %s\n", word, cell(who), cell(c.Text))
	}
	out.printf("%s\n", text.String())
}

func markdownService(out *limited, r *audit.Report, s service.Service) {
	var text strings.Builder
	fmt.Fprintf(&text, "\n<details><summary>%s</summary>\n\n", cell(s.Name))
	for _, col := range r.Columns {
		c := s.Cells[col.ID]
		if c.Value == service.Yes || c.Value == service.None {
			continue
		}
		fmt.Fprintf(&text, "- %s: %s, %s", col.Title, words[c.Value], cell(c.Text))
		sep := ": "
		seen := make(map[string]bool) // one line may prove several things, of several calls
		for _, p := range c.Proofs {
			if at := fmt.Sprintf("%s:%d", cell(p.File), p.Line); !seen[at] {
				seen[at] = true
				text.WriteString(sep + at)
				sep = "; "
			}
		}
		text.WriteString("\n")
	}
	for _, seq := range []struct {
		title string
		steps []service.Step
	}{{"starts", s.Startup}, {"stops", s.Shutdown}} {
		if len(seq.steps) == 0 {
			continue
		}
		fmt.Fprintf(&text, "\nHow it %s:\n\n", seq.title)
		for i, st := range seq.steps {
			fmt.Fprintf(&text, "%d. %s: %s %s\n", i+1, st.Phase, cell(titled(st)), cell(notes(st)))
		}
	}
	text.WriteString("\n</details>\n")
	out.printf("%s", text.String())
}

func markdownManifests(out *limited, r *audit.Report) {
	var text strings.Builder
	for _, f := range r.Findings {
		if audit.OfManifest(f) {
			fmt.Fprintf(&text, "- %s:%d: %s\n", cell(f.File), f.Start.Line, cell(f.Message))
		}
	}
	if text.Len() > 0 {
		out.printf("\n#### Manifests\n\n%s", text.String())
	}
}

func markdownPlan(out *limited, r *audit.Report) {
	for _, stage := range r.Plan {
		var text strings.Builder
		fmt.Fprintf(&text, "\n#### %s\n\n%s\n\n", stage.Title, stage.Why)
		for _, t := range stage.Tasks {
			fmt.Fprintf(&text, "- [ ] %d × %s in %s (%s)", t.Count, t.ID, cell(t.Dir), t.Effort.Words())
			if t.Command != "" {
				fmt.Fprintf(&text, ": <code>%s</code>", cell(t.Command))
			}
			text.WriteString("\n")
		}
		out.printf("%s", text.String())
	}
}

// cell returns text that stays text: neither HTML, nor Markdown, nor a new cell,
// nor a mention.
func cell(s string) string {
	s = html.EscapeString(finding.Printable(s))
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "@", "@\u200b").Replace(s)
}
