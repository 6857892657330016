package audit

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/diagram"
	"github.com/lifecyclelint/lifecyclelint/internal/output/patch"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

//go:embed report.html
var page string

//go:embed report.css
var style string

//go:embed report.js
var script string

// HTML writes the report as one file that needs no other and no network.
// Everything in it that comes from the code is escaped by html/template.
func HTML(w io.Writer, r *audit.Report) error {
	v := &view{Report: r, sources: make(map[string][]string)}
	t, err := template.New("report").Funcs(template.FuncMap{
		"mark":     func(v service.Value) string { return marks[v].mark },
		"brief":    brief,
		"slug":     slug,
		"text":     finding.Printable,
		"count":    finding.Count,
		"timeline": timeline,
		"graph":    drawGraph,
		"tiers":    tiers,
		"others":   func() []group { return others(r) },
		"phases":   func() []service.Phase { return service.Phases },
		"ordered":  ordered,
		"answers":  answers,
		"where":    where,
		"unfold":   v.unfold,
		"inOrder":  inOrder,
		"overrun":  overrun,
		"folded":   func(seq sequenceView) []service.Step { folded, _ := files(seq); return folded },
		"unfolded": func(seq sequenceView) sequenceView { _, seq.Steps = files(seq); return seq },
		"values":   func() []service.Value { return values },
		"seq": func(title string, list []service.Step, s service.Service, ordered bool) sequenceView {
			return sequenceView{title, s.Name, list, ordered, r.GraceOf(s)}
		},
		"when":     func(st service.Step) string { return strings.Join(circumstances(st), ", ") },
		"run":      diagram.SVG,
		"code":     v.code,
		"fix":      v.fix,
		"css":      func() template.CSS { return template.CSS(style + diagram.Style) },
		"js":       func() template.JS { return template.JS(script) },
		"duration": func(d time.Duration) string { return d.String() },
		"base":     func(p service.Place) string { return fmt.Sprintf("%s:%d", finding.Printable(p.File), p.Line) },
	}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, v)
}

// A sequenceView is one sequence of a service.
type sequenceView struct {
	Title, Name string
	Steps       []service.Step
	Ordered     bool // it has a canonical order
	Grace       audit.Grace
}

// values are the answers in the order in which a bar shows them.
var values = []service.Value{service.Yes, service.Partly, service.No, service.Unknown, service.None}

// files returns the steps of a start-up that open a file, if there are several: they are
// folded.
func files(seq sequenceView) (folded, rest []service.Step) {
	for _, st := range seq.Steps {
		if st.Text == "open os.File" && !seq.Ordered {
			folded = append(folded, st)
		} else {
			rest = append(rest, st)
		}
	}
	if len(folded) < 2 {
		return nil, seq.Steps
	}
	return folded, rest
}

// An answer is one value of a service's cells, and the columns that have it.
type answer struct {
	Value  service.Value
	Titles []string
}

// answers groups the columns of a service by their answer, the bad ones first.
func answers(columns []service.Column, s service.Service) (list []answer) {
	for _, v := range []service.Value{service.No, service.Partly, service.Unknown, service.Yes, service.None} {
		a := answer{Value: v}
		for _, c := range columns {
			if s.Cells[c.ID].Value == v {
				a.Titles = append(a.Titles, c.Title)
			}
		}
		if len(a.Titles) > 0 {
			list = append(list, a)
		}
	}
	return list
}

// where returns the name of a directory, "" for the top one.
func where(dir string) string {
	if dir == "." {
		return ""
	}
	return finding.Printable(dir)
}

// A view is what the template sees.
type view struct {
	*audit.Report
	sources map[string][]string
}

// slug makes an ID for an element of any text.
func slug(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, s)
}

func (v *view) lines(file string) []string {
	if lines, ok := v.sources[file]; ok {
		return lines
	}
	name := file
	if !filepath.IsAbs(name) {
		name = filepath.Join(v.Dir, filepath.FromSlash(file))
	}
	data, _ := os.ReadFile(name) // then there is no code to show
	v.sources[file] = strings.Split(string(data), "\n")
	return v.sources[file]
}

// A line is one line of code.
type line struct {
	N    int
	Text string
	Hit  bool
}

// code returns the lines around a finding.
func (v *view) code(f finding.Finding) (list []line) {
	lines := v.lines(f.File)
	for n := max(f.Start.Line-2, 1); n <= min(f.Start.Line+2, len(lines)); n++ {
		text := finding.Printable(strings.ReplaceAll(strings.TrimRight(lines[n-1], "\r"), "\t", "    "))
		list = append(list, line{n, text, n == f.Start.Line})
	}
	return list
}

// few is how many findings are all shown with their code; of more, those of high severity are.
const few = 12

func (v *view) unfold(f finding.Finding) bool {
	return len(v.Findings) <= few || f.Severity == check.High
}

// fix returns what a fix would change, as a diff.
func (v *view) fix(f finding.Finding) string {
	if f.Fix == nil {
		return ""
	}
	old := strings.Join(v.lines(f.File), "\n")
	if len(old) == 0 {
		return ""
	}
	for _, e := range f.Fix.Edits {
		if e.Start < 0 || e.End > len(old) || e.Start > e.End || e.File != f.File {
			return "" // the file has changed since
		}
	}
	diff := patch.Unified(f.File, f.File, old, string(driver.Apply([]byte(old), f.Fix.Edits)))
	var out []string
	for _, l := range strings.Split(diff, "\n") {
		if !strings.HasPrefix(l, "---") && !strings.HasPrefix(l, "+++") {
			out = append(out, finding.Printable(strings.ReplaceAll(l, "\t", "    ")))
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// late reports whether the i-th step belongs before one that precedes it.
func late(s sequenceView, i int) bool {
	if !s.Ordered {
		return false
	}
	list := s.Steps
	at := func(p service.Phase) int {
		for n, q := range service.Phases {
			if p == q {
				return n
			}
		}
		return 0
	}
	for _, before := range list[:i] {
		if at(before.Phase) > at(list[i].Phase) {
			return true
		}
	}
	return false
}
