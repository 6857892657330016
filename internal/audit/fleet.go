package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// A Standing is how all services answer one question.
type Standing struct {
	service.Column
	Counts map[service.Value]int
	Asked  int // services for which the question arises
}

// Fleet returns how the services stand, by question.
func (r *Report) Fleet() (list []Standing) {
	for _, col := range r.Columns {
		s := Standing{Column: col, Counts: make(map[service.Value]int)}
		for _, sv := range r.Services {
			v := sv.Cells[col.ID].Value
			s.Counts[v]++
			if v != service.None {
				s.Asked++
			}
		}
		list = append(list, s)
	}
	return list
}

// A First is one of the things to do first, and what it brings.
type First struct {
	Task
	Brings string
}

// First returns the first tasks of the plan, at most n.
func (r *Report) First(n int) (list []First) {
	high := 0
	for _, f := range r.Findings {
		if f.Severity == check.High {
			high++
		}
	}
	var tasks []Task
	for _, stage := range r.Plan {
		tasks = append(tasks, stage.Tasks...)
	}
	slices.SortStableFunc(tasks, func(a, b Task) int {
		return cmp.Or(cmp.Compare(weight[b.Severity], weight[a.Severity]), cmp.Compare(cost[a.Effort], cost[b.Effort]), cmp.Compare(b.Count, a.Count))
	})
	for _, t := range tasks[:min(n, len(tasks))] {
		brings := fmt.Sprintf("clears %d of %d findings", t.Count, len(r.Findings))
		if t.Severity == check.High {
			brings = fmt.Sprintf("clears %d of %d findings of high severity", t.Count, high)
		}
		list = append(list, First{t, brings})
	}
	return list
}

var (
	weight = map[check.Severity]int{check.High: 2, check.Medium: 1}
	cost   = map[Effort]int{Small: 0, Medium: 1, Large: 2}
)

// Words say what an effort is.
func (e Effort) Words() string {
	switch e {
	case Small:
		return "one command or line"
	case Medium:
		return "one command, and a look at what it changes"
	}
	return "by hand"
}

// A Grace is how long a platform waits before it kills a service.
type Grace struct {
	D    time.Duration
	From string
}

// GraceOf returns the shortest grace period with which a service is deployed, less what a
// hook takes of it; without a manifest, the default of Kubernetes.
func (r *Report) GraceOf(s service.Service) Grace {
	var found *Grace
	for _, u := range r.Units {
		if u.Package != s.Package || u.Kind == "Dockerfile" || u.Grace.Open {
			continue
		}
		g := Grace{u.DefaultGrace() - u.PreStop.D, fmt.Sprintf("%s, the default, %s", u.Kind, u.Place.File)}
		if u.Grace.Set {
			g = Grace{u.Grace.D - u.PreStop.D, fmt.Sprintf("%s:%d", u.Grace.Place.File, u.Grace.Place.Line)}
		}
		if found == nil || g.D < found.D {
			found = &g
		}
	}
	if found != nil {
		return *found
	}
	return Grace{30 * time.Second, "the default of Kubernetes"}
}

// A Use is a kind of store or of other service, and the programs that open it.
type Use struct {
	What     string
	Services []string
}

// Uses returns what the services open at start-up, and which of them open it; files are
// left out.
func (r *Report) Uses() (list []Use) {
	for _, s := range r.Services {
		for _, st := range s.Startup {
			what, ok := strings.CutPrefix(st.Text, "open ")
			if !ok || what == "os.File" {
				continue
			}
			i := slices.IndexFunc(list, func(u Use) bool { return u.What == what })
			if i < 0 {
				i, list = len(list), append(list, Use{What: what})
			}
			if !slices.Contains(list[i].Services, s.Name) {
				list[i].Services = append(list[i].Services, s.Name)
			}
		}
	}
	slices.SortFunc(list, func(a, b Use) int { return strings.Compare(a.What, b.What) })
	return list
}

// N is how many services have an answer.
func (s Standing) N(value string) int { return s.Counts[service.Value(value)] }
