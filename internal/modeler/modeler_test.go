package modeler

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/model"
)

// quiet takes what analysistest says about diagnostics that no comment wants.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

func TestModel(t *testing.T) {
	t.Parallel()
	results := analysistest.Run(quiet{}, analysistest.TestData(), Analyzer, "a")
	if len(results) != 1 || len(results[0].Diagnostics) != 1 {
		t.Fatalf("%+v", results)
	}
	d := results[0].Diagnostics[0]
	var m model.Package
	if err := json.Unmarshal([]byte(d.Message), &m); err != nil || d.Category != model.Category {
		t.Fatal(d.Category, err)
	}
	var ops []string
	for _, op := range m.Ops {
		ops = append(ops, fmt.Sprintf("%s:%d %s, ends %v, open %t", op.File, op.Line, op.Text, op.Ends, op.Open))
	}
	want := []string{
		"a.go:17 receive from q.jobs, ends [{a.go 26 send to q.jobs} {a.go 31 send to q.jobs} {a.go 32 close of q.jobs}], open false",
		"a.go:25 select on q.jobs, ctx.Done(), ends [{a.go 17 receive from q.jobs}], open true",
		"a.go:29 lock of q.mu, ends [], open true",
		"a.go:31 send to q.jobs, ends [{a.go 17 receive from q.jobs}], open false",
		"a.go:35 wait for q.all, ends [], open true",
	}
	if slices.Sort(ops); !slices.Equal(ops, want) {
		t.Errorf("operations\n%q, want\n%q", ops, want)
	}
	var starts []string
	for _, s := range m.Starts {
		starts = append(starts, fmt.Sprintf("%s:%d %v", s.File, s.Line, s.Bodies))
	}
	if want := []string{"a.go:16 [{a.go 16 19}]", "a.go:20 [{a.go 24 33}]"}; !slices.Equal(starts, want) {
		t.Errorf("starts %q, want %q", starts, want)
	}
}
