// Package readiness is a fact analyzer: it finds the flags that the answer to a readiness probe depends
// on, and the functions that set and reset them. It reports nothing.
package readiness

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "readiness",
	Doc:        "find flags that a readiness answer depends on",
	Requires:   []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Gate), new(Setter), new(Has), new(Answers)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Gate is exported for a flag by which a handler decides whether to answer 503. Inverted is set where
// it does so when the flag is set, as with one that is called draining.
type Gate struct{ Inverted bool }

// AFact marks Gate as one.
func (*Gate) AFact() {}

// String is what analysistest compares.
func (g *Gate) String() string {
	if g.Inverted {
		return "not ready if set"
	}
	return "ready if set"
}

// A Setter is exported for a function that makes the service ready or unready: always, or by its
// parameter ByParam-1. Inverted is set where true makes it unready.
type Setter struct {
	Ready, Unready bool
	ByParam        int
	Inverted       bool
}

// AFact marks Setter as one.
func (*Setter) AFact() {}

// String is what analysistest compares.
func (s *Setter) String() string {
	switch {
	case s.ByParam > 0:
		return "sets by parameter"
	case s.Ready && s.Unready:
		return "sets and resets"
	case s.Ready:
		return "sets"
	}
	return "resets"
}

// Has is exported for a package that has a Gate or a Setter.
type Has struct{}

// AFact marks Has as a fact.
func (*Has) AFact() {}

// String is what analysistest compares.
func (*Has) String() string { return "has readiness" }

// A Result answers for the package and those it imports.
type Result struct {
	pass    *analysis.Pass
	gates   map[*types.Var]*Gate
	setters map[*types.Func]*Setter

	answered bool // see Answered
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, gates: make(map[*types.Var]*Gate), setters: make(map[*types.Func]*Setter)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	if r.answered = r.answers(); r.answered {
		pass.ExportPackageFact(new(Answers))
	}
	serves, sets := r.mayCall()
	if serves {
		r.findGates()
	}
	if len(r.gates) > 0 || sets {
		r.findSetters()
	}
	if len(r.gates)+len(r.setters) > 0 {
		pass.ExportPackageFact(new(Has))
	}
	for v, gate := range r.gates {
		if v.Pkg() == pass.Pkg {
			pass.ExportObjectFact(v, gate)
		}
	}
	for fn, setter := range r.setters {
		pass.ExportObjectFact(fn, setter)
	}
	return r, nil
}

// mayCall is the fast path: it reports whether the package can have handlers, and whether it can call what
// sets a readiness.
func (r *Result) mayCall() (serves, sets bool) {
	for _, p := range r.pass.Pkg.Imports() {
		serves = serves || answers[p.Path()]
		sets = sets || p.Path() == "google.golang.org/grpc/health" || r.pass.ImportPackageFact(p, new(Has))
	}
	return serves, sets
}

// answers are the packages whose types handlers have as parameters.
var answers = func() map[string]bool {
	set := map[string]bool{"net/http": true}
	for name := range catalog.RequestContexts {
		set[name[:strings.LastIndexByte(name, '.')]] = true
	}
	return set
}()

// findSetters goes through all functions until nothing changes: a setter may call another one.
func (r *Result) findSetters() {
	for changed := true; changed; {
		changed = false
		for fn, decl := range astindex.Funcs(r.pass) {
			s := Setter{}
			if old := r.setters[fn]; old != nil {
				s = *old
			}
			before := s
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				s.add(r, fn, n)
				return true
			})
			if s != before {
				r.setters[fn], changed = &s, true
			}
		}
	}
}

// add notes what a node of fn does.
func (s *Setter) add(r *Result, fn *types.Func, n ast.Node) {
	ready, unready := r.Effect(n)
	s.Ready, s.Unready = s.Ready || ready, s.Unready || unready
	value, inverted, ok := r.set(n)
	id, isID := ast.Unparen(value).(*ast.Ident)
	if !ok || !isID {
		return
	}
	for i := range fn.Signature().Params().Len() {
		if r.pass.TypesInfo.ObjectOf(id) == fn.Signature().Params().At(i) {
			s.ByParam, s.Inverted = i+1, inverted
		}
	}
}

