package ssaflow

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

func build(pass *analysis.Pass, p *ssabuild.Package) *Flow {
	f := &Flow{
		SSA: p, pkg: pass.Pkg,
		parent:  make(map[any]any),
		classes: make(map[any]*Class),
		callers: make(map[*ssa.Function][]ssa.CallInstruction),
		values:  make(map[*ssa.Function]bool),
		boxed:   make(map[*types.TypeName]bool),
		flags:   make(map[any]*Flag),
		opened:  make(map[*ssa.Function]bool),
		fields:  declaredFields(pass.TypesInfo),

		containers: make(map[*types.Var]bool),
	}
	f.starts = sync.OnceValue(f.findStarts)
	f.uses = sync.OnceValue(f.findUses)
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			f.instr(fn, instr)
		}
	}
	for _, fn := range p.Funcs {
		if f.open(fn) {
			f.openFunc(fn)
		}
	}
	f.solve()
	f.settle()
	return f
}

// declaredFields returns the fields that the package declares.
func declaredFields(info *types.Info) map[token.Pos]*types.Var {
	fields := make(map[token.Pos]*types.Var)
	for _, obj := range info.Defs {
		if v, ok := obj.(*types.Var); ok && v.IsField() {
			fields[v.Pos()] = v
		}
	}
	return fields
}

// functions returns the source functions and the package's initializer.
func (f *Flow) functions() []*ssa.Function {
	list := f.SSA.Funcs
	if init := f.SSA.Package.Func("init"); init != nil && init.Blocks != nil {
		list = append(list[:len(list):len(list)], init)
	}
	return list
}

// unify makes two values, or what two pointers point to, one class.
func (f *Flow) unify(a, b ssa.Value) bool {
	if isNil(a) || isNil(b) {
		return false
	}
	switch {
	case tracked(a.Type()) && tracked(b.Type()):
		return f.union(a, b)
	case trackedPointer(a.Type()) && trackedPointer(b.Type()):
		return f.union(f.content(a), f.content(b))
	}
	return false
}

func isNil(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}
