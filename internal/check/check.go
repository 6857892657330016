// Package check is the engine under every analyzer of the suite. A check is
// metadata and a function; this package gives the function a wrapped pass, lets
// it leave early, survives its panics, and turns what it finds into diagnostics:
// with the check's ID, outside generated files, honouring Go versions, test
// files and ignore directives.
//
// Checks never touch analysis.Pass.Report themselves; every report goes through
// [Pass.Report], so all drivers agree.
package check

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// Severity says what is at stake.
type Severity string

const (
	High   Severity = "high"   // work or data lost, or the process cannot stop
	Medium Severity = "medium" // wrong under some deployments
	Low    Severity = "low"    // hygiene
)

// Confidence is that of a check's findings without a doubt: the tier in which they
// are reported.
type Confidence string

const (
	Certain  Confidence = "high"
	Likely   Confidence = "medium"
	Doubtful Confidence = "low"    // reported when asked for
	OptIn    Confidence = "opt-in" // a matter of policy: not run unless chosen, and then likely
)

// A Check is one entry of the catalogue.
type Check struct {
	Slug       string   // "ticker-range"; never reused
	Aliases    []string // slugs of checks that became part of this one; they stay understood
	Title      string   // one line, for lists
	Severity   Severity
	Confidence Confidence
	Since      string   // first release that had it
	Tests      bool     // also reports in _test.go files
	MinGo      string   // least file version, such as "go1.23"; empty for any
	Unfixable  string   // why its findings have no fix; empty for all but a few
	Heeds      Duty     // declarations of the user that answer a finding
	Imports    []string // the package must import one of these, directly, as its functions are called; empty for any
	Pages      fs.FS    // its page, and the testdata that the page quotes
	Run        func(*Pass)

	// Set by New.
	Analyzer   string
	anyProgram bool // as in its Spec
}

// ID returns "analyzer/slug".
func (c *Check) ID() string { return c.Analyzer + "/" + c.Slug }

// Tier returns the confidence of a finding without a doubt.
func (c *Check) Tier() verdict.Confidence {
	if c.Confidence == OptIn {
		return verdict.Medium
	}
	return verdict.Confidence(c.Confidence)
}

// IDs returns the ID, and those of the checks that became part of this one.
func (c *Check) IDs() []string {
	ids := []string{c.ID()}
	for _, slug := range c.Aliases {
		ids = append(ids, c.Analyzer+"/"+slug)
	}
	return ids
}

// Is reports whether slug names the check, or one that became part of it.
func (c *Check) Is(slug string) bool { return c.Slug == slug || slices.Contains(c.Aliases, slug) }

// Word returns the slug as the one word that names the check's directory: "ticker-range"
// is the package tickerrange, with tickerrange.go, tickerrange.md and
// testdata/src/tickerrange.
func (c *Check) Word() string { return strings.ReplaceAll(c.Slug, "-", "") }

// URL returns the address of the check's page.
func (c *Check) URL() string {
	return "https://github.com/lifecyclelint/lifecyclelint/blob/main/docs/checks/" + c.Analyzer + ".md#" + c.Slug
}

// bind attaches the check to its analyzer.
func (c *Check) bind(analyzer string) error {
	c.Analyzer = analyzer
	switch {
	case c.Title == "" || c.Since == "" || c.Run == nil || c.Pages == nil:
		return fmt.Errorf("%s lacks a title, a since, pages or a run function", c.ID())
	case c.Severity == "" || c.Confidence == "":
		return fmt.Errorf("%s lacks a severity or a confidence", c.ID())
	}
	return nil
}
