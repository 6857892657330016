package ctxuse_test

import (
	"bytes"
	"encoding/gob"
	"go/types"
	"iter"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

// TestFacts prints, for every function of testdata and every method of an interface there,
// what is known about its first parameter.
func TestFacts(t *testing.T) {
	t.Parallel()
	ask := &analysis.Analyzer{
		Name:     "ask",
		Doc:      "asks ctxuse",
		Requires: []*analysis.Analyzer{ctxuse.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			r := ctxuse.Of(pass)
			for fn := range funcs(pass.Pkg.Scope()) {
				for what, yes := range map[string]bool{"idle": r.Idle(fn, 0), "bounded": r.Bounded(fn, 0), "kept": r.Kept(fn, 0), "ended": r.Ended(fn), "outlived": r.Outlived(fn, 0)} {
					if yes {
						pass.Reportf(fn.Pos(), "%s", what)
					}
				}
			}
			return nil, nil
		},
	}
	analysistest.Run(t, analysistest.TestData(), ask, "use", "dep")
}

// funcs yields the functions of a package, and the methods of its interfaces.
func funcs(scope *types.Scope) iter.Seq[*types.Func] {
	return func(yield func(*types.Func) bool) {
		for _, name := range scope.Names() {
			obj := scope.Lookup(name)
			if fn, ok := obj.(*types.Func); ok && !yield(fn) {
				return
			}
			iface, ok := obj.Type().Underlying().(*types.Interface)
			if _, isType := obj.(*types.TypeName); !ok || !isType {
				continue
			}
			for m := range iface.ExplicitMethods() {
				if !yield(m) {
					return
				}
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	in := ctxuse.Fact{Idle: 1, Bounded: 2, Kept: 1 << 63, Ended: true}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(&in); err != nil {
		t.Fatal(err)
	}
	size := buf.Len()
	var out ctxuse.Fact
	if err := gob.NewDecoder(&buf).Decode(&out); err != nil || out != in {
		t.Errorf("%v, %v", out, err)
	}
	if size > 128 {
		t.Errorf("a fact takes %d bytes", size)
	}
}
