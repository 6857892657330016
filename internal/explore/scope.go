package explore

import (
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [Lazy].
var Analyzer = &analysis.Analyzer{
	Name:       "explore",
	Doc:        "explore the interleavings of small scopes on demand",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	ResultType: reflect.TypeFor[Lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		return Lazy(sync.OnceValue(func() *Result { return Package(ssabuild.Of(pass)) })), nil
	},
}

// Lazy explores the package on its first call. It is safe for concurrent use.
type Lazy func() *Result

// Of returns what exploring the pass's package has shown; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(Lazy)() }

// A Result is what has been found in a package.
type Result struct {
	Findings []*Finding
	// Left are the scopes that were not explored to the end.
	Left      []*ssa.Function
	LeftTypes []*types.TypeName
	Scopes    int // how many there are

	found map[ssa.Instruction]*Finding
	rest  int // instructions that may still be run
}

// Budgets: how many states a scope may have, and how many instructions may be run for it in
// the first pass, over all scopes of a package, and in the second, over those that were not
// explored completely. A package may run what its scopes have on average, up to a limit.
const (
	scopeStates   = 2500
	firstInstrs   = 6_000
	secondInstrs  = 60_000
	averageInstrs = 2_500
	leastInstrs   = 20_000
	mostOfPackage = 300_000
)

// Package explores the scopes of a package.
func Package(pkg *ssabuild.Package) *Result {
	r := &Result{found: make(map[ssa.Instruction]*Finding)}
	for _, fn := range pkg.Funcs {
		if isScope(fn) && !inTest(fn) {
			r.Left = append(r.Left, fn)
		}
	}
	r.Scopes = len(r.Left)
	r.rest = min(leastInstrs+r.Scopes*averageInstrs, mostOfPackage)
	relevant := relevanceOf(pkg.Funcs)
	for _, instrs := range []int{firstInstrs, secondInstrs} {
		r.round(pkg.Prog, relevant, instrs)
	}
	r.types(pkg.Prog, relevant, subjectsOf(pkg, relevant))
	return r
}

// round explores the scopes that are left, and records those that still are afterwards.
func (r *Result) round(prog *ssa.Program, relevant *relevance, instrs int) {
	scopes := r.Left
	r.Left = nil
	for _, fn := range scopes {
		if r.rest <= 0 {
			r.Left = append(r.Left, fn)
			continue
		}
		list, s := scope(prog, relevant, fn, min(instrs, r.rest))
		r.rest -= s.instrs
		if s.incomplete {
			r.Left = append(r.Left, fn)
		}
		r.take(list)
	}
}

// take adds findings about operations of which none is known that supposes less, of callers or
// of branches.
func (r *Result) take(list []*Finding) {
	for _, f := range list {
		known := r.found[f.Site]
		if known == nil {
			r.found[f.Site] = f
			r.Findings = append(r.Findings, f)
			continue
		}
		if f.Order < known.Order || f.Never && !known.Never && f.Root == known.Root {
			*known = *f
		}
	}
}

// scope explores what fn does. Where loops run less often than they are written, a second
// iteration may show what one does not.
func scope(prog *ssa.Program, relevant *relevance, fn *ssa.Function, instrs int) ([]*Finding, *search) {
	m := newMachine(prog)
	m.relevant, m.most = relevant, instrs
	s := m.explore(fn, scopeStates)
	list := s.findings(fn)
	if len(list) == 0 && m.scales && !s.incomplete {
		m.scale = 2
		s = m.explore(fn, scopeStates)
		list = s.findings(fn)
	}
	return list, s
}

func inTest(fn *ssa.Function) bool {
	return strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// isScope reports whether a function starts a goroutine, itself, in a literal or in a
// function of the package that it calls.
func isScope(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Blocks != nil && starts(fn, true) && creates(fn, true)
}

// calleeOf returns the function that a call names, for an instance the generic one, whose code it runs.
func calleeOf(call *ssa.CallCommon) *ssa.Function {
	fn := call.StaticCallee()
	if fn != nil && fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}

func starts(fn *ssa.Function, callees bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if begins(instr) {
				return true
			}
			if call, ok := instr.(*ssa.Call); ok && callees {
				if callee := calleeOf(&call.Call); callee != nil && callee.Pkg == fn.Pkg && starts(callee, false) {
					return true
				}
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if starts(lit, callees) {
			return true
		}
	}
	return false
}

// begins reports whether an instruction starts a goroutine: a go statement, or a call such as
// that of (*sync.WaitGroup).Go.
func begins(instr ssa.Instruction) bool {
	if _, ok := instr.(*ssa.Go); ok {
		return true
	}
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	callee, ok := call.Call.StaticCallee().Object().(*types.Func)
	return ok && starters[callmatch.Name(callee)]
}

// explore looks at all that a call of fn can lead to.
func (m *machine) explore(fn *ssa.Function, budget int) *search {
	s := newSearch(m, budget)
	s.mainRoot = fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main"
	st := &state{heap: []*object{{}}}
	st.gs = []*goroutine{{owner: st, frames: []*frame{{ended: true}}}}
	s.push(st.gs[0], fn, nil, 0, callSite{reg: -1, again: true})
	s.incomplete = !s.run(s.settle(st), nil)
	s.blocked()
	return s
}
