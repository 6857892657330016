package audit

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// marks are what a cell of the table shows before its text.
var marks = map[service.Value]struct {
	mark   string
	colour color.Attribute
}{
	service.Yes:     {"✓", color.FgGreen},
	service.No:      {"✗", color.FgRed},
	service.Partly:  {"◐", color.FgYellow},
	service.Unknown: {"?", color.FgMagenta},
	service.None:    {"–", color.Faint},
}

// Table writes the matrix, with the sequences if steps is set, and what there is
// to do about it.
func Table(w io.Writer, r *audit.Report, steps bool) error {
	out := bufio.NewWriter(w)
	matrix(out, r)
	first(out, r)
	for _, g := range others(r) {
		fmt.Fprintf(out, "Not rated, %s: %s\n\n", g.Why, finding.Printable(strings.Join(g.Packages, ", ")))
	}
	for _, s := range r.Services {
		open(out, r, s)
		if steps {
			sequence(out, "starts", s.Startup)
			sequence(out, "stops", s.Shutdown)
		}
	}
	manifests(out, r)
	changes(out, r)
	plan(out, r)
	for _, p := range r.Problems {
		fmt.Fprintf(out, "%s %s: %s\n", color.RedString("not analyzed:"), finding.Printable(p.Package), finding.Printable(p.Message))
	}
	return out.Flush()
}

// Matrix writes the matrix alone.
func Matrix(w io.Writer, r *audit.Report) error {
	out := bufio.NewWriter(w)
	matrix(out, r)
	return out.Flush()
}

func matrix(out io.Writer, r *audit.Report) {
	if len(r.Services) == 0 {
		fmt.Fprintf(out, "No services in %s: nothing serves, and nothing waits for a signal.\n", finding.Count(r.Packages, "package"))
		return
	}
	name := len("Service")
	for _, s := range r.Services {
		name = max(name, utf8.RuneCountInString(finding.Printable(s.Name)))
	}
	head := color.New(color.Bold)
	head.Fprintf(out, "%-*s", name, "Service")
	width := make(map[string]int)
	for i, c := range r.Columns {
		width[c.ID] = utf8.RuneCountInString(heading(c.ID))
		for _, s := range r.Services {
			width[c.ID] = max(width[c.ID], utf8.RuneCountInString(marked(c.ID, s)))
		}
		if i == len(r.Columns)-1 {
			width[c.ID] = 0
		}
		head.Fprintf(out, "  %-*s", width[c.ID], heading(c.ID))
	}
	fmt.Fprintln(out)
	for _, s := range r.Services {
		label := finding.Printable(s.Name)
		fmt.Fprint(out, label+strings.Repeat(" ", name-utf8.RuneCountInString(label)))
		for _, c := range r.Columns {
			text := marked(c.ID, s)
			pad := max(width[c.ID]-utf8.RuneCountInString(text), 0)
			fmt.Fprint(out, "  "+color.New(marks[s.Cells[c.ID].Value].colour).Sprint(text)+strings.Repeat(" ", pad))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "\n✓ yes   ✗ no   ◐ partly   ? cannot be seen   – does not apply\n\n")
}

// marked is the mark of a cell, and what else there is to say.
func marked(id string, s service.Service) string {
	return strings.TrimRight(marks[s.Cells[id].Value].mark+" "+brief(id, s), " ")
}

// heading is short, so that the table fits into a terminal.
func heading(id string) string {
	return map[string]string{
		"signals": "Signals", "stop": "Stop", "drain": "Drain", "live": "Live", "ready": "Ready", "startup": "Started",
		"draining": "Ends", "workers": "Workers", "stores": "Stores", "clients": "Clients", "logs": "Logs", "retry": "Retry", "budget": "Budget",
		"leaks": "Leaks",
	}[id]
}

// brief is what fits into a cell besides the mark: counts and times.
func brief(id string, s service.Service) string {
	c := s.Cells[id]
	switch id {
	case "budget":
		if c.Value == service.Yes || c.Value == service.Partly && s.Budget > 0 {
			return s.Budget.Truncate(time.Second).String()
		}
	case "workers", "stores", "clients", "retry", "stop":
		n, all := 0, 0
		if k, _ := fmt.Sscanf(c.Text, "%d of %d", &n, &all); k == 2 {
			return fmt.Sprintf("%d/%d", n, all)
		}
	}
	return ""
}

// open writes what is not as it should be, with the places that show it.
func open(out io.Writer, r *audit.Report, s service.Service) {
	fmt.Fprintf(out, "%s %s\n", color.New(color.Bold).Sprint(finding.Printable(s.Name)), color.New(color.Faint).Sprint(finding.Printable(s.Package)))
	for _, col := range r.Columns {
		c := s.Cells[col.ID]
		if c.Value == service.Yes || c.Value == service.None {
			continue
		}
		fmt.Fprintf(out, "  %s %-14s %s\n", color.New(marks[c.Value].colour).Sprint(marks[c.Value].mark), col.Title, finding.Printable(c.Text))
		for _, p := range c.Proofs {
			fmt.Fprintf(out, "      %s:%d  %s\n", finding.Printable(p.File), p.Line, color.New(color.Faint).Sprint(finding.Printable(p.Text)))
		}
	}
	fmt.Fprintln(out)
}

func sequence(out io.Writer, verb string, list []service.Step) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "  how it %s\n", verb)
	for i, st := range list {
		fmt.Fprintf(out, "    %2d. %-10s %s %s\n", i+1, st.Phase, titled(st), color.New(color.Faint).Sprint(notes(st)))
	}
	fmt.Fprintln(out)
}

