// Package checkstyle writes findings as Checkstyle XML, which many CI servers
// and reviewdog read.
package checkstyle

import (
	"encoding/xml"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

type (
	report struct {
		XMLName xml.Name `xml:"checkstyle"`
		Version string   `xml:"version,attr"`
		Files   []file   `xml:"file"`
	}
	file struct {
		Name   string  `xml:"name,attr"`
		Errors []issue `xml:"error"`
	}
	issue struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

var severities = map[finding.Level]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "info"}

// Write writes one document.
func Write(w io.Writer, res *driver.Result, dir string) error {
	r := report{Version: "4.3"}
	for _, f := range res.Findings {
		name := finding.Printable(finding.Rel(dir, f.File))
		if len(r.Files) == 0 || r.Files[len(r.Files)-1].Name != name {
			r.Files = append(r.Files, file{Name: name})
		}
		last := &r.Files[len(r.Files)-1]
		last.Errors = append(last.Errors, issue{f.Start.Line, f.Start.Column, severities[res.FailOn.Of(&f)], finding.Printable(f.Text()), f.ID})
	}
	if len(res.Problems) > 0 {
		r.Files = append(r.Files, file{Name: driver.IncompleteFile})
	}
	for _, p := range driver.Fold(res.Problems) {
		last := &r.Files[len(r.Files)-1]
		last.Errors = append(last.Errors, issue{1, 1, "error", finding.Printable(p.Text()), driver.IncompleteID})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(r); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
