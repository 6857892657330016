// Package locks is a fact analyzer: it exports what the functions of a package do to locks,
// for the packages that call them. Its result is the lock model of the package itself,
// shared by all checks of locks. It reports nothing.
package locks

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/races/permits"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A Summary is the fact about one function. Only effects on parameters and
// receivers travel; a function without a fact does nothing to locks that a
// caller could name.
type Summary struct {
	lockset.Summary
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

func (s *Summary) String() string { return s.Summary.String() }

// Analyzer yields a *[Result].
var Analyzer = &analysis.Analyzer{
	Name:       "locks",
	Doc:        "compute what functions do to the locks of their callers",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	FactTypes:  []analysis.Fact{new(Summary), new(Order), new(Maps), new(Late)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Result builds the lock model of a package on first use. It is safe for concurrent use. The model is not, since it
// caches what it computes, and the analyzers of a package run concurrently: a check acquires the model, and holds it
// until it returns.
type Result struct {
	pass   *analysis.Pass
	locks  bool // the package has locks
	model  func() *lockset.Package
	shared func() bool // the code runs in several goroutines

	mu       sync.Mutex
	released sync.Cond
	user     *analysis.Analyzer // holds the model
}

func newResult(pass *analysis.Pass, locks bool) *Result {
	r := &Result{
		pass:   pass,
		locks:  locks,
		model:  sync.OnceValue(func() *lockset.Package { return build(pass) }),
		shared: sync.OnceValue(func() bool { return locks || concurrent(pass) }),
	}
	r.released.L = &r.mu
	return r
}

// of acquires the model for an analyzer. It blocks while another one holds it.
func (r *Result) of(a *analysis.Analyzer) *lockset.Package {
	r.mu.Lock()
	for r.user != nil && r.user != a {
		r.released.Wait()
	}
	r.user = a
	r.mu.Unlock()
	return r.model()
}

// Release releases the model if a holds it. Package check calls it when a check returns.
func (r *Result) Release(a *analysis.Analyzer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.user == a {
		r.user = nil
		r.released.Broadcast()
	}
}

// Of returns the lock model of the pass's package, nil when it has no locks; the
// analyzer must be required. The model is the caller's until its check ends.
func Of(pass *analysis.Pass) *lockset.Package {
	if r := pass.ResultOf[Analyzer].(*Result); r.locks {
		return r.of(pass.Analyzer)
	}
	return nil
}

// Shared is Of for a package that need not have locks: nil when nothing in it shows that its code
// runs in several goroutines.
func Shared(pass *analysis.Pass) *lockset.Package {
	if r := pass.ResultOf[Analyzer].(*Result); r.shared() {
		return r.of(pass.Analyzer)
	}
	return nil
}

// Orders returns the orders in which the packages that the pass's package depends
// on acquire locks.
func Orders(pass *analysis.Pass) []lockuse.Edge {
	return imported(pass.ResultOf[Analyzer].(*Result).pass, func() *lockset.Package { return Of(pass) })
}

func run(pass *analysis.Pass) (result any, err error) {
	if belowSync(pass.Pkg.Path()) {
		none := func() bool { return false }
		return &Result{pass: pass, shared: none}, nil
	}
	if !usesLocks(pass) && !usesMaps(pass) {
		return withoutLocks(pass), nil
	}
	defer func() { _ = recover() }() // as muststop does: a failure here must not break the import
	res := newResult(pass, true)
	result = res
	// Nothing in the standard library calls back with a lock held that a program
	// could name; the model of one of its packages is built only when asked for.
	if !ssabuild.Std(pass) {
		export(pass, res.model())
	}
	return res, nil
}

// withoutLocks returns the result for a package that has no locks. Its channels may be some for others.
func withoutLocks(pass *analysis.Pass) (res *Result) {
	res = newResult(pass, false)
	defer func() { _ = recover() }() // as in run
	if makesPermit(pass) {
		export(pass, res.model())
	}
	return res
}

// makesPermit reports whether a package of the program makes a channel of a field or package variable that
// may be a lock, see [permits.Exported].
func makesPermit(pass *analysis.Pass) bool {
	if foreign(pass) {
		return false
	}
	for _, file := range pass.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && len(call.Args) == 2 && callmatch.IsBuiltin(pass.TypesInfo, call, "make") && callmatch.IsSignal(pass.TypesInfo.TypeOf(call)) {
				size := pass.TypesInfo.Types[call.Args[1]].Value
				found = found || size != nil && constant.Compare(size, token.EQL, constant.MakeInt64(1))
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// belowSync reports whether a package is one that package sync is made of: its locks are functions of the runtime,
// and what orders its accesses is no part of the memory model.
func belowSync(path string) bool {
	return path == "runtime" || strings.HasPrefix(path, "runtime/internal/") || strings.HasPrefix(path, "internal/runtime/")
}

// usesLocks is the fast path: whether anything here names a lock's method, an atomic
// operation, or a function with a fact about locks.
func usesLocks(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg() == pass.Pkg {
			continue
		}
		if lockNames[fn.Name()] {
			name := callmatch.Name(fn)
			if _, ok := catalog.Locks[name]; ok {
				return true
			}
			if _, ok := catalog.Atomics[name]; ok {
				return true
			}
		}
		if pass.ImportObjectFact(fn.Origin(), new(Summary)) {
			return true
		}
	}
	return false
}

// lockNames are the last words of the catalog's rows. They save most look-ups of full
// names.
var lockNames = func() map[string]bool {
	names := make(map[string]bool)
	for row := range catalog.Locks {
		names[row[strings.LastIndex(row, ".")+1:]] = true
	}
	for row := range catalog.Atomics {
		names[row[strings.LastIndex(row, ".")+1:]] = true
	}
	return names
}()

func build(pass *analysis.Pass) *lockset.Package {
	imported := func(fn *types.Func) *lockset.Summary {
		var fact Summary
		if fn.Pkg() == nil || fn.Pkg() == pass.Pkg || !pass.ImportObjectFact(fn, &fact) {
			return nil
		}
		return &fact.Summary
	}
	test := func(fn *ssa.Function) bool {
		return strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go")
	}
	return lockset.Build(ssabuild.Of(pass), imported, func(fn *types.Func) []lockset.MapUse { return mapsOf(pass, fn) }, test)
}

func export(pass *analysis.Pass, p *lockset.Package) {
	for _, f := range p.Funcs {
		fn, ok := f.SSA.Object().(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		fact := &Summary{permits.Exported(p, f)}
		if !fact.Empty() {
			pass.ExportObjectFact(fn, fact)
		}
	}
	exportOrder(pass, p)
	exportMaps(pass, p)
	exportLate(pass, p)
}
