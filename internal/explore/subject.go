package explore

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A subject is a type whose values callers share: what a scope is made of that begins with
// its constructor and goes on with calls of its methods.
type subject struct {
	typ    *types.Named
	create *ssa.Function   // its constructor, nil where the zero value will do
	result int             // of the constructor
	starts []*ssa.Function // methods that start its goroutines and return
	runs   []*ssa.Function // methods that the user of the value runs in a goroutine
	calls  []*ssa.Function // the others
	heavy  map[*ssa.Function]bool
	once   map[*ssa.Function]bool // the package starts it as a goroutine, and nobody else can
	shared []int                  // fields that code beside the methods uses
}

// mostCalls is of up to how many methods calls are tried.
const mostCalls = 7

// subjectsOf returns the types of a package that have something that callers and goroutines
// wait for, in the order of their first methods.
func subjectsOf(pkg *ssabuild.Package, relevant *relevance) []*subject {
	var list []*subject
	byType := make(map[*types.Named]*subject)
	for _, fn := range pkg.Funcs {
		named := receiver(fn)
		if named == nil || inTest(fn) || !waitsFor(named) {
			continue
		}
		if byType[named] == nil {
			byType[named] = &subject{typ: named, heavy: make(map[*ssa.Function]bool), once: make(map[*ssa.Function]bool)}
			list = append(list, byType[named])
		}
	}
	if len(list) == 0 {
		return nil
	}
	u := usesOf(pkg, byType)
	return slices.DeleteFunc(list, func(s *subject) bool { return !s.complete(pkg, relevant, u) })
}

// receiver returns the type whose method fn is, nil for other functions and for generic
// types.
func receiver(fn *ssa.Function) *types.Named {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Parent() != nil {
		return nil
	}
	return pointedNamed(recv.Type())
}

func pointedNamed(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	if named == nil || named.TypeParams().Len() > 0 {
		return nil
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil
	}
	return named
}

// HasTypes reports whether a package has types that may be explored.
func HasTypes(pkg *types.Package) bool {
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		if named := pointedNamed(obj.Type()); named != nil && named.NumMethods() > 0 && waitsFor(named) {
			return true
		}
	}
	return false
}

// waitsFor reports whether a type has a field that goroutines can wait for.
func waitsFor(named *types.Named) bool {
	s := named.Underlying().(*types.Struct)
	for i := range s.NumFields() {
		t := s.Field(i).Type()
		if _, ok := t.Underlying().(*types.Chan); ok || holdsSync(t, 0) || isCond(t) {
			return true
		}
	}
	return false
}

