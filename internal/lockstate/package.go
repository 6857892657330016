// Package lockstate computes which locks a function holds at each of its instructions, and
// what calling it does to the locks of its caller.
//
// A state is a value that is forked at branches and joined after them: a lock is held on
// some path (may) or on every path (must), for writing or for reading. Summaries of callees
// carry it across calls, inside the package by fixpoint and from other packages by facts.
// What it cannot name (results of calls, elements by an index that is computed anew) it
// does not guess.
package lockstate

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A Package is the lock model of one package.
type Package struct {
	Funcs []*Func // in source order

	types    *types.Package
	named    []*types.Named
	locks    map[*types.Var]*ssa.Global // package variables that are locks
	lockVars []*types.Var               // the same, by name
	imported func(*types.Func) *Summary
	maps     func(*types.Func) []MapUse
	byFunc   map[*ssa.Function]*Func
	byObject map[*types.Func]*Func
	closures map[*ssa.Function]*ssa.MakeClosure
	places   map[ssa.Value]Place

	given     map[ssa.Value][]ssa.Instruction // see [Package.givings]
	contents  map[*ssa.Alloc]*ssa.UnOp        // see [Package.content]
	standsFor map[ssa.Value]bool              // the values in it

	calls   map[*ssa.CallCommon]*callInfo
	callOf  map[ssa.Value]*ssa.CallCommon
	asValue map[*ssa.Function]bool

	permits map[permitID]*permit
	madeFor map[*ssa.MakeChan]string // the keys of what holds the channels
	shaky   map[permitID]bool        // see [Package.exclusive]

	implementers map[*types.Named]*types.Named // of unexported interfaces, nil when there is not one

	unpairedKeys  map[string]token.Pos // where
	unpairedPaths map[Path]bool
	accesses      []*Access
	apart         []*Access // of variables of other packages, and calls that one goroutine at a time may make
	accessed      bool
	foreignMaps   map[MapUse]*types.Var // see [Package.foreignMap]
	writers       map[string]bool
	reassigns     map[*types.Var]bool // see [Package.reassigned]; true for those that are remade
	nestedKeys    map[string]bool     // see [Package.nested]
	starting      map[*Func]bool      // see [Package.startBelow]
	dynamic       map[ssa.CallInstruction][]*Func
	fieldLoads    map[types.Object][]ssa.Value // see [valueFlow.slot]
	changed       map[*types.Var]bool
	invoked       []invocation
	sent          map[*types.Var]bool // see [Package.sentByMethods]
}

// Build returns the model of a package. imported returns the summary of a function of
// another package, or nil, and maps its uses of maps; test reports whether a function belongs to a test file. Those
// are no part of the model: they call helpers without the locks that the program holds, and
// look into objects that no other goroutine has.
func Build(pkg *ssabuild.Package, imported func(*types.Func) *Summary, maps func(*types.Func) []MapUse, test func(*ssa.Function) bool) *Package {
	p := &Package{
		types:    pkg.Pkg,
		imported: imported,
		maps:     maps,
		byFunc:   make(map[*ssa.Function]*Func),
		byObject: make(map[*types.Func]*Func),
		closures: make(map[*ssa.Function]*ssa.MakeClosure),
		places:   make(map[ssa.Value]Place),

		given:     make(map[ssa.Value][]ssa.Instruction),
		contents:  make(map[*ssa.Alloc]*ssa.UnOp),
		standsFor: make(map[ssa.Value]bool),

		locks:  make(map[*types.Var]*ssa.Global),
		calls:  make(map[*ssa.CallCommon]*callInfo),
		callOf: make(map[ssa.Value]*ssa.CallCommon),

		implementers: make(map[*types.Named]*types.Named),
		foreignMaps:  make(map[MapUse]*types.Var),
	}
	for _, fn := range pkg.Funcs {
		if test(fn) {
			continue
		}
		f := &Func{SSA: fn, pkg: p}
		p.Funcs = append(p.Funcs, f)
		p.byFunc[fn] = f
		if obj, ok := fn.Object().(*types.Func); ok {
			p.byObject[obj.Origin()] = f
		}
		p.collect(f)
	}
	p.declared(pkg)
	p.findPermits(pkg.Package.Func("init"))
	p.summarizeAll()
	p.findEntries()
	return p
}

// declared notes the types of the package and its variables that are locks.
func (p *Package) declared(pkg *ssabuild.Package) {
	scope := pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && !obj.IsAlias() {
				p.named = append(p.named, named)
			}
		case *types.Var:
			if g := pkg.Var(name); g != nil && catalog.LockTypes[callmatch.TypeName(obj.Type())] {
				p.locks[obj] = g
				p.lockVars = append(p.lockVars, obj)
			}
		}
	}
}

// collect notes the literals and deferred calls of f.
func (p *Package) collect(f *Func) {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MakeClosure:
				p.closures[instr.Fn.(*ssa.Function)] = instr
			case *ssa.Defer:
				f.defers = append(f.defers, instr)
			}
		}
	}
}

// Func returns the function of the package that fn is, or nil.
func (p *Package) Func(fn *ssa.Function) *Func { return p.byFunc[fn] }

// Place returns what v, an address or a pointer, leads to.
func (p *Package) Place(v ssa.Value) Place { return p.place(v) }
