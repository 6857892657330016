// Package joins is a fact analyzer: it finds the methods that wait for goroutines of their
// receiver, and what these use. It reports nothing.
package joins

import (
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "joins",
	Doc:        "find methods that wait for goroutines, and what these use",
	Requires:   []*analysis.Analyzer{astindex.Analyzer, closesonce.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a method that waits for goroutines, or that shuts a server of its
// receiver down. Fields are the receiver's fields whose methods the goroutines call, or that they
// pass on, and Where is such a place: "poller.go:81". With a server, Types are the types of all that
// the handlers of the package use and that can be closed, such as "*database/sql.DB", and Sends are
// the methods they call that send on a channel which another method closes.
type Fact struct {
	Fields   []string
	Types    []string
	Sends    []string
	Where    string
	Requests bool // requests in flight are waited for
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	return "joins users of " + strings.Join(slices.Concat(f.Fields, f.Types), " ")
}

// A Result answers for methods of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about fn, or nil.
func (r *Result) Fact(fn *types.Func) *Fact {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		return r.known[fn]
	}
	fact := new(Fact)
	if !r.pass.ImportObjectFact(fn, fact) {
		return nil
	}
	return fact
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*Fact)}
	if ssabuild.Std(pass) || !candidate(pass) {
		return r, nil
	}
	f := &finder{pass: pass, index: astindex.Of(pass)}
	for fn, decl := range f.index.Decls {
		if decl.Recv == nil || decl.Body == nil || !fn.Exported() {
			continue
		}
		if fact := f.method(fn, decl); fact != nil {
			r.known[fn] = fact
			pass.ExportObjectFact(fn, fact)
		}
	}
	return r, nil
}

// candidate is the fast path: a package that waits for no group, closes no channel for
// others to wait for, and shuts no server down has no fact.
func candidate(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if b, ok := obj.(*types.Builtin); ok && b.Name() == "close" {
			return true
		}
		if fn, ok := obj.(*types.Func); ok {
			name := fn.Origin().FullName()
			if _, stops := catalog.ServerStops[name]; stops || catalog.Joins[name] {
				return true
			}
		}
	}
	return false
}

// method returns the fact about a method, nil if there is nothing to say.
func (f *finder) method(fn *types.Func, decl *ast.FuncDecl) *Fact {
	groups := make(map[*types.Var]bool)
	f.groups(decl.Body, groups, 3)
	owner := callmatch.Named(fn.Signature().Recv().Type())
	serves := f.shutsDown(decl.Body, 2)
	if len(groups) == 0 && !serves || owner == nil {
		return nil
	}
	u := &uses{finder: f, fields: make(map[string]bool), seen: make(map[ast.Node]bool)}
	if st, ok := owner.Underlying().(*types.Struct); ok {
		u.of = st
	}
	for _, s := range f.index.Starts {
		for group := range groups {
			if f.tells(s, group) {
				u.body(f.body(s), 3)
				u.methodValues(s)
			}
		}
	}
	if serves {
		u.requests()
	}
	if len(u.fields) == 0 && len(u.types) == 0 {
		return nil
	}
	posn := f.pass.Fset.Position(u.at)
	return &Fact{sorted(u.fields), sorted(u.types), sorted(u.sends), place.Of(f.pass, posn), serves}
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
