// Package audit puts together the report that a team acts on: what each service does to
// start, run and stop, the findings, the manifests it is deployed with, and a plan. How a
// report is shown is not its concern.
package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// Version of the JSON schema, which docs/audit.md describes. It changes when a
// field is removed or means something else; new fields may appear at any time.
const Version = 1

// A Report is an audit. Files are named relative to Dir where they are below it.
type Report struct {
	Version  int               `json:"version"`
	Columns  []service.Column  `json:"columns"`
	Services []service.Service `json:"services"`
	Others   []service.Other   `json:"notRated"`
	Findings []finding.Finding `json:"findings"`
	Units    []Deployment      `json:"deployments"`
	Plan     []Stage           `json:"plan"`
	Changes  []Change          `json:"changes,omitempty"` // since another revision
	Since    string            `json:"since,omitempty"`
	Problems []driver.Problem  `json:"problems"`
	Packages int               `json:"packages"`

	Dir string `json:"-"`
}

// New returns the report of what an audit and a check of the same packages have
// found.
func New(dir string, services, checked *driver.Result) *Report {
	r := &Report{
		Version: Version, Columns: service.Columns, Dir: dir, Packages: services.Packages,
		Services: services.Services, Others: services.Others, Findings: slices.Clone(checked.Findings),
		Problems: problems(services.Problems, checked.Problems),
	}
	for i := range r.Services {
		r.Services[i].Dir = finding.Rel(dir, r.Services[i].Dir)
		r.Services[i].Places(func(p *service.Place) { p.File = finding.Rel(dir, p.File) })
	}
	names(r.Services)
	for i := range r.Findings {
		r.relative(&r.Findings[i])
	}
	return r
}

func (r *Report) relative(f *finding.Finding) {
	f.File = finding.Rel(r.Dir, f.File)
	f.Trace = slices.Clone(f.Trace)
	for i := range f.Trace {
		f.Trace[i].File = finding.Rel(r.Dir, f.Trace[i].File)
	}
	f.Run = finding.Renamed(f.Run, func(name string) string { return finding.Rel(r.Dir, name) })
	if f.Fix == nil {
		return
	}
	fix := *f.Fix
	fix.Edits = slices.Clone(fix.Edits)
	for i := range fix.Edits {
		fix.Edits[i].File = finding.Rel(r.Dir, fix.Edits[i].File)
	}
	f.Fix = &fix
}

// problems joins what two runs have said about the same packages.
func problems(a, b []driver.Problem) []driver.Problem {
	list := slices.Concat(a, b)
	slices.SortFunc(list, func(a, b driver.Problem) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Message, b.Message))
	})
	return slices.Compact(list)
}

// names distinguishes services of one name by their path.
func names(list []service.Service) {
	count := make(map[string]int)
	for _, s := range list {
		count[s.Name]++
	}
	for i, s := range list {
		if count[s.Name] > 1 {
			parts := strings.Split(s.Package, "/")
			list[i].Name = strings.Join(parts[max(len(parts)-3, 0):], "/")
		}
	}
}

// Silent reports whether nothing has to be said: no finding, nothing that has become
// worse, and nothing that could not be analyzed.
func (r *Report) Silent() bool {
	return len(r.Findings) == 0 && len(r.Problems) == 0 && !slices.ContainsFunc(r.Changes, func(c Change) bool { return !c.Better })
}

// Tally counts the answers of all services.
func (r *Report) Tally() map[service.Value]int {
	n := make(map[service.Value]int)
	for _, s := range r.Services {
		for _, c := range s.Cells {
			n[c.Value]++
		}
	}
	return n
}