// titled is what a step does, and to what.
func titled(st service.Step) string {
	if st.Name == "" {
		return finding.Printable(st.Text)
	}
	return finding.Printable(st.Text + ", " + st.Name)
}

// notes says under which circumstances a step happens, and where it stands.
func notes(st service.Step) string {
	list := circumstances(st)
	if length := lasts(st); length != "" {
		list = append([]string{length}, list...)
	}
	if st.Place.File != "" {
		list = append(list, fmt.Sprintf("%s:%d", finding.Printable(st.Place.File), st.Place.Line))
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// lasts says how long a step may take.
func lasts(st service.Step) string {
	switch {
	case st.Left:
		return "nothing waits for it"
	case st.Unlimited:
		return "no known limit"
	case st.Shared:
		return "within the limit above"
	case st.Limit > 0:
		return "at most " + st.Limit.String()
	}
	return ""
}

// circumstances says when a step happens.
func circumstances(st service.Step) (list []string) {
	if st.Deferred {
		list = append(list, "deferred")
	}
	if st.Sometimes {
		list = append(list, "not always")
	}
	return list
}

// manifests writes which containers run which programs, and what is wrong there:
// check does not say it.
func manifests(out io.Writer, r *audit.Report) {
	if len(r.Units) == 0 {
		return
	}
	known := 0
	fmt.Fprintf(out, "%s\n", color.New(color.Bold).Sprint("Manifests"))
	for _, u := range r.Units {
		if u.Package == "" {
			continue
		}
		known++
		fmt.Fprintf(out, "  %s:%d  %s runs %s %s\n", finding.Printable(u.Place.File), u.Place.Line, finding.Printable(u.Name), finding.Printable(u.Package), color.New(color.Faint).Sprint("("+u.How+")"))
	}
	if rest := len(r.Units) - known; rest > 0 {
		fmt.Fprintf(out, "  %d of %d containers run no program that is known here; --map name=package says otherwise\n", rest, len(r.Units))
	}
	for _, f := range r.Findings {
		if audit.OfManifest(f) {
			fmt.Fprintf(out, "  %s %s:%d  %s %s\n", color.New(marks[service.No].colour).Sprint(marks[service.No].mark), finding.Printable(f.File), f.Start.Line, finding.Printable(f.Message), color.New(color.Faint).Sprint(f.ID))
		}
	}
	fmt.Fprintln(out)
}

// first writes what to do first, and what it brings.
func first(out io.Writer, r *audit.Report) {
	list := r.First(3)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "%s\n", color.New(color.Bold).Sprint("First"))
	for _, f := range list {
		fmt.Fprintf(out, "  %s in %s: %s %s\n", f.ID, finding.Printable(f.Dir), f.Brings, color.New(color.Faint).Sprint("("+f.Effort.Words()+")"))
	}
	fmt.Fprintln(out)
}

func changes(out io.Writer, r *audit.Report) {
	if r.Since == "" {
		return
	}
	fmt.Fprintf(out, "Since %s: %s\n", finding.Printable(r.Since), finding.Count(len(r.Changes), "change"))
	for _, c := range r.Changes {
		mark, colour := "worse ", color.FgRed
		if c.Better {
			mark, colour = "better", color.FgGreen
		}
		who := c.Service
		if c.Finding != nil {
			who = fmt.Sprintf("%s:%d %s", c.Finding.File, c.Finding.Start.Line, c.Finding.ID)
		}
		fmt.Fprintf(out, "  %s %s: %s\n", color.New(colour).Sprint(mark), finding.Printable(who), finding.Printable(c.Text))
	}
	fmt.Fprintln(out)
}

func plan(out io.Writer, r *audit.Report) {
	for _, stage := range r.Plan {
		fmt.Fprintf(out, "%s. %s\n", color.New(color.Bold).Sprint(stage.Title), color.New(color.Faint).Sprint(stage.Why))
		for _, t := range stage.Tasks {
			fmt.Fprintf(out, "  %dx %s in %s (%s)\n", t.Count, t.ID, finding.Printable(t.Dir), t.Effort.Words())
			if t.Command != "" {
				fmt.Fprintf(out, "      %s\n", color.GreenString(finding.Printable(t.Command)))
			}
		}
	}
}
