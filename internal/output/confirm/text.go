// Package confirm shows what profiles say of the code: as text, JSON, Markdown and SARIF.
package confirm

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
)

// Options are the options of the text formats.
type Options struct {
	Dir string // files are named relative to it
	All bool   // also what may be idle
}

// Text writes the report for a terminal.
func Text(w io.Writer, r *confirm.Report, opts Options) error {
	p := &printer{bufio.NewWriter(w), opts}
	p.printf("%s\n", summary(r))
	for i, c := range r.Confirmed {
		p.confirmed(i+1, c)
	}
	if len(r.Blocked) > 0 {
		p.heading("Stuck without a finding")
	}
	for _, s := range r.Blocked {
		p.blocked(s)
	}
	p.idle(r)
	for _, n := range notes(r) {
		p.printf("\nnote: %s\n", finding.Printable(n))
	}
	return p.w.Flush()
}

type printer struct {
	w *bufio.Writer
	Options
}

// printf writes to a bufio.Writer, which keeps its first error for Flush.
func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

func (p *printer) heading(text string) { p.printf("\n%s\n", color.New(color.Bold).Sprint(text)) }

// summary says in one line what came out.
func summary(r *confirm.Report) string {
	instances := make(map[string]bool)
	for _, m := range r.Profiles {
		instances[m.Instance] = true
	}
	processes := finding.Count(len(instances), "process")
	if len(instances) != 1 {
		processes = fmt.Sprintf("%d processes", len(instances))
	}
	from := fmt.Sprintf("%s of %s", finding.Count(len(r.Profiles), "profile"), processes)
	if !r.Fails() {
		return fmt.Sprintf("nothing is confirmed by %s", from)
	}
	text := fmt.Sprintf("%s confirmed by %s", finding.Count(len(r.Confirmed), "finding"), from)
	if n := len(r.Blocked); n > 0 {
		text += fmt.Sprintf("; stuck without a finding: %s", finding.Count(n, "place"))
	}
	return text
}

func (p *printer) confirmed(n int, c *confirm.Confirmed) {
	f := c.Finding
	p.printf("\n%d. %s:%d:%d  %s  %s\n", n, p.name(f.File), f.Start.Line, f.Start.Column, color.New(color.Bold).Sprint(f.ID), color.RedString("certain")+color.New(color.Faint).Sprintf(" (was of %s confidence)", f.Confidence))
	p.line("finding", f.Message)
	p.evidence(&c.Evidence)
	for _, s := range c.Spots[:min(len(c.Spots), mostSpots)] {
		p.spot(s)
	}
	if rest := len(c.Spots) - mostSpots; rest > 0 {
		p.line("", fmt.Sprintf("and %s more", finding.Count(rest, "place")))
	}
	for _, d := range f.Doubts {
		p.line("doubt", fmt.Sprintf("%s (%s:%d)", d.Sentence, finding.Rel(p.Dir, d.File), d.At.Line))
	}
	if s := f.Suppression; s != nil {
		p.line("accepted", "by a comment: "+cmp.Or(s.Reason, "no reason is given"))
	}
	if f.Fix != nil {
		p.line("fix", f.Fix.Title)
	}
}

// mostSpots is how many places of one finding are shown.
const mostSpots = 5

func (p *printer) evidence(e *confirm.Evidence) {
	for _, reason := range e.Reasons {
		p.line("certain", reason)
	}
	p.line("goroutines", counts(e))
}

// counts says how many goroutines there are, and how long they have been there.
func counts(e *confirm.Evidence) string {
	var parts []string
	if e.Count > 0 {
		text := fmt.Sprintf("%d in %s", e.Count, processes(e.Instances))
		if e.Instances > 1 {
			text += fmt.Sprintf(", at most %d in one", e.Most)
		}
		parts = append(parts, text)
	}
	if e.Oldest > 0 {
		parts = append(parts, fmt.Sprintf("the oldest waits for %s", minutes(e.Oldest)))
	}
	if e.Growth > 0 {
		parts = append(parts, fmt.Sprintf("%d more than at first", e.Growth))
	}
	if e.Contentions > 0 {
		parts = append(parts, fmt.Sprintf("%s, %v in all", finding.Count(e.Contentions, "wait"), e.Delay.Round(time.Millisecond)))
	}
	return strings.Join(parts, "; ")
}

func processes(n int) string {
	if n == 1 {
		return "1 process"
	}
	return fmt.Sprintf("%d processes", n)
}

func minutes(d time.Duration) string { return strings.TrimSuffix(d.String(), "0s") }

// spot says where goroutines are, what they wait for, and what ends that.
func (p *printer) spot(s *confirm.Spot) {
	p.line("blocked", p.at(s))
	for _, at := range s.Started {
		p.line("started", fmt.Sprintf("%s:%d", finding.Rel(p.Dir, at.File), at.Line))
	}
	if text := p.ends(s); text != "" {
		p.line("ended by", text)
	}
}

