// Package text prints findings as text: grouped by file, the source line with the range
// marked, the trace from cause to consequence, and one summary.
package text

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/patch"
)

// Options of the output.
type Options struct {
	Dir     string // files are named relative to it
	ShowFix bool
	Links   bool // mark file names and checks as links a terminal can open
	Hint    bool // end with the commands that say more
	// Essence leaves out what a fix changes of the imports only.
	Essence bool
	// Section names what a finding is listed under, in alphabetical order; nil for files.
	Section func(finding.Finding) string
}

// List prints findings, and nothing else.
func List(w io.Writer, list []finding.Finding, opts Options) error {
	p := &printer{w: bufio.NewWriter(w), opts: opts, lines: make(map[string][]string)}
	p.findings(list)
	return p.w.Flush()
}

// Write prints the result.
func Write(w io.Writer, res *driver.Result, opts Options) error {
	p := &printer{w: bufio.NewWriter(w), opts: opts, failOn: res.FailOn, lines: make(map[string][]string)}
	p.findings(res.Findings)
	problems := driver.Fold(res.Problems)
	for i, problem := range problems {
		p.printf("%s %s\n", color.RedString("not analyzed:"), finding.Printable(problem.Package))
		if i+1 < len(problems) && problems[i+1].Message == problem.Message {
			continue // one reason for both
		}
		for line := range strings.Lines(problem.Message) {
			p.printf("  %s\n", finding.Printable(strings.TrimRight(line, "\n")))
		}
	}
	p.summary(res)
	if opts.Hint && len(res.Findings) > 0 {
		p.hint(res.Findings)
	}
	return p.w.Flush()
}

type printer struct {
	w      *bufio.Writer
	opts   Options
	failOn finding.FailOn
	lines  map[string][]string
}

// printf writes to a bufio.Writer, which keeps its first error for Flush.
func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// findings prints the list under its headings.
func (p *printer) findings(list []finding.Finding) {
	heading := func(f finding.Finding) string { return p.link(f.File) }
	if p.opts.Section != nil {
		heading = func(f finding.Finding) string { return finding.Printable(p.opts.Section(f)) }
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b finding.Finding) int { return strings.Compare(heading(a), heading(b)) })
	}
	last := ""
	for _, f := range list {
		if h := heading(f); h != last {
			p.printf("%s\n", color.New(color.Bold).Sprint(h))
			last = h
		}
		p.finding(f)
	}
}

func (p *printer) finding(f finding.Finding) {
	where := ""
	if p.opts.Section != nil {
		where = p.link(f.File) + ":"
	}
	p.printf("  %s%d:%d  %s  %s  %s\n", where, f.Start.Line, f.Start.Column, level(p.failOn.Of(&f)), finding.Printable(f.Message), color.New(color.Faint).Sprintf("%s, %s confidence", p.page(f), f.Confidence))
	p.excerpt(f)
	for i, hop := range f.Trace {
		arrow := "→"
		if i == 0 {
			arrow = "·"
		}
		where := fmt.Sprintf("line %d", hop.At.Line)
		if hop.File != f.File {
			where = fmt.Sprintf("%s:%d", p.name(hop.File), hop.At.Line)
		}
		p.printf("      %s %s (%s)\n", arrow, finding.Printable(hop.Message), where)
	}
	for _, d := range f.Doubts {
		p.printf("      %s %s%s\n", color.CyanString("?"), finding.Printable(d.Sentence), p.elsewhere(d, f))
	}
	if f.Fix != nil {
		kind := "fix"
		if !f.Fix.Safe {
			kind = "suggested fix"
		}
		p.printf("      %s: %s\n", color.GreenString(kind), finding.Printable(f.Fix.Title))
		if p.opts.ShowFix {
			p.fix(f)
		}
	} else if p.opts.ShowFix {
		p.printf("      %s: %s\n", color.GreenString("no fix"), finding.Printable(f.Unfixed))
	}
	p.printf("\n")
}

// elsewhere says where a doubt comes from, if that is not the finding's own line.
func (p *printer) elsewhere(d finding.Doubt, f finding.Finding) string {
	switch {
	case d.File != f.File:
		return fmt.Sprintf(" (%s:%d)", p.name(d.File), d.At.Line)
	case d.At.Line != f.Start.Line:
		return fmt.Sprintf(" (line %d)", d.At.Line)
	}
	return ""
}

