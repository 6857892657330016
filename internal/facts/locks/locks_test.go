package locks_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
	"time"

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

// Analyzers of one package run at the same time, and the model remembers what it has found: one of them has it at a
// time, until its check ends.
func TestOneUserOfTheModel(t *testing.T) {
	t.Parallel()
	alone := &analysis.Analyzer{
		Name: "alone", Doc: "asks for the model as two analyzers would",
		Requires: []*analysis.Analyzer{locks.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			result := pass.ResultOf[locks.Analyzer].(*locks.Result)
			first, second := *pass, *pass
			second.Analyzer = &analysis.Analyzer{Name: "second"}
			model := locks.Of(&first)
			if model == nil || locks.Of(&first) != model {
				t.Error("one analyzer gets two models, or none")
			}
			got := make(chan *lockset.Package, 1)
			go func() { got <- locks.Of(&second) }()
			result.Release(second.Analyzer)
			select {
			case <-got:
				t.Error("a second analyzer gets the model while the first one has it")
			case <-time.After(10 * time.Millisecond):
			}
			result.Release(first.Analyzer)
			if <-got != model {
				t.Error("the second analyzer gets another model")
			}
			result.Release(second.Analyzer)
			return nil, nil
		},
	}
	analysistest.Run(t, analysistest.TestData(), alone, "example.org/plain")
}
