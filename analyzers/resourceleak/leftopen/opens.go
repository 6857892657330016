package leftopen

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/opens"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A finder finds what is opened in a package, by the catalog and by the package's own functions
// that return what they open.
type finder struct {
	p     *check.Pass
	model *resource.Package
	own   map[*types.Func]int // the result
	seen  map[*ssa.Call]bool
	cases []*opened
	// closed has the calls whose result their function closes somewhere, though nothing else says
	// that it has to.
	closed map[*ast.CallExpr]bool
}

// again looks for calls that were not known to open something before, and reports whether they
// make more functions known.
func (f *finder) again() bool {
	sites := site.Find(f.p, func(fn *types.Func, call *ast.CallExpr) bool {
		_, _, ok := f.opens(fn)
		return ok || f.closed[call]
	})
	if len(sites) > 0 && f.model == nil {
		f.model = resource.New(ssabuild.Of(f.p.Pass).Funcs)
	}
	known := len(f.own)
	for _, s := range sites {
		if f.seen[s.SSA] {
			continue
		}
		f.seen[s.SSA] = true
		index, sure, ok := f.opens(s.Func)
		if !ok && describes(f.p, s.Call) { // what is closed on another path is the function's own
			sure, ok = true, true
		}
		f.open(s, index, sure, !ok)
		for _, also := range catalog.AlsoOpened[callmatch.Name(s.Func)] {
			f.open(s, also, true, false)
		}
	}
	return len(f.own) > known
}

// opens returns which result of a function is open, and whether it is known to hold something.
func (f *finder) opens(fn *types.Func) (index int, known, ok bool) {
	name := callmatch.Name(fn)
	if catalog.HeldOpen[name] || catalog.Opened[name] || f.rows(fn) {
		return 0, true, true
	}
	if index, ok := f.own[fn.Origin()]; ok {
		return index, true, true
	}
	if fn.Pkg() != f.p.Pkg && opens.Of(f.p.Pass).Func(fn) {
		return 0, true, true
	}
	if catalog.ClosedWithOwner[name] {
		return 0, false, true
	}
	results := fn.Signature().Results()
	if results.Len() < 2 || f.declares(fn) || catalog.WithOwner[name] || !callmatch.CanFail(fn.Signature()) {
		return 0, false, false
	}
	if t := results.At(0).Type(); opensByName(fn) && site.Closer(t) != "" {
		return 0, holds(t, 2), true
	}
	return 0, false, catalog.StreamTypes[callmatch.TypeName(results.At(0).Type())]
}

// opensByName reports whether a function of another package, not of the standard library, says that
// it opens something: OpenFile, DialURL, Connect.
func opensByName(fn *types.Func) bool {
	return catalog.OpenWords[catalog.Words(fn.Name())[0]] && fn.Pkg() != nil && strings.Contains(strings.SplitN(fn.Pkg().Path(), "/", 2)[0], ".")
}

// declares reports whether the body of a function is in the package: then it is known whether it
// opens what it returns.
func (f *finder) declares(fn *types.Func) bool {
	if fn.Pkg() != f.p.Pkg {
		return false
	}
	recv := fn.Signature().Recv()
	return recv == nil || !types.IsInterface(recv.Type())
}

// open follows what one call opens.
func (f *finder) open(s *site.Site, index int, known, other bool) {
	value := resource.Result(s.SSA, index)
	if value == nil || s.Name(f.p, index) == "_" {
		f.dropped(s, index, known)
		return
	}
	typ := callmatch.TypeName(value.Type())
	o := &resource.Opening{
		At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: catalog.ClosesByName,
		Drains: catalog.RowTypes[typ], FailureCloses: catalog.FailureCloses[typ], GoroutinesBorrow: known && !catalog.AcceptsConn[callmatch.Name(s.Func)], // accepted judges those
	}
	if other {
		o.Ends = catalog.EndsByName // others, as Put, may be what it is for
	}
	fate := f.model.Follow(o)
	if known && site.HandsOn(fate, resource.Returned) && !site.HandsOn(fate, resource.Kept) {
		f.learn(s.SSA.Parent())
	}
	fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return closedByFailure(value, l.Exit) })
	name := s.Name(f.p, index)
	if other {
		known = holds(value.Type(), 2)
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return !resource.Failing(l.Exit) })
	}
	c := &opened{known: known, other: other, value: value, Case: site.Case{Site: s, Fate: fate, Name: name, Var: name, Cost: cost(value.Type())}}
	if end := site.Closer(value.Type()); end != "" && name != "" {
		c.End = name + "." + end + "()"
	}
	f.cases = append(f.cases, c)
}

// learn notes that a function returns what it has opened.
func (f *finder) learn(fn *ssa.Function) {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return
	}
	for i := range obj.Signature().Results().Len() {
		if site.Closer(obj.Signature().Results().At(i).Type()) != "" {
			f.own[obj.Origin()] = i
			return
		}
	}
}
