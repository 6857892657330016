// Package muststop is a fact analyzer: it finds the functions that start a goroutine which
// runs until a method of the value they return, or of their receiver, or a function they
// return, is called, so that a missing call is reported in other packages. It reports
// nothing.
package muststop

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "muststop",
	Doc:        "find functions whose goroutines live until a method is called",
	Requires:   []*analysis.Analyzer{astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(Shared), new(Keeper)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Receiver is the Value of a fact about the receiver.
const Receiver = -1

// A Fact is exported for a function that starts a goroutine which nothing ends but a call
// of one of Methods on a value: a result, by index, or the [Receiver].
type Fact struct {
	Value   int
	Methods []string // in the order in which a fix should prefer them
	Where   string   // of the go statement: "cache.go:42"
	// Cleanup is set when Value is a function, which calls one of Methods on what
	// the goroutine belongs to, or, without Methods, ends it itself: calling it is what
	// ends the goroutine.
	Cleanup bool
	// Memory is set when the goroutine works on nothing but memory.
	Memory bool
	// Jobs is set for what a scheduler of another module runs, and Blocks when it runs it only
	// where a go statement calls the function.
	Jobs, Blocks bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if f.Cleanup {
		return fmt.Sprintf("needs a call of result %d", f.Value)
	}
	return "needs " + strings.Join(f.Methods, " or ")
}

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	facts map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about fn, or nil.
func (r *Result) Fact(fn *types.Func) *Fact {
	fn = fn.Origin()
	if fact, ok := r.facts[fn]; ok {
		return fact
	}
	return nil
}

// Empty reports whether nothing in this package calls or declares a function
// with a fact.
func (r *Result) Empty() bool { return len(r.facts) == 0 }

func run(pass *analysis.Pass) (result any, err error) {
	r := &Result{pass: pass, facts: make(map[*types.Func]*Fact)}
	result = r
	defer func() {
		// A panic on a dependency must not fail the run: the go command would show it as a
		// broken import in the user's package. The checks of the package itself panic on it
		// again, and report it.
		if recover() != nil {
			r.facts = make(map[*types.Func]*Fact)
		}
	}()
	r.imported()
	starts := len(astindex.Of(pass).Starts) > 0
	if ssabuild.Std(pass) {
		return r, nil
	}
	exportKeepers(pass)
	if !starts && r.Empty() {
		return r, nil
	}
	m := &model{Result: r, flow: ssaflow.Of(pass)}
	if starts {
		for _, s := range m.flow.Starts() {
			m.fromStart(s)
		}
	}
	m.propagate()
	for _, fn := range m.local {
		pass.ExportObjectFact(fn, r.facts[fn])
	}
	m.exportShared()
	return r, nil
}

// imported collects the facts about the functions that this package uses.
func (r *Result) imported() {
	for _, obj := range r.pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg {
			continue
		}
		if row, ok := catalog.JobRunners[callmatch.Name(fn)]; ok {
			r.facts[fn.Origin()] = &Fact{Value: Receiver, Methods: row.Stops, Jobs: true, Blocks: row.Blocks}
			continue
		}
		fact := new(Fact)
		if r.pass.ImportObjectFact(fn.Origin(), fact) {
			r.facts[fn.Origin()] = fact
		}
	}
}

// A model infers the facts about one package.
type model struct {
	*Result
	flow  *ssaflow.Flow
	local []*types.Func               // with a fact, of this package
	stops map[*types.Var][]ssaflow.Op // calls of Stop on the tickers in fields

	starters map[*ssa.Function]bool // of the goroutine in question, and their callers
}
