package explore

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// uses say how the functions of a package use its subjects.
type uses struct {
	called  map[*ssa.Function]bool // by other methods, or by the constructor
	started map[*ssa.Function]bool // by a go statement of other code
	outside map[*ssa.Function]bool // called by other code
	fields  map[*types.Named][]int // that other code uses
	makes   map[*types.Named][]*ssa.Function
}

func usesOf(pkg *ssabuild.Package, byType map[*types.Named]*subject) *uses {
	u := &uses{
		called: make(map[*ssa.Function]bool), started: make(map[*ssa.Function]bool), outside: make(map[*ssa.Function]bool),
		fields: make(map[*types.Named][]int), makes: make(map[*types.Named][]*ssa.Function),
	}
	for _, fn := range pkg.Funcs {
		if inTest(fn) {
			continue
		}
		if fn.Parent() == nil && fn.Signature.Recv() == nil {
			if named := madeBy(fn); named != nil && byType[named] != nil {
				u.makes[named] = append(u.makes[named], fn)
			}
		}
	}
	for _, fn := range pkg.Funcs {
		if !inTest(fn) {
			u.look(fn, byType)
		}
	}
	return u
}

// madeBy returns the type of which a function returns a new value.
func madeBy(fn *ssa.Function) *types.Named {
	named, _ := construction(fn)
	return named
}

func construction(fn *ssa.Function) (*types.Named, int) {
	named, result := resultType(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if alloc, ok := instr.(*ssa.Alloc); ok && named != nil && pointedNamed(alloc.Type()) == named {
				return named, result
			}
		}
	}
	return nil, 0
}

// resultType returns the type of the package to which a result of fn points.
func resultType(fn *ssa.Function) (*types.Named, int) {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, r := range ret.Results {
			if mi, ok := r.(*ssa.MakeInterface); ok {
				r = mi.X
			}
			if _, ok := r.Type().(*types.Pointer); !ok {
				continue
			}
			if named := pointedNamed(r.Type()); named != nil && named.Obj().Pkg() == fn.Pkg.Pkg {
				return named, i
			}
		}
	}
	return nil, 0
}

// look notes what fn uses.
func (u *uses) look(fn *ssa.Function, byType map[*types.Named]*subject) {
	outer := topFunction(fn)
	owner := receiver(outer)
	mine := func(named *types.Named) bool {
		return owner == named || slices.Contains(u.makes[named], outer)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				named := pointedNamed(instr.X.Type())
				if named != nil && byType[named] != nil && (!mine(named) || returns(instr)) && !slices.Contains(u.fields[named], instr.Field) {
					u.fields[named] = append(u.fields[named], instr.Field)
				}
			case ssa.CallInstruction:
				callee := instr.Common().StaticCallee()
				if callee == nil {
					continue
				}
				if callee.Origin() != nil {
					callee = callee.Origin()
				}
				named := receiver(callee)
				if named == nil || byType[named] == nil {
					continue
				}
				_, isGo := instr.(*ssa.Go)
				switch {
				case mine(named):
					u.called[callee] = true
				case isGo:
					u.started[callee] = true
				default:
					u.outside[callee] = true
				}
			case *ssa.MakeClosure: // a method value
				if bound := instr.Fn.(*ssa.Function); bound.Synthetic != "" {
					if obj, ok := bound.Object().(*types.Func); ok {
						u.called[fn.Prog.FuncValue(obj)] = true
					}
				}
			}
		}
	}
}

// returns reports whether a method returns what a field holds.
func returns(field *ssa.FieldAddr) bool {
	for _, ref := range ssabuild.Referrers(field) {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		if _, basic := load.Type().Underlying().(*types.Basic); !basic && returned(load, 0) {
			return true
		}
	}
	return false
}

func returned(v ssa.Value, depth int) bool {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.Return:
			return true
		case *ssa.ChangeType:
			return depth < 2 && returned(ref, depth+1)
		case *ssa.MakeInterface:
			return depth < 2 && returned(ref, depth+1)
		}
	}
	return false
}

func topFunction(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