func (p *printer) at(s *confirm.Spot) string {
	text := fmt.Sprintf("%s:%d in %s", finding.Rel(p.Dir, s.File), s.Line, s.Function)
	if what := cmp.Or(s.Waits, string(s.State)); what != "" {
		text += ": " + what
	}
	return text
}

// ends names what ends the wait; nothing is said of operations of which the model knows
// nothing.
func (p *printer) ends(s *confirm.Spot) string {
	var list []string
	for _, e := range s.Ends {
		list = append(list, fmt.Sprintf("%s at %s:%d", e.Text, finding.Rel(p.Dir, e.File), e.Line))
	}
	list = slices.Compact(list)
	switch {
	case len(list) > 0:
		return strings.Join(list[:min(len(list), 4)], ", ")
	case s.Waits != "" && !s.Open:
		return "nothing in its package, and nothing else reaches it"
	}
	return ""
}

func (p *printer) blocked(s *confirm.Spot) {
	p.printf("\n%s:%d  %s\n", p.name(s.File), s.Line, color.New(color.Bold).Sprint(finding.Printable(s.Function)))
	p.evidence(&s.Evidence)
	p.spot(s)
	for _, text := range whys(s, p.Dir) {
		p.line("why", text)
	}
}

// whys says what the checks think of a place where goroutines are stuck.
func whys(s *confirm.Spot, dir string) []string {
	var list []string
	for _, c := range s.Why {
		where := fmt.Sprintf("%s at %s:%d", c.ID, finding.Rel(dir, c.File), c.Start.Line)
		contradicts := "which the profile contradicts"
		if !confirm.Covers(&c.Finding, s.File, s.Line) {
			contradicts = "which the profile may contradict"
		}
		switch {
		case c.Verdict == finding.Safe && c.Proof != nil:
			list = append(list, fmt.Sprintf("%s is called safe, %s: %s (%s:%d)", where, contradicts, c.Proof.Sentence, finding.Rel(dir, c.Proof.File), c.Proof.At.Line))
		case c.Verdict == finding.Safe:
			list = append(list, where+" is called safe, "+contradicts)
		case c.Verdict == finding.OutOfScope:
			list = append(list, where+" is out of scope: "+c.Reason)
		default:
			list = append(list, where+" says something else: "+c.Message)
		}
	}
	if len(list) == 0 {
		list = append(list, "no check has a candidate there: nothing has the shape that a check looks for")
	}
	return list
}

func (p *printer) idle(r *confirm.Report) {
	if p.All {
		if len(r.Seen)+len(r.Idle) > 0 {
			p.heading("Seen, and no more than may be idle")
		}
		for _, c := range r.Seen {
			p.printf("  %s:%d  %s  %s\n", p.name(c.Finding.File), c.Finding.Start.Line, c.Finding.ID, counts(&c.Evidence))
		}
		for _, s := range r.Idle {
			p.printf("  %s  %s\n", finding.Printable(p.at(s)), counts(&s.Evidence))
		}
		return
	}
	if len(r.Seen)+len(r.Idle) > 0 {
		p.printf("\ngoroutines are also at %s and %s elsewhere, no more than may be idle; --all shows them\n", finding.Count(len(r.Seen), "finding"), finding.Count(len(r.Idle), "place"))
	}
}

// notes are what a reader has to know about all of it.
func notes(r *confirm.Report) []string {
	list := slices.Clone(r.Notes)
	for _, u := range r.Unread {
		list = append(list, fmt.Sprintf("%s: %s", u.Name, u.Message))
	}
	for _, pr := range r.Problems {
		list = append(list, pr.Text())
	}
	if single(r) {
		list = append(list, "growth shows best what leaks: give the profiles of several times, or --samples with a URL")
	}
	return list
}

// single reports whether no process has two profiles that can be compared.
func single(r *confirm.Report) bool {
	seen := make(map[string]int)
	for _, m := range r.Profiles {
		if m.Kind == profile.Goroutine || m.Kind == profile.Leak {
			if seen[m.Instance+" "+string(m.Kind)]++; seen[m.Instance+" "+string(m.Kind)] > 1 {
				return false
			}
		}
	}
	return len(seen) > 0 && !r.Fails()
}

func (p *printer) name(file string) string { return finding.Printable(finding.Rel(p.Dir, file)) }

// width is that of a terminal; texts are folded to it.
const width = 96

// line prints a labelled text, folded below itself.
func (p *printer) line(label, text string) {
	const indent = 15
	column := indent
	if label != "" {
		label += ":"
	}
	p.printf("   %-*s", indent-3, label)
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
