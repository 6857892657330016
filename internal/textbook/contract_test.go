package textbook_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

const shapesDir = "../../testdata/textbook"

// atMost is the part of the cases that may be expected to fail: one in eight.
const atMost = 8

// TestContract holds the tool to the textbook: see the README beside the shapes.
//
//	TEXTBOOK=goroutineleak/ticker-range   only these (prefix or pattern, several with commas)
//	TEXTBOOK_OUT=dir                      keep the generated modules there
//	TEXTBOOK_VET=0                        leave out the command and the vet tool
//	TEXTBOOK_VET=both                     give each of them a library and a program of every shape
//	TEXTBOOK_VET=all                      give them everything
func TestContract(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes thousands of packages")
	}
	t.Parallel()
	shapes, err := textbook.Load(os.DirFS(shapesDir))
	if err != nil {
		t.Fatal(err)
	}
	all, err := textbook.Cases(shapes)
	if err != nil {
		t.Fatal(err)
	}
	cases := chosen(all, os.Getenv("TEXTBOOK"))
	if len(cases) == 0 {
		t.Fatalf("TEXTBOOK=%s names no case", os.Getenv("TEXTBOOK"))
	}
	r := newRun(t, cases)
	r.generate()
	r.load()
	r.analyze()
	r.fix()
	r.drive()
	failed := r.expect(readExpected(t))
	t.Logf("%d shapes, %d cases, %d hold", len(shapes), len(cases), len(cases)-failed)
}

// Every check has shapes, and at most one case in eight is expected to fail.
func TestComplete(t *testing.T) {
	t.Parallel()
	shapes, err := textbook.Load(os.DirFS(shapesDir))
	if err != nil {
		t.Fatal(err)
	}
	cases, err := textbook.Cases(shapes)
	if err != nil {
		t.Fatal(err)
	}
	expected := readExpected(t)
	failing := 0
	for _, c := range cases {
		if slices.ContainsFunc(expected, func(e textbook.Expectation) bool { return e.Covers(c) }) {
			failing++
		}
	}
	if failing*atMost > len(cases) {
		t.Errorf("%d of %d cases are expected to fail, more than one in %d", failing, len(cases), atMost)
	}
	knownChecks := make(map[string]bool)
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			knownChecks[c.ID()] = true
			checkHasShapes(t, c, shapes, expected)
		}
	}
	for _, s := range shapes {
		if !knownChecks[s.ID()] {
			t.Errorf("%s: there is no such check", s.Path())
		}
		if s.Checks != "" && s.Analyzer != "tracing" && s.Analyzer != "panicguard" {
			t.Errorf("%s: only checks of policy are switched on", s.Path())
		}
	}
}

func checkHasShapes(t *testing.T, c *check.Check, shapes []*textbook.Shape, expected []textbook.Expectation) {
	t.Helper()
	has := slices.ContainsFunc(shapes, func(s *textbook.Shape) bool { return s.ID() == c.ID() })
	missing := slices.ContainsFunc(expected, func(e textbook.Expectation) bool { return e.Shape == c.ID() && e.Contexts == "-" })
	if has == missing {
		t.Errorf("%s: has shapes: %t, listed as without: %t", c.ID(), has, missing)
	}
}

func readExpected(t *testing.T) []textbook.Expectation {
	t.Helper()
	f, err := os.Open(shapesDir + "/expected.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := textbook.ReadExpected(f)
	if err != nil {
		t.Fatalf("expected.csv: %v", err)
	}
	return list
}

func chosen(all []textbook.Case, filter string) []textbook.Case {
	if filter == "" {
		return all
	}
	return slices.DeleteFunc(all, func(c textbook.Case) bool {
		return !slices.ContainsFunc(strings.Split(filter, ","), func(f string) bool {
			ok, _ := path.Match(f, c.ID())
			return ok || strings.HasPrefix(c.ID()+"/", strings.TrimSuffix(f, "/")+"/")
		})
	})
}

// expect compares what went wrong with what is expected to, and returns the number
// of cases that do not hold.
func (r *run) expect(expected []textbook.Expectation) (failed int) {
	table, contexts := make(map[[2]string][]string), make(map[string]int)
	for _, c := range r.cases {
		contexts[c.Shape.Path()]++
		line := slices.IndexFunc(expected, func(e textbook.Expectation) bool { return e.Covers(c) })
		problems := r.problems[c.ID()]
		if len(problems) > 0 {
			failed++
		}
		switch {
		case line >= 0 && len(problems) == 0:
			problems = []string{fmt.Sprintf("holds: take it from line %d of expected.csv", expected[line].Line)}
		case line >= 0:
			continue
		}
		for _, p := range problems {
			key := [2]string{c.Shape.Path(), p}
			table[key] = append(table[key], c.Context.Name)
		}
	}
	r.stale(expected)
	if len(table) > 0 {
		r.t.Errorf("the contract does not hold:\n%s", format(table, contexts))
	}
	return failed
}

// stale finds expectations that no case meets.
func (r *run) stale(expected []textbook.Expectation) {
	if os.Getenv("TEXTBOOK") != "" {
		return
	}
	for _, e := range expected {
		if e.Contexts != "-" && !slices.ContainsFunc(r.cases, e.Covers) {
			r.t.Errorf("expected.csv:%d: no case is called %s/%s", e.Line, e.Shape, e.Contexts)
		}
	}
}

// format lists the contexts by shape and problem. contexts is how many each shape has.
func format(table map[[2]string][]string, contexts map[string]int) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	keys := slices.SortedFunc(maps.Keys(table), func(a, b [2]string) int {
		return cmp.Or(strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
	})
	last := ""
	for _, key := range keys {
		if key[0] != last {
			fmt.Fprintf(w, "%s\n", key[0])
		}
		last = key[0]
		where := strings.Join(table[key], " ")
		if len(table[key]) == contexts[key[0]] {
			where = "everywhere"
		}
		fmt.Fprintf(w, "  %s\t%d: %s\n", key[1], len(table[key]), where)
	}
	w.Flush()
	return b.String()
}
