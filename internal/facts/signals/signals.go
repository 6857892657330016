// Package signals is a fact analyzer: it finds the functions that serve requests until they
// are stopped, and those that handle the signals that end a process. It reports nothing.
package signals

import (
	"cmp"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "signals",
	Doc:        "find functions that serve, and what handles signals",
	FactTypes:  []analysis.Fact{new(Fact), new(AtInit)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function, type or variable.
type Fact struct {
	Traits Traits
	// Asks is where SIGINT is registered for, "quit.go:17", if Interrupts is set.
	Asks string
	// Hangs is where it uses the process-wide lifecycle, "jobs/poll.go:17", when UsesProcess
	// is set.
	Hangs string
	// Serves is set when the function serves, and returns only when that is over.
	Serves bool
	// Scraped is set when what it serves is asked for again soon, as metrics are.
	Scraped bool
	// Accepts is set when it serves with a loop that accepts connections: closing the listener
	// stops it.
	Accepts bool
	// Leaves is set when that loop ends with the first connection that it cannot accept, as with
	// a closed listener.
	Leaves bool
}

// Traits are what is true of a function or of anything that it mentions; of a
// type when it is of a method that may be called through an interface, of a variable
// when it is of its initial value.
type Traits uint8

const (
	// Handles: registers for SIGTERM or SIGINT.
	Handles Traits = 1 << iota
	// Terminates: registers for SIGTERM, or for what is not known.
	Terminates
	// Interrupts: registers for SIGINT and not for SIGTERM, in a function that does not
	// stop a server itself. It counts within a module: other modules register for reasons
	// of their own, as prompts and terminals do.
	Interrupts
	// MayServe: serves, or makes a function that does.
	MayServe
	// UsesProcess: hangs something on the process-wide default of the runtime package, which
	// ends only where the program runs it.
	UsesProcess
	// RunsProcess: runs that default, or shuts it down.
	RunsProcess
	// StopsServer: makes a server stop serving, by any means.
	StopsServer
	// ServesRequests: MayServe, and what it serves is more than metrics and profiles.
	ServesRequests
)

// Has reports whether t has all of want.
func (t Traits) Has(want Traits) bool { return t&want == want }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	var words []string
	for _, w := range []struct {
		is   bool
		text string
	}{
		{f.Serves && !f.Scraped && !f.Accepts, "serves"},
		{f.Accepts, "accepts"},
		{f.Scraped, "serves metrics"},
		{f.Traits.Has(MayServe) && !f.Serves, "may serve"},
		{f.Traits.Has(Handles), "handles signals"},
		{f.Traits.Has(Interrupts) && !f.Traits.Has(Terminates), "but not SIGTERM"},
		{f.Traits.Has(UsesProcess), "hangs on lifecycle at " + f.Hangs},
		{f.Traits.Has(RunsProcess), "runs lifecycle"},
		{f.Traits.Has(StopsServer), "stops a server"},
	} {
		if w.is {
			words = append(words, w.text)
		}
	}
	return strings.Join(words, ", ")
}

// AtInit is exported for a package that handles signals as soon as it is imported, itself
// or by what it imports.
type AtInit struct{}

// AFact marks AtInit as one.
func (*AtInit) AFact() {}

// String is what analysistest compares.
func (*AtInit) String() string { return "handles signals when imported" }

// A Result answers for one package and for what it imports.
type Result struct {
	pass     *analysis.Pass
	decls    map[*types.Func]*ast.FuncDecl
	mentions map[types.Object][]types.Object
	traits   map[types.Object]Traits
	asks     map[types.Object]string // where those that have Interrupts register
	hangs    map[types.Object]string // where those that have UsesProcess use it
	literals map[types.Object][]*ast.FuncLit
	commands []Service
	requests []Request
	all      Traits // of anything in the package
	run      Traits // of what runs: in a program, main and what runs at its start
	hung     string // where what runs uses the process-wide lifecycle
	serves   map[*types.Func]bool
	scraped  map[*types.Func]bool
	accepts  map[*types.Func]bool
	leaves   map[*types.Func]bool
	spawns   map[*types.Func]bool // start what serves, and return
	ifaces   map[string]bool      // names of the methods of known interfaces
	atInit   bool

	registers bool // a function of the package asks for a signal itself
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Handled reports whether anything in the package registers for SIGTERM or SIGINT, or
// mentions a function, type or variable of another package that may, or whether an imported
// package does on import. In a program it is what main and the package's own initialization
// mention, directly or not.
func (r *Result) Handled() bool { return r.run.Has(Handles) || r.atInit }

// Asked is Handled without what imported packages do on import, which interactive commands
// import, too.
func (r *Result) Asked() bool { return r.all.Has(Handles) }

// Terminated is Handled for SIGTERM alone.
func (r *Result) Terminated() bool { return r.all.Has(Terminates) || r.atInit }

// A Service is a function of the package that serves until it is stopped, or a literal that
// is run by a command of the program.
type Service struct {
	Name    string // of the function, "the command" for a literal
	Body    *ast.BlockStmt
	Command bool // a literal
	by      types.Object
}

// Services returns those of the package, in the order of the source: first the functions, then
// the literals.
func (r *Result) Services() []Service {
	var list []Service
	for fn := range r.serves {
		list = append(list, Service{fn.Name(), r.decls[fn].Body, false, fn})
	}
	for _, c := range r.commands {
		if r.ServingCall(c.Body) != nil {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Service) int { return cmp.Compare(a.Body.Pos(), b.Body.Pos()) })
	return list
}

// Unstopped reports whether a service registers for SIGTERM or SIGINT, and nothing stops a
// server: nothing that runs for main, and nothing in the package for others, whose callers
// may.
func (r *Result) Unstopped(s Service) bool {
	stops := r.all
	if s.Name == "main" && s.by.Parent() == r.pass.Pkg.Scope() && r.pass.Pkg.Name() == "main" {
		stops = r.run
	}
	return r.traits[s.by].Has(Handles) && !stops.Has(StopsServer)
}

// HandlesElsewhere reports whether fn is a function of another package that registers for
// SIGTERM or SIGINT, or mentions one that does.
func (r *Result) HandlesElsewhere(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && r.fact(fn.Origin()).Traits.Has(Handles)
}

// MayServe reports whether anything that the package mentions serves.
func (r *Result) MayServe() bool { return r.all.Has(MayServe) }

// RunsProcess reports whether anything in the package runs the process-wide lifecycle, or
// mentions a function of another package that does.
func (r *Result) RunsProcess() bool { return r.all.Has(RunsProcess) }

// HangsAt returns where something that runs in the program, in this package or another, hangs
// on the process-wide lifecycle; "" if nothing does, and in packages that are no program.
func (r *Result) HangsAt() string { return r.hung }

// Decl returns the declaration of a function of the package, or nil.
func (r *Result) Decl(fn *types.Func) *ast.FuncDecl { return r.decls[fn.Origin()] }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{
		pass:     pass,
		decls:    make(map[*types.Func]*ast.FuncDecl),
		mentions: make(map[types.Object][]types.Object),
		traits:   make(map[types.Object]Traits),
		asks:     make(map[types.Object]string),
		hangs:    make(map[types.Object]string),
		literals: make(map[types.Object][]*ast.FuncLit),
		serves:   make(map[*types.Func]bool),
		scraped:  make(map[*types.Func]bool),
		accepts:  make(map[*types.Func]bool),
		leaves:   make(map[*types.Func]bool),
		spawns:   make(map[*types.Func]bool),
	}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for _, f := range pass.AllPackageFacts() {
		if _, ok := f.Fact.(*AtInit); ok {
			r.atInit = true
		}
	}
	atInit := r.collect()
	r.compact()
	r.findServing()
	r.classify()
	r.spread()
	r.run = r.all
	if main, ok := pass.Pkg.Scope().Lookup("main").(*types.Func); ok && pass.Pkg.Name() == "main" {
		r.run, r.hung = r.traits[main], r.hangs[main]
		for _, obj := range atInit {
			r.run |= r.traits[obj]
			r.hung = first(r.hung, r.hangs[obj])
		}
	}
	if r.atInit || slices.ContainsFunc(atInit, func(obj types.Object) bool { return r.traits[obj].Has(Handles) }) {
		// Exported for importers, too: go vet passes on no facts of packages that the API
		// of an import does not mention.
		pass.ExportPackageFact(new(AtInit))
	}
	r.export()
	return r, nil
}

// export attaches what is known to what other packages can name.
func (r *Result) export() {
	facts := make(map[types.Object]*Fact)
	fact := func(obj types.Object) *Fact {
		if facts[obj] == nil {
			facts[obj] = new(Fact)
		}
		return facts[obj]
	}
	for obj, t := range r.traits {
		if t != 0 && obj.Exported() && obj.Pkg() == r.pass.Pkg {
			fact(obj).Traits, fact(obj).Asks, fact(obj).Hangs = t, r.asks[obj], r.hangs[obj]
		}
	}
	for fn, serves := range r.serves {
		if serves && fn.Exported() && fn.Pkg() == r.pass.Pkg {
			f := fact(fn)
			f.Serves, f.Scraped, f.Accepts, f.Leaves = true, r.scraped[fn], r.accepts[fn], r.leaves[fn]
		}
	}
	for obj, f := range facts {
		r.pass.ExportObjectFact(obj, f)
	}
}
