package locks_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// TestFacts holds the facts of a package against those its comments expect, and
// their absence where functions do nothing that a caller could see.
func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), locks.Analyzer, "example.org/store", "example.org/user", "example.org/prices", "example.org/shop")
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	summary := &locks.Summary{Summary: lockset.Summary{
		Effects: []lockset.Effect{{Param: 0, Fields: ".mu", Key: "p.T.mu", Acquire: true, Net: true, Sure: true}},
		Result:  []lockset.Effect{{Param: 1, Key: "p.T.mu", Read: true}},
		Takes:   []string{"p.T.mu"},
	}}
	order := &locks.Order{Edges: []locks.Edge{{From: "p.T.mu", To: "p.U.mu", At: "t.go:3", ToRead: true, Gates: []string{"p.g"}}},
		Calls: []locks.Call{{From: "p.T.mu", Interface: "p.I", Method: "M", Read: true, At: "t.go:4", Gates: []string{"p.g"}}}}
	maps := &locks.Maps{Uses: []lockset.MapUse{{Package: "example.org/prices", Var: "prices", Write: true}}}
	for _, fact := range []any{summary, order, maps} {
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
			t.Fatal(err)
		}
		if buf.Len() > 600 {
			t.Errorf("%T takes %d bytes", fact, buf.Len())
		}
		got := reflect.New(reflect.TypeOf(fact).Elem())
		if err := gob.NewDecoder(&buf).Decode(got.Interface()); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Interface(), fact) {
			t.Errorf("got %+v, want %+v", got.Interface(), fact)
		}
	}
}

// Analyzers of one package run at the same time, and a model remembers what it has found: no two
// of them get the same one.
func TestModelOfEachAnalyzer(t *testing.T) {
	t.Parallel()
	asks := func(name string) *analysis.Analyzer {
		return &analysis.Analyzer{
			Name: name, Doc: "returns the model that it gets",
			Requires:   []*analysis.Analyzer{locks.Analyzer},
			ResultType: reflect.TypeFor[*lockset.Package](),
			Run: func(pass *analysis.Pass) (any, error) {
				if locks.Of(pass) != locks.Of(pass) {
					t.Errorf("%s gets two models", name)
				}
				return locks.Of(pass), nil
			},
		}
	}
	first, second := asks("first"), asks("second")
	both := &analysis.Analyzer{
		Name: "both", Doc: "compares the models of two analyzers",
		Requires: []*analysis.Analyzer{first, second},
		Run: func(pass *analysis.Pass) (any, error) {
			a, b := pass.ResultOf[first].(*lockset.Package), pass.ResultOf[second].(*lockset.Package)
			if a == nil || a == b || len(a.Funcs) != len(b.Funcs) {
				t.Errorf("%s: the models are %p and %p, want two of the same functions", pass.Pkg.Path(), a, b)
			}
			return nil, nil
		},
	}
	analysistest.Run(t, analysistest.TestData(), both, "example.org/plain")
}
