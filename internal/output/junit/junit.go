// Package junit writes findings as JUnit XML: one suite per package, one failed case
// per finding, a skipped one for a finding that does not fail the run, and an error
// for a package that could not be analyzed.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

type (
	report struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Suites   []*suite `xml:"testsuite"`
	}
	suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	testcase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		File    string   `xml:"file,attr,omitempty"`
		Line    int      `xml:"line,attr,omitempty"`
		Failure *problem `xml:"failure"`
		Error   *problem `xml:"error"`
		Skipped *problem `xml:"skipped"`
	}
	problem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// Write writes one document. A clean run has one case that passed, since an
// empty report looks to many servers like a run that never was.
func Write(w io.Writer, res *driver.Result, dir string) error {
	r := &report{}
	for _, f := range res.Findings {
		name := finding.Rel(dir, f.File)
		s := r.suite(f.Package)
		c := testcase{
			Name: finding.Printable(fmt.Sprintf("%s:%d:%d %s", name, f.Start.Line, f.Start.Column, f.ID)), Class: s.Name,
			File: finding.Printable(name), Line: f.Start.Line,
		}
		level := res.FailOn.Of(&f)
		told := &problem{finding.Printable(f.Text()), level.String(), finding.Printable(fmt.Sprintf("%s:%d:%d: %s (%s)", name, f.Start.Line, f.Start.Column, f.Text(), f.ID))}
		if level == finding.Error {
			c.Failure = told
			s.Failures++
		} else {
			c.Skipped = told
			s.Skipped++
		}
		s.Cases = append(s.Cases, c)
	}
	for _, p := range driver.Fold(res.Problems) {
		s := r.suite(p.Package)
		s.Errors++
		s.Cases = append(s.Cases, testcase{Name: "analysis", Class: s.Name,
			Error: &problem{"the package could not be analyzed", "incomplete", finding.Printable(p.Message)}})
	}
	if len(r.Suites) == 0 {
		s := r.suite("lifecyclelint")
		s.Cases = append(s.Cases, testcase{Name: fmt.Sprintf("%d packages", res.Packages), Class: s.Name})
	}
	slices.SortFunc(r.Suites, func(a, b *suite) int { return strings.Compare(a.Name, b.Name) })
	for _, s := range r.Suites {
		s.Tests = len(s.Cases)
		r.Tests, r.Failures, r.Errors, r.Skipped = r.Tests+s.Tests, r.Failures+s.Failures, r.Errors+s.Errors, r.Skipped+s.Skipped
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

func (r *report) suite(pkg string) *suite {
	name := finding.Printable(pkg)
	for _, s := range r.Suites {
		if s.Name == name {
			return s
		}
	}
	s := &suite{Name: name}
	r.Suites = append(r.Suites, s)
	return s
}
