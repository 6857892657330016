// Package muststop is a fact analyzer: it knows which functions start a
// goroutine that lives until somebody calls a method of the value they return,
// or of their receiver, so that callers in other packages can be told when
// nobody does. It reports nothing.
package muststop

import (
	"cmp"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "muststop",
	Doc:        "find functions whose goroutines live until a method is called",
	Requires:   []*analysis.Analyzer{astindex.Analyzer, ssabuild.Analyzer, ssaflow.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Receiver is the Value of a fact about the receiver.
const Receiver = -1

// A Fact stands on a function that starts a goroutine which nothing ends but
// calling one of Methods on a value: a result, by index, or the [Receiver].
type Fact struct {
	Value   int
	Methods []string // in the order in which a fix should prefer them
	Where   string   // of the go statement: "cache.go:42"
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string { return "needs " + strings.Join(f.Methods, " or ") }

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
		// A failure on a dependency must not look like one of the user's package,
		// to the go command an import that does not work. The checks of the package
		// itself meet it again, and report it.
		if recover() != nil {
			r.facts = make(map[*types.Func]*Fact)
		}
	}()
	r.imported()
	starts := startsGoroutines(pass)
	if ssabuild.Std(pass) || !starts && r.Empty() {
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
	return r, nil
}

// imported collects the facts about the functions that this package uses.
func (r *Result) imported() {
	for _, obj := range r.pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg {
			continue
		}
		fact := new(Fact)
		if r.pass.ImportObjectFact(fn.Origin(), fact) {
			r.facts[fn.Origin()] = fact
		}
	}
}

// startsGoroutines is the early out.
func startsGoroutines(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// A model infers the facts about one package.
type model struct {
	*Result
	flow  *ssaflow.Flow
	local []*types.Func               // with a fact, of this package
	stops map[*types.Var][]ssaflow.Op // calls of Stop on the tickers in fields

	starters map[*ssa.Function]bool // of the goroutine in question, and their callers
}

// add records a fact, and reports whether it is new.
func (m *model) add(fn *ssa.Function, fact *Fact) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || m.facts[obj] != nil {
		return false
	}
	if fact.Value == Receiver && obj.Signature().Recv() == nil {
		return false
	}
	m.facts[obj] = fact
	m.local = append(m.local, obj)
	return true
}

// propagate passes obligations on: to a function that calls one on its own
// receiver, or on a value that it returns.
func (m *model) propagate() {
	for range 8 {
		changed := false
		for _, fn := range m.flow.SSA.Funcs {
			for instr := range ssaflow.Instrs(fn) {
				if call, ok := instr.(*ssa.Call); ok && m.handOn(call) {
					changed = true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// handOn looks at one call.
func (m *model) handOn(call *ssa.Call) bool {
	value, fact := m.Born(call)
	if fact == nil {
		return false
	}
	return m.owned(call, value, fact)
}

// Born returns the value that a call puts under obligation, or nil.
func (r *Result) Born(call *ssa.Call) (ssa.Value, *Fact) {
	callee := call.Call.StaticCallee()
	if callee == nil || len(callee.FreeVars) > 0 { // a method value has no receiver among its arguments
		return nil, nil
	}
	obj, ok := callee.Object().(*types.Func)
	if !ok {
		return nil, nil
	}
	fact := r.Fact(obj)
	if fact == nil {
		return nil, nil
	}
	if fact.Value == Receiver {
		if obj.Signature().Recv() == nil || len(call.Call.Args) == 0 {
			return nil, nil
		}
		return call.Call.Args[0], fact
	}
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		return call, fact
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == fact.Value {
			return ex, fact
		}
	}
	return call, fact // the result is dropped
}

// owned records a fact on the function around instr when it hands the obligation
// for value on. Goroutines that are only started now and then, as a setting has
// it, put nobody under obligation: whether this one was is not known.
func (m *model) owned(instr ssa.Instruction, value ssa.Value, fact *Fact) bool {
	handed := HandsOn(instr.Parent(), value, fact)
	return handed != nil && always(instr, handed.Value) && m.add(instr.Parent(), handed)
}

// always reports whether every return behind which there is a value, and no
// error, has passed instr.
func always(instr ssa.Instruction, value int) bool {
	for _, b := range instr.Parent().Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || instr.Block().Dominates(b) {
			continue
		}
		n := len(ret.Results)
		failed := n > 0 && isError(ret.Results[n-1].Type()) && !isNil(ret.Results[n-1])
		if nothing := value >= 0 && isNil(ret.Results[value]); !failed && !nothing {
			return false
		}
	}
	return true
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// HandsOn returns the fact about fn when value, which has the methods of fact,
// is its receiver or one of its results, and nil otherwise.
func HandsOn(fn *ssa.Function, value ssa.Value, fact *Fact) *Fact {
	if len(fn.Params) > 0 && fn.Signature.Recv() != nil && Origin(value) == ssa.Value(fn.Params[0]) {
		return &Fact{Receiver, fact.Methods, fact.Where}
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, res := range ret.Results {
			if Origin(res) != Origin(value) {
				continue
			}
			if methods := offered(fn.Signature.Results().At(i).Type(), fact.Methods); len(methods) > 0 {
				return &Fact{i, methods, fact.Where}
			}
		}
	}
	return nil
}

// offered returns those of the methods that values of type t have.
func offered(t types.Type, methods []string) []string {
	var list []string
	for _, name := range methods {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); ok {
			list = append(list, name)
		}
	}
	return list
}

// Origin looks through conversions, and through local variables that hold one
// value.
func Origin(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return Origin(x.X)
	case *ssa.ChangeType:
		return Origin(x.X)
	case *ssa.ChangeInterface:
		return Origin(x.X)
	case *ssa.UnOp:
		if alloc, ok := x.X.(*ssa.Alloc); ok {
			if stored := onlyStore(alloc); stored != nil {
				return Origin(stored)
			}
		}
	}
	return v
}

// onlyStore returns the value of the only store to a local variable.
func onlyStore(alloc *ssa.Alloc) ssa.Value {
	var value ssa.Value
	for _, ref := range *alloc.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(alloc) {
			if value != nil {
				return nil
			}
			value = s.Val
		}
	}
	return value
}

// rank sorts methods by how well they tell that they stop something.
func rank(methods []string, order []string) {
	at := func(name string) int {
		if i := slices.Index(order, name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortFunc(methods, func(a, b string) int { return cmp.Or(cmp.Compare(at(a), at(b)), strings.Compare(a, b)) })
}
