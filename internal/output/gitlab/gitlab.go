// Package gitlab writes findings as a GitLab Code Quality report.
package gitlab

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

type (
	issue struct {
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	lines struct {
		Begin int `json:"begin"`
	}
)

var severities = map[finding.Level]string{finding.Error: "critical", finding.Warning: "minor", finding.Note: "info"}

// Write writes one array, which is empty when nothing was found.
func Write(w io.Writer, res *driver.Result, dir string) error {
	list := []issue{}
	for _, f := range res.Findings {
		list = append(list, issue{finding.Printable(f.Text()), f.ID, f.Fingerprint, severities[res.FailOn.Of(&f)],
			location{finding.Rel(dir, f.File), lines{f.Start.Line}}})
	}
	for _, p := range driver.Fold(res.Problems) {
		sum := sha256.Sum256([]byte(p.Text()))
		list = append(list, issue{finding.Printable(p.Text()), driver.IncompleteID, hex.EncodeToString(sum[:12]), "blocker",
			location{driver.IncompleteFile, lines{1}}})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}