func isCond(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Name() == "Cond" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync"
}

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
			if alloc, ok := instr.(*ssa.Alloc); ok && named != nil && types.Identical(alloc.Type().Underlying().(*types.Pointer).Elem(), named) {
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
	for _, ref := range *field.Referrers() {
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
	for _, ref := range *v.Referrers() {
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

// complete finds the constructor and the methods, and reports whether there is something
// to be explored.
func (s *subject) complete(pkg *ssabuild.Package, relevant *relevance, u *uses) bool {
	s.create, s.result = s.constructor(u.makes[s.typ])
	if s.create == nil && s.needsConstructor() {
		return false
	}
	s.shared = u.fields[s.typ]
	for i, st := 0, s.typ.Underlying().(*types.Struct); i < st.NumFields(); i++ {
		if st.Field(i).Exported() && s.typ.Obj().Exported() && !slices.Contains(s.shared, i) {
			s.shared = append(s.shared, i)
		}
	}
	for _, fn := range pkg.Funcs {
		if receiver(fn) == s.typ && !inTest(fn) && relevant.known[fn] {
			s.method(fn, u)
		}
	}
	slices.SortStableFunc(s.calls, func(a, b *ssa.Function) int { return rankOf(s, b) - rankOf(s, a) })
	return len(s.runs) <= 2 && len(s.starts) <= 2 && slices.ContainsFunc(slices.Concat(s.calls, s.runs), func(fn *ssa.Function) bool { return s.heavy[fn] })
}

func rankOf(s *subject, fn *ssa.Function) int {
	rank := 0
	if s.heavy[fn] {
		rank += 2
	}
	if isStop(fn) {
		rank++
	}
	return rank
}

// constructor chooses one of several: the one with the shortest name.
func (s *subject) constructor(list []*ssa.Function) (best *ssa.Function, result int) {
	for _, fn := range list {
		if best == nil || len(fn.Name()) < len(best.Name()) {
			best = fn
		}
	}
	if best != nil {
		_, result = construction(best)
	}
	return best, result
}

// needsConstructor reports whether the zero value is not ready for use.
func (s *subject) needsConstructor() bool {
	st := s.typ.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		switch st.Field(i).Type().Underlying().(type) {
		case *types.Chan, *types.Map, *types.Signature, *types.Interface:
			return true
		}
		if isCond(st.Field(i).Type()) {
			return true
		}
	}
	return false
}

// method sorts in a method by how it is used.
func (s *subject) method(fn *ssa.Function, u *uses) {
	exported := ast.IsExported(fn.Name())
	s.heavy[fn] = waits(fn, 0) > 1
	s.once[fn] = !exported && u.started[fn] && !u.outside[fn]
	switch {
	case u.called[fn] && (startsName(fn) || !exported && !u.started[fn] && !u.outside[fn]):
	case loops(fn) && (u.started[fn] || exported && runsName(fn)):
		s.runs = append(s.runs, fn)
	case exported && startsName(fn) && starts(fn, true):
		s.starts = append(s.starts, fn)
	case exported || u.outside[fn] || u.started[fn]:
		s.calls = append(s.calls, fn)
	}
}

var (
	startWords = map[string]bool{"start": true, "open": true, "init": true, "run": true, "serve": true, "listen": true, "begin": true, "launch": true, "connect": true, "go": true}
	runWords   = map[string]bool{"run": true, "serve": true, "loop": true, "start": true, "listen": true, "process": true, "work": true, "consume": true, "watch": true, "poll": true}
	stopWords  = map[string]bool{
		"stop": true, "close": true, "shutdown": true, "shut": true, "cancel": true, "quit": true, "finish": true, "end": true, "terminate": true,
		"drain": true, "halt": true, "abort": true, "interrupt": true, "kill": true, "exit": true, "dispose": true, "teardown": true, "destroy": true,
	}
)

func startsName(fn *ssa.Function) bool { return startWords[catalog.Words(fn.Name())[0]] }
func runsName(fn *ssa.Function) bool   { return runWords[catalog.Words(fn.Name())[0]] }
func isStop(fn *ssa.Function) bool     { return stopWords[catalog.Words(fn.Name())[0]] }

// loops reports whether a function waits in a loop.
func loops(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, succ := range b.Succs {
			if back(b, succ) && waitsWithin(fn, succ) {
				return true
			}
		}
	}
	return false
}

func waitsWithin(fn *ssa.Function, header *ssa.BasicBlock) bool {
	for _, b := range fn.Blocks {
		if !header.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if waitWeight(instr) > 1 {
				return true
			}
		}
	}
	return false
}

// waits returns how much a function waits: 2 for an operation of a channel, condition or
// group, 1 for the lock of a mutex.
func waits(fn *ssa.Function, depth int) int {
	n := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			n += waitWeight(instr)
			if call, ok := instr.(ssa.CallInstruction); ok && depth < 3 {
				if callee := call.Common().StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && callee != fn {
					n += waits(callee, depth+1)
				}
			}
			if n > 1 {
				return n
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		n += waits(lit, depth)
	}
	return n
}

func waitWeight(instr ssa.Instruction) int {
	switch instr := instr.(type) {
	case *ssa.Send:
		return 2
	case *ssa.Select:
		if instr.Blocking {
			return 2
		}
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return 2
		}
	case ssa.CallInstruction:
		return callWeight(instr.Common())
	}
	return 0
}

func callWeight(call *ssa.CallCommon) int {
	callee := call.StaticCallee()
	if callee == nil || callee.Object() == nil || callee.Object().Pkg() == nil || callee.Blocks != nil {
		return 0
	}
	switch callee.Object().Pkg().Path() {
	case "sync", "golang.org/x/sync/errgroup":
		switch callee.Name() {
		case "Wait", "Do":
			return 2
		case "Lock", "RLock":
			return 1
		}
	}
	return 0
}
