// Package json prints findings for programs.
package json

import (
	"encoding/json"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Version of the schema. It changes when a field is removed or means something
// else; new fields may appear at any time.
const Version = 1

type report struct {
	Version    int               `json:"version"`
	Packages   int               `json:"packages"`
	Findings   []finding.Finding `json:"findings"`
	Suppressed []finding.Finding `json:"suppressed"` // accepted by a comment or the baseline
	Below      int               `json:"below"`      // findings that are less sure than what was asked for
	LeftAlone  []string          `json:"leftAlone"`  // packages for developers, in which nothing is reported
	Problems   []driver.Problem  `json:"problems"`   // packages that could not be analyzed
}

// Write prints the result as one object.
func Write(w io.Writer, res *driver.Result) error {
	r := report{Version: Version, Packages: res.Packages, Findings: res.Findings, Suppressed: res.Suppressed, Below: len(res.Below), LeftAlone: res.LeftAlone, Problems: res.Problems}
	if r.Findings == nil {
		r.Findings = []finding.Finding{}
	}
	if r.Suppressed == nil {
		r.Suppressed = []finding.Finding{}
	}
	if r.LeftAlone == nil {
		r.LeftAlone = []string{}
	}
	if r.Problems == nil {
		r.Problems = []driver.Problem{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
