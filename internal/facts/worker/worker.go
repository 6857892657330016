// Package worker is a fact analyzer: it finds the functions that work until a context they
// are passed ends, and do not signal that they have finished. A caller that starts one in a
// goroutine has to wait for it by other means. It reports nothing.
package worker

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "worker",
	Doc:        "find functions that work until their context ends, and tell nobody",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer, ssaflow.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that does not return before the context it is passed as
// parameter Ctx, the receiver counted, ends, and that then neither sends, closes nor calls
// Done.
type Fact struct {
	Ctx int
	// Finishes is set when it still has work to do once the context has ended.
	Finishes bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if f.Finishes {
		return "works until its context ends, and finishes"
	}
	return "works until its context ends"
}

// A Result answers for functions of other packages.
type Result struct{ pass *analysis.Pass }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about fn, or nil.
func (r *Result) Fact(fn *types.Func) *Fact {
	fact := new(Fact)
	if fn == nil || !r.pass.ImportObjectFact(fn.Origin(), fact) {
		return nil
	}
	return fact
}

func run(pass *analysis.Pass) (result any, err error) {
	r := &Result{pass}
	result = r
	defer func() { _ = recover() }() // as muststop does: a failure here must not break the import
	if ssabuild.Std(pass) || !candidates(pass) {
		return r, nil
	}
	flow := ssaflow.Of(pass)
	for _, fn := range flow.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		for i, param := range fn.Params {
			if !ssaflow.IsContext(param.Type()) {
				continue
			}
			if Until(flow, fn, flow.Class(param)) && !Tells(flow, fn) {
				pass.ExportObjectFact(obj, &Fact{i, Finishes(flow, fn, flow.Class(param))})
			}
			break
		}
	}
	return r, nil
}

// candidates is the fast path: without a call of Done there is no worker.
func candidates(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.FullName() == "(context.Context).Done" {
			return true
		}
	}
	return false
}

// Until reports whether fn cannot end as long as the context does not.
func Until(flow *ssaflow.Flow, fn *ssa.Function, ctx *ssaflow.Class) bool {
	ended := func(s *ssaflow.Source) bool { return s.Context != nil && s.Context == ctx }
	return flow.Exits(nil).Reachable(fn) && !flow.Exits(ended).Reachable(fn)
}
