package audit

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// LeaksColumn is the question that only profiles answer; it is there when some are given.
var LeaksColumn = service.Column{ID: "leaks", Title: "Leaks", Asks: "Do profiles of running processes show goroutines that are stuck?"}

// AddLeaks adds the column with what profiles say of each service. One of which they say
// nothing is unknown. Programs are those that have a package, and dirs the directories of
// packages, by path.
func (r *Report) AddLeaks(confirmed *confirm.Report, programs map[string][]string, dirs map[string]string) {
	l := leaks{programs: programs, packages: make(map[string]string), cells: make(map[string]service.Cell)}
	for path, dir := range dirs {
		l.packages[dir] = path
	}
	l.see(confirmed)
	for _, c := range confirmed.Confirmed {
		f := c.Finding
		l.add(f.File, f.Start.Line, f.ID+": "+strings.Join(c.Evidence.Reasons, "; "))
	}
	for _, s := range confirmed.Blocked {
		l.add(s.File, s.Line, "stuck without a finding: "+strings.Join(s.Evidence.Reasons, "; "))
	}
	for _, u := range confirmed.Unread {
		r.Problems = append(r.Problems, driver.Problem{Package: u.Name, Message: u.Message})
	}
	r.Columns = append(slices.Clone(r.Columns), LeaksColumn)
	for i := range r.Services {
		s := &r.Services[i]
		c, ok := l.cells[s.Package]
		if !ok {
			c = service.Cell{Value: service.Unknown, Text: "no goroutine of it is in the profiles"}
		}
		for k := range c.Proofs {
			c.Proofs[k].File = finding.Rel(r.Dir, c.Proofs[k].File)
		}
		s.Cells[LeaksColumn.ID] = c
	}
}

// leaks are the cells of services, by their packages.
type leaks struct {
	programs map[string][]string // by package, the programs that have it
	packages map[string]string   // by directory
	cells    map[string]service.Cell
}

// see marks the services of which goroutines are in the profiles: the stack of main, or of
// another function of the main package.
func (l *leaks) see(r *confirm.Report) {
	spots := slices.Concat(r.Blocked, r.Idle)
	for _, c := range slices.Concat(r.Confirmed, r.Seen) {
		spots = append(spots, c.Spots...)
	}
	for _, s := range spots {
		for _, at := range s.Stack {
			pkg := l.packages[filepath.Dir(at.File)]
			if slices.Contains(l.programs[pkg], pkg) {
				l.cells[pkg] = service.Cell{Value: service.Yes, Text: "nothing is stuck in " + finding.Count(len(r.Profiles), "profile")}
			}
		}
	}
}

// add notes a place for the services that have its package and are in the profiles; where
// none of those is, for all that have it.
func (l *leaks) add(file string, line int, text string) {
	pkg := l.packages[filepath.Dir(file)]
	list := slices.DeleteFunc(slices.Clone(l.programs[pkg]), func(program string) bool { _, seen := l.cells[program]; return !seen })
	if len(list) == 0 {
		list = l.programs[pkg]
	}
	for _, program := range list {
		c := l.cells[program]
		c.Value = service.No
		c.Proofs = append(c.Proofs, service.Proof{Place: service.Place{Pkg: pkg, File: file, Line: line, Column: 1}, Text: text})
		c.Text = fmt.Sprintf("goroutines are stuck at %s", finding.Count(len(c.Proofs), "place"))
		l.cells[program] = c
	}
}
