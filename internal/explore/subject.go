package explore

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A subject is a type whose values callers share. A scope of it begins with its constructor
// and continues with calls of its methods.
type subject struct {
	typ    *types.Named
	create *ssa.Function   // its constructor, nil where the zero value will do
	result int             // of the constructor
	starts []*ssa.Function // methods that start its goroutines and return
	runs   []*ssa.Function // methods that the user of the value runs in a goroutine
	calls  []*ssa.Function // the others
	heavy  map[*ssa.Function]bool
	once   map[*ssa.Function]bool // the package starts it as a goroutine, and no other code can
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

// receiver returns the type of which fn is a method, nil for other functions.
func receiver(fn *ssa.Function) *types.Named {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Parent() != nil {
		return nil
	}
	return pointedNamed(recv.Type())
}

// pointedNamed returns the struct type that t is or points to; for instances of a generic type
// that type.
func pointedNamed(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	if named == nil {
		return nil
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil
	}
	return named.Origin()
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
	case (exported || u.outside[fn] || u.started[fn]) && !half(fn):
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