// Effect returns whether a statement or call makes the service ready, or unready.
func (r *Result) Effect(n ast.Node) (ready, unready bool) {
	if value, inverted, ok := r.set(n); ok {
		on, known := r.boolean(value)
		return known && on != inverted, known && on == inverted
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false, false
	}
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if row, ok := catalog.ReadinessCalls[callmatch.Name(fn)]; ok {
		return r.status(call, row)
	}
	s := r.setter(fn)
	if s == nil || s.ByParam > 0 {
		return false, false
	}
	return s.Ready, s.Unready
}

// status returns what a call of a health service's server sets: its argument Status is 1 for serving.
func (r *Result) status(call *ast.CallExpr, row catalog.ReadinessCall) (ready, unready bool) {
	if row.Status == 0 {
		return row.Ready, !row.Ready
	}
	if len(call.Args) <= row.Status {
		return false, false
	}
	v := r.pass.TypesInfo.Types[call.Args[row.Status]].Value
	if v == nil {
		return false, true // computed: it may be any
	}
	n, _ := constant.Int64Val(v)
	return n == 1, n != 1
}

// set returns the value that a node gives a flag: an assignment, a Store, or a call of a function that
// sets one by its parameter.
func (r *Result) set(n ast.Node) (value ast.Expr, inverted, ok bool) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return nil, false, false
		}
		if gate := r.Gate(r.variable(n.Lhs[0])); gate != nil {
			return n.Rhs[0], gate.Inverted, true
		}
	case *ast.CallExpr:
		if sel, isSel := ast.Unparen(n.Fun).(*ast.SelectorExpr); isSel && sel.Sel.Name == "Store" && len(n.Args) == 1 {
			if gate := r.Gate(r.variable(sel.X)); gate != nil {
				return n.Args[0], gate.Inverted, true
			}
		}
		s := r.setter(callmatch.Callee(r.pass.TypesInfo, n))
		if s != nil && s.ByParam > 0 && s.ByParam <= len(n.Args) {
			return n.Args[s.ByParam-1], s.Inverted, true
		}
	}
	return nil, false, false
}

// boolean returns the value of a constant.
func (r *Result) boolean(expr ast.Expr) (on, known bool) {
	v := r.pass.TypesInfo.Types[expr].Value
	if v == nil || v.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(v), true
}

func (r *Result) setter(fn *types.Func) *Setter {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if fn = fn.Origin(); fn.Pkg() == r.pass.Pkg {
		return r.setters[fn]
	}
	var s Setter
	if r.pass.ImportObjectFact(fn, &s) {
		return &s
	}
	return nil
}

// Gate returns what is known of a flag, nil if no readiness answer depends on it.
func (r *Result) Gate(v *types.Var) *Gate {
	if v == nil || v.Pkg() == nil {
		return nil
	}
	if v = v.Origin(); r.gates[v] != nil {
		return r.gates[v]
	}
	var g Gate
	if v.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(v, &g) {
		return &g
	}
	return nil
}

// variable returns the field or package variable that expr names.
func (r *Result) variable(expr ast.Expr) *types.Var {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		v, _ := r.pass.TypesInfo.ObjectOf(id).(*types.Var)
		return v
	}
	if f := callmatch.Field(r.pass.TypesInfo, expr); f != nil {
		return f
	}
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok {
		v, _ := r.pass.TypesInfo.ObjectOf(sel.Sel).(*types.Var)
		return v
	}
	return nil
}

// Sets reports whether a function of the package sets or resets the readiness for those that call it.
func (r *Result) Sets(decl *ast.FuncDecl) bool {
	fn, ok := r.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	return ok && r.setters[fn] != nil
}

// Within reports whether n calls a function of the package that always sets the readiness: it does so
// itself, in this package.
func (r *Result) Within(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	return fn != nil && fn.Pkg() == r.pass.Pkg && r.setters[fn.Origin()] != nil && r.setters[fn.Origin()].ByParam == 0
}
