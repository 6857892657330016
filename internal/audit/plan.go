package audit

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// An Effort says how much there is to do.
type Effort string

// Efforts, from the least.
const (
	Small  Effort = "small"  // a fix does it and keeps what the code does
	Medium Effort = "medium" // a fix does it and changes what the code does: read it
	Large  Effort = "large"  // it takes a decision
)

// A Stage is a phase of the plan.
type Stage struct {
	Title string `json:"title"`
	Why   string `json:"why"`
	Tasks []Task `json:"tasks"`
}

// A Task is the findings of one check in one directory, done with one command.
type Task struct {
	ID       string         `json:"id"`
	Dir      string         `json:"dir"`
	Severity check.Severity `json:"severity"`
	Effort   Effort         `json:"effort"`
	Count    int            `json:"count"`
	Command  string         `json:"command,omitempty"`
	Findings []string       `json:"findings"` // fingerprints
}

// stages are the phases, the first one that takes a task has it.
var stages = []struct {
	title, why string
	takes      func(Task) bool
}{
	{"Phase 1: now", "Work or data is lost, or the process cannot stop, and a fix is available.",
		func(t Task) bool { return t.Severity == check.High && t.Effort != Large }},
	{"Phase 2: serious", "As serious, but without a fix: the code has to say how.",
		func(t Task) bool { return t.Severity == check.High }},
	{"Phase 3: deployments", "Wrong under some deployments.",
		func(t Task) bool { return t.Severity == check.Medium }},
	{"Phase 4: hygiene", "The rest.",
		func(Task) bool { return true }},
}

// MakePlan groups the findings into stages, by severity and effort.
func (r *Report) MakePlan() {
	tasks := make(map[string]*Task)
	for _, f := range r.Findings {
		effort := effortOf(f)
		dir := path.Dir(f.File)
		key := f.ID + " " + dir + " " + string(effort)
		t := tasks[key]
		if t == nil {
			t = &Task{ID: f.ID, Dir: dir, Severity: f.Severity, Effort: effort}
			t.Command = command(*t)
			tasks[key] = t
		}
		t.Count++
		t.Findings = append(t.Findings, f.Fingerprint)
	}
	list := make([]Task, 0, len(tasks))
	for _, t := range tasks {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Task) int {
		return cmp.Or(strings.Compare(string(b.Effort), string(a.Effort)), strings.Compare(a.Dir, b.Dir), strings.Compare(a.ID, b.ID))
	})
	r.Plan = []Stage{}
	for _, st := range stages {
		stage := Stage{Title: st.title, Why: st.why}
		var rest []Task
		for _, t := range list {
			if st.takes(t) {
				stage.Tasks = append(stage.Tasks, t)
			} else {
				rest = append(rest, t)
			}
		}
		if list = rest; len(stage.Tasks) > 0 {
			r.Plan = append(r.Plan, stage)
		}
	}
}

func effortOf(f finding.Finding) Effort {
	switch {
	case OfManifest(f):
		return Small // a line of a manifest, which the message names
	case f.Fix == nil:
		return Large
	case f.Fix.Safe:
		return Small
	}
	return Medium
}

// command returns the command that does a task, "" when none does.
func command(t Task) string {
	if t.Effort == Large || strings.HasPrefix(t.ID, "manifest/") {
		return ""
	}
	suggested := ""
	if t.Effort == Medium {
		suggested = " --suggested"
	}
	dir := t.Dir
	if !path.IsAbs(dir) && dir != "." {
		dir = "./" + dir
	}
	return fmt.Sprintf("lifecyclelint fix%s --checks %s %s", suggested, t.ID, quote(dir))
}

// quote makes a word for a shell of any path.
func quote(s string) string {
	if strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789-_./") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
