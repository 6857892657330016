// Package why prints what the checks decided at a place: for each candidate the
// verdict, and the proof or the doubts it rests on, each with its line.
package why

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"strings"

	"github.com/fatih/color"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Place is what was asked about.
type Place struct {
	Dir  string // files are named relative to it
	File string // absolute; "" for a package
	Line int    // 0 for all of the file
}

// Write prints the candidates of a result.
func Write(w io.Writer, res *driver.Result, p Place) error {
	out := &printer{bufio.NewWriter(w), p}
	for _, c := range res.Candidates {
		out.candidate(c)
	}
	for _, problem := range driver.Fold(res.Problems) {
		out.printf("%s\n", finding.Printable(problem.Text()))
	}
	if len(res.Candidates) == 0 {
		out.nothing()
	}
	return out.w.Flush()
}

type printer struct {
	w     *bufio.Writer
	place Place
}

// printf writes to a bufio.Writer, which keeps its first error for Flush.
func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// headings say what becomes of a finding of each tier.
var headings = map[verdict.Confidence]string{
	verdict.High:     "reported, high confidence",
	verdict.Medium:   "reported, medium confidence",
	verdict.Low:      "low confidence: reported with --confidence low",
	verdict.Unproven: "unproven: not reported",
}

func (p *printer) candidate(c finding.Candidate) {
	p.printf("%s:%d:%d  %s\n", finding.Printable(finding.Rel(p.place.Dir, c.File)), c.Start.Line, c.Start.Column, color.New(color.Bold).Sprint(c.ID))
	switch {
	case c.Verdict == finding.Safe:
		p.printf("  %s\n", color.GreenString("safe: not reported"))
		p.line("candidate", c.Message)
		if c.Proof != nil {
			p.line("proof", c.Proof.Sentence+p.at(c.Proof, c))
		}
	case c.Verdict == finding.OutOfScope:
		p.printf("  %s\n", color.CyanString("out of scope: not reported"))
		p.line("candidate", c.Message)
		p.line("reason", c.Reason)
	default:
		p.finding(c)
	}
	p.printf("\n")
}

func (p *printer) finding(c finding.Candidate) {
	if c.Suppression != nil {
		p.printf("  %s\n", color.CyanString("accepted by a comment: not reported"))
		p.line("reason", c.Suppression.Reason)
	} else {
		p.printf("  %s\n", color.YellowString(headings[c.Confidence]))
	}
	p.line("finding", c.Message)
	for _, h := range c.Trace {
		p.line("evidence", fmt.Sprintf("%s (%s)", h.Message, p.where(h.File, h.At, c)))
	}
	for _, d := range c.Doubts {
		p.line("doubt", d.Sentence+p.at(&d, c))
	}
	if len(c.Doubts) == 0 && c.Confidence == verdict.Low {
		p.line("doubt", "all findings of this check are of low confidence")
	}
	if c.Fix != nil {
		p.line("fix", c.Fix.Title)
	} else if c.Unfixed != "" {
		p.line("no fix", c.Unfixed)
	}
}

// width is that of a terminal; texts are folded to it.
const width = 80

// line prints a labelled text, folded below itself.
func (p *printer) line(label, text string) {
	const indent = 13
	column := indent
	p.printf("  %-*s", indent-2, label+":")
	for i, word := range strings.Fields(finding.Printable(text)) {
		switch {
		case i > 0 && column+1+len(word) > width:
			p.printf("\n%*s", indent, "")
			column = indent
		case i > 0:
			p.printf(" ")
			column++
		}
		p.printf("%s", word)
		column += len(word)
	}
	p.printf("\n")
}

// at names the place of a doubt or proof, if that is not the candidate's own line.
func (p *printer) at(d *finding.Doubt, c finding.Candidate) string {
	if d.File == c.File && d.At.Line == c.Start.Line {
		return ""
	}
	return " (" + p.where(d.File, d.At, c) + ")"
}

// where names a place as it is seen from the candidate.
func (p *printer) where(file string, at finding.Position, c finding.Candidate) string {
	if file == c.File {
		return fmt.Sprintf("line %d", at.Line)
	}
	return fmt.Sprintf("%s:%d", finding.Rel(p.place.Dir, file), at.Line)
}

// nothing says that there is no candidate, and why if the whole file is left out.
func (p *printer) nothing() {
	where := "there"
	switch {
	case p.place.Line > 0:
		where = fmt.Sprintf("at %s:%d", finding.Rel(p.place.Dir, p.place.File), p.place.Line)
	case p.place.File != "":
		where = "in " + finding.Rel(p.place.Dir, p.place.File)
	}
	p.printf("no check has a candidate %s: nothing there has the shape that a check looks for\n", finding.Printable(where))
	if generated(p.place.File) {
		p.printf("the file is generated, and generated files are out of scope (--generated looks at them)\n")
	}
	if strings.HasSuffix(p.place.File, "_test.go") {
		p.printf("most checks leave test files out (--tests all looks at them)\n")
	}
}

func generated(file string) bool {
	if file == "" {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && ast.IsGenerated(f)
}
