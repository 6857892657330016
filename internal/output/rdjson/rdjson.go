// Package rdjson writes findings in reviewdog's diagnostic format, one object a
// line, with fixes as suggestions a reviewer can accept.
package rdjson

import (
	"encoding/json"
	"io"
	"os"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

type (
	diagnostic struct {
		Message     string       `json:"message"`
		Location    location     `json:"location"`
		Severity    string       `json:"severity"`
		Source      source       `json:"source"`
		Code        code         `json:"code"`
		Suggestions []suggestion `json:"suggestions,omitempty"`
	}
	location struct {
		Path  string    `json:"path"`
		Range textRange `json:"range"`
	}
	textRange struct {
		Start position  `json:"start"`
		End   *position `json:"end,omitempty"`
	}
	position struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	source struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	code struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	suggestion struct {
		Range textRange `json:"range"`
		Text  string    `json:"text"`
	}
)

var severities = map[finding.Level]string{finding.Error: "ERROR", finding.Warning: "WARNING", finding.Note: "INFO"}

// Write writes one line per finding. It leaves the trace out: reviewdog up to
// v0.17 refuses a line with related locations.
func Write(w io.Writer, res *driver.Result, dir string) error {
	enc := json.NewEncoder(w)
	for _, f := range res.Findings {
		d := diagnostic{
			Message:  finding.Printable(f.Text()),
			Location: location{finding.Rel(dir, f.File), textRange{position(f.Start), &position{f.End.Line, f.End.Column}}},
			Severity: severities[res.FailOn.Of(&f)],
			Source:   source{"lifecyclelint", home},
			Code:     code{f.ID, f.URL},
		}
		if s, ok := suggest(f); ok {
			d.Suggestions = []suggestion{s}
		}
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	for _, p := range driver.Fold(res.Problems) {
		d := diagnostic{
			Message: finding.Printable(p.Text()), Location: location{driver.IncompleteFile, textRange{Start: position{Line: 1}}}, Severity: "ERROR",
			Source: source{"lifecyclelint", home}, Code: code{driver.IncompleteID, home},
		}
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

const home = "https://github.com/lifecyclelint/lifecyclelint"

// suggest turns a fix into one hunk of whole lines, which is what code hosts can
// offer on a pull request. Edits far apart, such as an import's, make one hunk
// from the first line to the last.
func suggest(f finding.Finding) (suggestion, bool) {
	if f.Fix == nil || len(f.Fix.Edits) == 0 {
		return suggestion{}, false
	}
	src, err := os.ReadFile(f.File)
	if err != nil {
		return suggestion{}, false
	}
	before := strings.SplitAfter(string(src), "\n")
	after := strings.SplitAfter(string(driver.Apply(src, f.Fix.Edits)), "\n")
	first := 0
	for first < len(before) && first < len(after) && before[first] == after[first] {
		first++
	}
	last := 0
	for last < len(before)-first && last < len(after)-first && before[len(before)-1-last] == after[len(after)-1-last] {
		last++
	}
	if len(before)-last == first { // a pure insertion replaces the line before it
		if first == 0 {
			return suggestion{}, false
		}
		first--
	}
	text := strings.Join(after[first:len(after)-last], "")
	return suggestion{textRange{position{Line: first + 1}, &position{Line: len(before) - last}}, strings.TrimSuffix(text, "\n")}, true
}
