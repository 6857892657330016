package why

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/diagram"
)

//go:embed why.html
var page string

// HTML prints the candidates as one page that needs no other and no network, with the runs
// of explorations as diagrams.
func HTML(w io.Writer, res *driver.Result, p Place) error {
	name := func(file string) string { return finding.Rel(p.Dir, file) }
	t, err := template.New("why").Funcs(template.FuncMap{
		"css":     func() template.CSS { return template.CSS(diagram.Style) },
		"text":    finding.Printable,
		"heading": heading,
		"at": func(file string, at finding.Position) string {
			return fmt.Sprintf("%s:%d", finding.Printable(name(file)), at.Line)
		},
		"run": func(run []finding.Step) template.HTML { return diagram.SVG(finding.Renamed(run, name)) },
	}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, res)
}

// heading says what becomes of a candidate.
func heading(c finding.Candidate) string {
	switch {
	case c.Verdict == finding.Safe:
		return "safe: not reported"
	case c.Verdict == finding.OutOfScope:
		return "out of scope: not reported"
	case c.Suppression != nil:
		return "accepted by a comment: not reported"
	}
	return headings[c.Confidence]
}