// excerpt prints the line of the finding with its range underlined.
func (p *printer) excerpt(f finding.Finding) {
	lines := p.source(f.File)
	if f.Start.Line < 1 || f.Start.Line > len(lines) {
		return
	}
	line := strings.TrimRight(lines[f.Start.Line-1], "\r")
	start := min(max(f.Start.Column-1, 0), len(line))
	end := len(line)
	if f.End.Line == f.Start.Line {
		end = min(max(f.End.Column-1, start), len(line))
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if start < indent {
		start = indent
	}
	pad := len([]rune(finding.Printable(line[indent:start])))
	mark := max(len([]rune(finding.Printable(line[start:max(end, start)]))), 1)
	p.printf("      %s\n", finding.Printable(line[indent:]))
	p.printf("      %s%s\n", strings.Repeat(" ", pad), color.YellowString(strings.Repeat("^", mark)))
}

// fix prints what the fix would change.
func (p *printer) fix(f finding.Finding) {
	old, err := os.ReadFile(f.File)
	if err != nil {
		return
	}
	diff := patch.Unified(p.name(f.File), p.name(f.File), string(old), string(driver.Apply(old, f.Fix.Edits)))
	if p.opts.Essence {
		diff = essence(diff)
	}
	WriteDiff(prefixWriter{p.w, "      "}, diff)
}

// essence returns a diff of one file without its header and the hunks that change nothing
// but imports, unless there are no others.
func essence(diff string) string {
	_, rest, _ := strings.Cut(diff, "\n@@")
	var kept strings.Builder
	for hunk := range strings.SplitSeq(rest, "\n@@") {
		if !importsOnly(hunk) {
			kept.WriteString("@@" + strings.TrimSuffix(hunk, "\n") + "\n")
		}
	}
	if kept.Len() == 0 {
		return diff
	}
	return kept.String()
}

// importsOnly reports whether every line that a hunk changes is a quoted path, or empty.
func importsOnly(hunk string) bool {
	for line := range strings.Lines(hunk) {
		if text := strings.TrimSpace(strings.TrimLeft(line, "+-")); text != "" && strings.ContainsRune("+-", rune(line[0])) && !strings.HasPrefix(text, `"`) {
			return false
		}
	}
	return true
}

func (p *printer) source(name string) []string {
	lines, ok := p.lines[name]
	if !ok {
		content, _ := os.ReadFile(name)
		lines = strings.Split(string(content), "\n")
		p.lines[name] = lines
	}
	return lines
}

// name returns the path of a file as the user would type it.
func (p *printer) name(file string) string {
	if rel, err := filepath.Rel(p.opts.Dir, file); err == nil && !strings.HasPrefix(rel, "..") {
		return finding.Printable(rel)
	}
	return finding.Printable(file)
}

func (p *printer) link(file string) string {
	if !p.opts.Links {
		return p.name(file)
	}
	return hyperlink((&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String(), p.name(file))
}

// page returns the check's ID, which leads to its page where that is possible.
func (p *printer) page(f finding.Finding) string {
	if !p.opts.Links {
		return f.ID
	}
	return hyperlink(f.URL, f.ID)
}

// hyperlink is the escape sequence OSC 8.
func hyperlink(url, text string) string {
	return "\x1b]8;;" + url + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// hint says which commands say more. Of one check it names the ID.
func (p *printer) hint(list []finding.Finding) {
	what := list[0].ID + " describes the check"
	if slices.ContainsFunc(list, func(f finding.Finding) bool { return f.ID != list[0].ID }) {
		what = "ID describes a check"
	}
	p.printf("lifecyclelint explain %s, lifecyclelint why FILE:LINE says what it decided there\n", what)
}

func (p *printer) summary(res *driver.Result) {
	p.printf("%s\n", res.Summary())
	if line := res.LeftAloneText(); line != "" {
		p.printf("%s\n", finding.Printable(line))
	}
}

// level pads the word to the longest one.
func level(l finding.Level) string {
	switch l {
	case finding.Error:
		return color.RedString("error  ")
	case finding.Warning:
		return color.YellowString("warning")
	}
	return color.CyanString("note   ")
}

// WriteDiff prints a unified diff as text, in color: tabs stay tabs, and control characters
// are replaced.
func WriteDiff(w io.Writer, diff string) {
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		parts := strings.Split(line, "\t")
		for i := range parts {
			parts[i] = finding.Printable(parts[i])
		}
		text := strings.Join(parts, "\t")
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "diff --git "):
			text = color.New(color.Bold).Sprint(text)
		case strings.HasPrefix(line, "+"):
			text = color.GreenString("%s", text)
		case strings.HasPrefix(line, "-"):
			text = color.RedString("%s", text)
		case strings.HasPrefix(line, "@@"):
			text = color.CyanString("%s", text)
		}
		fmt.Fprintln(w, text)
	}
}

// prefixWriter puts a prefix before each write, which is a line.
type prefixWriter struct {
	w      io.Writer
	prefix string
}

func (w prefixWriter) Write(line []byte) (int, error) {
	var buf bytes.Buffer
	buf.WriteString(w.prefix)
	buf.Write(line)
	if _, err := w.w.Write(buf.Bytes()); err != nil {
		return 0, err
	}
	return len(line), nil
}
