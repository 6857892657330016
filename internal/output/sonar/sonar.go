// Package sonar writes findings in SonarQube's generic issue format.
package sonar

import (
	"encoding/json"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

type (
	report struct {
		Rules  []rule  `json:"rules"`
		Issues []issue `json:"issues"`
	}
	rule struct {
		ID                 string   `json:"id"`
		Name               string   `json:"name"`
		Description        string   `json:"description"`
		EngineID           string   `json:"engineId"`
		CleanCodeAttribute string   `json:"cleanCodeAttribute"`
		Type               string   `json:"type"`
		Severity           string   `json:"severity"`
		Impacts            []impact `json:"impacts"`
	}
	impact struct {
		SoftwareQuality string `json:"softwareQuality"`
		Severity        string `json:"severity"`
	}
	issue struct {
		RuleID  string   `json:"ruleId"`
		Primary location `json:"primaryLocation"`
		Flow    []place  `json:"secondaryLocations,omitempty"`
	}
	place struct {
		Message  string    `json:"message"`
		FilePath string    `json:"filePath"`
		Range    textRange `json:"textRange"`
	}
	location  = place
	textRange struct {
		StartLine   int  `json:"startLine"`
		StartColumn *int `json:"startColumn,omitempty"`
		EndLine     int  `json:"endLine,omitempty"`
		EndColumn   *int `json:"endColumn,omitempty"`
	}
)

var (
	severities = map[finding.Level]string{finding.Error: "CRITICAL", finding.Warning: "MINOR", finding.Note: "INFO"}
	impacts    = map[finding.Level]string{finding.Error: "HIGH", finding.Warning: "LOW", finding.Note: "INFO"}
)

// Write writes one object with the rules that were broken and where. A rule has one
// severity for all its issues: the highest.
func Write(w io.Writer, res *driver.Result, dir string) error {
	r := report{Rules: []rule{}, Issues: []issue{}}
	level := make(map[string]finding.Level)
	for _, f := range res.Findings {
		level[f.ID] = max(level[f.ID], res.FailOn.Of(&f))
	}
	seen := make(map[string]bool)
	for _, f := range res.Findings {
		if !seen[f.ID] {
			seen[f.ID] = true
			r.Rules = append(r.Rules, rule{f.ID, f.ID, f.URL, "lifecyclelint", "COMPLETE", "BUG", severities[level[f.ID]],
				[]impact{{"RELIABILITY", impacts[level[f.ID]]}}})
		}
		r.Issues = append(r.Issues, newIssue(f, dir))
	}
	if len(res.Problems) > 0 {
		r.Rules = append(r.Rules, rule{driver.IncompleteID, "package not analyzed", "the findings are incomplete", "lifecyclelint", "COMPLETE", "BUG", "BLOCKER",
			[]impact{{"RELIABILITY", "HIGH"}}})
	}
	for _, p := range driver.Fold(res.Problems) {
		r.Issues = append(r.Issues, issue{RuleID: driver.IncompleteID, Primary: location{finding.Printable(p.Text()), driver.IncompleteFile, textRange{StartLine: 1}}})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

func newIssue(f finding.Finding, dir string) issue {
	i := issue{RuleID: f.ID, Primary: location{finding.Printable(f.Text()), finding.Rel(dir, f.File), textRange{StartLine: f.Start.Line}}}
	if f.End.Line > f.Start.Line || f.End.Line == f.Start.Line && f.End.Column > f.Start.Column {
		start, end := f.Start.Column-1, f.End.Column-1 // columns count from zero there
		i.Primary.Range = textRange{f.Start.Line, &start, f.End.Line, &end}
	}
	for _, hop := range f.Trace {
		i.Flow = append(i.Flow, place{finding.Printable(hop.Message), finding.Rel(dir, hop.File), textRange{StartLine: hop.At.Line}})
	}
	return i
}
