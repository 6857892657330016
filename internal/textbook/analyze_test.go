package textbook_test

import (
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
)

// A verdict is what is found in a package, or why it does not compile.
type verdict struct {
	found  []finding.Finding
	broken string
}

// analyzed analyzes packages of a module, by directory, in this process: a driver
// needs a process for each.
func (r *run) analyzed(m *module, sources map[string][]byte) map[string]verdict {
	suites := make(map[string][]*analysis.Analyzer)
	for _, c := range r.cases {
		if g := group(c); suites[g] == nil {
			suites[g] = suite(r.t, c.Shape.Checks)
		}
	}
	verdicts, errs := make(map[string]verdict), make(map[string]error)
	var mu sync.Mutex
	var wg sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for d, src := range sources {
		room <- struct{}{}
		wg.Go(func() {
			defer func() { <-room }()
			g, _, _ := strings.Cut(d, "/")
			v, err := analyze(r.world, suites[g], m, d, src)
			mu.Lock()
			defer mu.Unlock()
			verdicts[d], errs[d] = v, err
		})
	}
	wg.Wait()
	for d, err := range errs {
		if err != nil {
			r.t.Errorf("%s: %v", d, err)
		}
	}
	return verdicts
}

// suite returns the analyzers with the checks of a group, as the drivers set them.
func suite(t *testing.T, checks string) []*analysis.Analyzer {
	t.Helper()
	all := analyzers.New(check.Options{Suggested: true})
	chosen := options(t, checks)
	var list []*analysis.Analyzer
	for _, a := range all {
		if option := chosen[a.Name]; option != "" {
			if err := a.Flags.Set("checks", option); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, a.Analyzer)
	}
	return list
}

// options returns the checks option of each analyzer, as Select has it.
func options(t *testing.T, checks string) map[string]string {
	t.Helper()
	chosen, err := analyzers.Select(analyzers.New(check.Options{}), strings.FieldsFunc(checks, func(r rune) bool { return r == ',' }))
	if err != nil {
		t.Fatal(err)
	}
	return chosen
}

// place is where an error is, which differs from context to context.
var place = regexp.MustCompile(`(?m)^\S*work\.go:\d+:\d+: `)

func analyze(w *inprocess.World, suite []*analysis.Analyzer, m *module, dir string, src []byte) (verdict, error) {
	p, err := w.Check(modulePath+"/"+dir, modulePath, filepath.Join(m.root, dir, "work.go"), src)
	if err != nil {
		return verdict{broken: place.ReplaceAllString(err.Error(), "")}, nil
	}
	diagnostics, err := inprocess.Run(p, suite)
	var v verdict
	for _, d := range diagnostics {
		f := finding.Finding{ID: d.Category, Message: d.Message, Start: finding.Position{Line: p.Fset.Position(d.Pos).Line}}
		for _, fix := range d.SuggestedFixes {
			f.Fix = new(finding.Fix)
			for _, e := range fix.TextEdits {
				end := e.End
				if !end.IsValid() {
					end = e.Pos
				}
				f.Fix.Edits = append(f.Fix.Edits, finding.Edit{Start: p.Fset.Position(e.Pos).Offset, End: p.Fset.Position(end).Offset, New: string(e.NewText)})
			}
		}
		v.found = append(v.found, f)
	}
	return v, err
}
