// Package audit shows the report of an audit: as a table for a terminal, as
// Markdown, as JSON, and as one HTML file.
package audit

import (
	"encoding/json"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// JSON writes the report as one object; its fields are those of the types in
// internal/audit, and lists are never null.
func JSON(w io.Writer, r *audit.Report) error {
	c := *r
	if c.Services == nil {
		c.Services = []service.Service{}
	}
	if c.Others == nil {
		c.Others = []service.Other{}
	}
	if c.Findings == nil {
		c.Findings = []finding.Finding{}
	}
	if c.Problems == nil {
		c.Problems = []driver.Problem{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(c)
}
