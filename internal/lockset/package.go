// Package lockset computes which locks a function holds at each of its instructions, and
// what calling it does to the locks of its caller. It is the first of four layers: [races]
// asks who reads and writes what under which of them, [lockuse] whether each lock is
// released and in which order they are taken, and [atomicity] whether what was read under
// one is still true when it is used.
//
// A state is a value that is forked at branches and joined after them: a lock is held on
// some path (may) or on every path (must), for writing or for reading. Summaries of callees
// carry it across calls, inside the package by fixpoint and from other packages by facts.
// What it cannot name (results of calls, elements by an index that is computed anew) it
// does not guess.
//
// [races]: https://pkg.go.dev/github.com/lifecyclelint/lifecyclelint/internal/races
// [lockuse]: https://pkg.go.dev/github.com/lifecyclelint/lifecyclelint/internal/lockuse
// [atomicity]: https://pkg.go.dev/github.com/lifecyclelint/lifecyclelint/internal/atomicity
package lockset

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A Package is the lock model of one package.
type Package struct {
	Funcs []*Func // in source order

	memos map[reflect.Type]any // see [Memo]

	Types    *types.Package
	named    []*types.Named
	Locks    map[*types.Var]*ssa.Global // package variables that are locks
	LockVars []*types.Var               // the same, by name
	imported func(*types.Func) *Summary
	Maps     func(*types.Func) []MapUse
	ByFunc   map[*ssa.Function]*Func
	ByObject map[*types.Func]*Func
	Closures map[*ssa.Function]*ssa.MakeClosure
	places   map[ssa.Value]Place

	conditions map[ssa.Value]condition

	given     map[ssa.Value][]ssa.Instruction // see [Package.Givings]
	contents  map[*ssa.Alloc]*ssa.UnOp        // see [Package.content]
	standsFor map[ssa.Value]bool              // the values in it

	calls   map[*ssa.CallCommon]*callInfo
	callOf  map[ssa.Value]*ssa.CallCommon
	asValue map[*ssa.Function]bool

	permits map[PermitID]*permit
	madeFor map[*ssa.MakeChan]string // the keys of what holds the channels

	implementers map[*types.Named]*types.Named // of unexported interfaces, nil when there is not one

	dynamic    map[ssa.CallInstruction][]*Func
	fieldLoads map[types.Object][]ssa.Value // see [valueFlow.slot]
}

// Build returns the model of a package. imported returns the summary of a function of
// another package, or nil, and maps its uses of maps; test reports whether a function belongs to a test file. Those
// are no part of the model: they call helpers without the locks that the program holds, and
// look into objects that no other goroutine has.
func Build(pkg *ssabuild.Package, imported func(*types.Func) *Summary, maps func(*types.Func) []MapUse, test func(*ssa.Function) bool) *Package {
	p := &Package{
		Types:      pkg.Pkg,
		imported:   imported,
		Maps:       maps,
		ByFunc:     make(map[*ssa.Function]*Func),
		ByObject:   make(map[*types.Func]*Func),
		Closures:   make(map[*ssa.Function]*ssa.MakeClosure),
		places:     make(map[ssa.Value]Place),
		conditions: make(map[ssa.Value]condition),

		given:     make(map[ssa.Value][]ssa.Instruction),
		contents:  make(map[*ssa.Alloc]*ssa.UnOp),
		standsFor: make(map[ssa.Value]bool),

		Locks:  make(map[*types.Var]*ssa.Global),
		calls:  make(map[*ssa.CallCommon]*callInfo),
		callOf: make(map[ssa.Value]*ssa.CallCommon),

		implementers: make(map[*types.Named]*types.Named),
	}
	for _, fn := range pkg.Funcs {
		if test(fn) {
			continue
		}
		f := &Func{SSA: fn, Pkg: p}
		p.Funcs = append(p.Funcs, f)
		p.ByFunc[fn] = f
		if obj, ok := fn.Object().(*types.Func); ok {
			p.ByObject[obj.Origin()] = f
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
				p.Locks[obj] = g
				p.LockVars = append(p.LockVars, obj)
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
				p.Closures[instr.Fn.(*ssa.Function)] = instr
			case *ssa.Defer:
				f.Defers = append(f.Defers, instr)
			}
		}
	}
}

// Func returns the function of the package that fn is, or nil.
func (p *Package) Func(fn *ssa.Function) *Func { return p.ByFunc[fn] }
