// Package blocking is a fact analyzer: it finds the functions that wait without a limit for
// a goroutine that may be in a slow call. It reports nothing.
package blocking

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "blocking",
	Doc:        "find functions that wait without a limit for something slow",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer, ssaflow.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that waits without a limit: Where is the place,
// "client.go:81", and Slow the call that the goroutine may be in, "Client.Post".
type Fact struct{ Where, Slow string }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string { return "waits for " + f.Slow }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	facts map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about fn, or nil.
func (r *Result) Fact(fn *types.Func) *Fact {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		return r.facts[fn]
	}
	fact := new(Fact)
	if fn.Pkg() == nil || !r.pass.ImportObjectFact(fn, fact) {
		return nil
	}
	return fact
}

func run(pass *analysis.Pass) (result any, err error) {
	r := &Result{pass, make(map[*types.Func]*Fact)}
	result = r
	defer func() { _ = recover() }() // as muststop does: a failure here must not break the import
	if ssabuild.Std(pass) || !candidate(pass) {
		return r, nil
	}
	flow := ssaflow.Of(pass)
	waits := &waits{flow: flow}
	for _, fn := range flow.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if slow := waits.slow(instr); slow != "" && r.facts[obj] == nil {
					posn := pass.Fset.Position(instr.Pos())
					r.facts[obj] = &Fact{place.Of(pass, posn), slow}
				}
			}
		}
	}
	for obj, fact := range r.facts {
		if obj.Exported() {
			pass.ExportObjectFact(obj, fact)
		}
	}
	return r, nil
}

// candidate is the fast path: a package without slow calls, or without goroutines that
// could make them, has no fact.
func candidate(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && catalog.SlowCalls[fn.Origin().FullName()] {
			return true
		}
	}
	return false
}

// waits finds the waits of one package.
type waits struct{ flow *ssaflow.Flow }

// slow returns the slow call that may delay the goroutine for which instr waits, or "" if
// there is none or the wait has another exit.
func (w *waits) slow(instr ssa.Instruction) string {
	var bodies []*ssa.Function
	switch instr := instr.(type) {
	case *ssa.UnOp:
		bodies = w.closers(instr)
	case *ssa.Call:
		if ssaflow.Callee(&instr.Call) == "(*sync.WaitGroup).Wait" {
			bodies = w.counted(instr.Call.Args[0])
		}
	}
	if call := w.flow.SlowCall(bodies); call != nil {
		return ssaflow.ShortName(&call.Call)
	}
	return ""
}
