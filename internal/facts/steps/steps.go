// Package steps is a fact analyzer: it determines what each function does, directly or
// through what it calls, to start a service, to keep it running and to stop it: servers,
// signals, goroutines, stores, probes, waits. The steps are in the order of the source,
// deferred ones last. It reports nothing.
//
// Calls are followed where types name the callee, function values where they are assigned
// to a parameter, a field or a local variable that is called in turn. A call that cannot be
// followed is a step of its own kind, so that readers of the steps can distinguish "does
// not" from "cannot be seen".
package steps

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "steps",
	Doc:        "find what functions do to start, run and stop a service",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(May), new(Import)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function.
type Fact struct {
	Steps   []Step
	Returns [][]Step // by result: what a function value that it returns does
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	var words []string
	Each(f.Steps, func(s *Step) bool {
		if s.Kind != Same {
			words = append(words, string(s.Kind))
		}
		return true
	})
	return strings.Join(words, " ")
}

// A Result answers for the functions of the package and of those it imports.
type Result struct{ *builder }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Main returns the steps of the program: what the module's packages do when they
// are imported, and the main function.
func (r *Result) Main() []Step {
	for fn, decl := range r.decls {
		if decl.Recv == nil && fn.Name() == "main" {
			imports := r.program()
			var list []Step
			for _, imp := range imports {
				list = append(list, imp.Steps...)
			}
			return newResolver(imports).resolve(append(list, r.summary(fn).Steps...), nil)
		}
	}
	return nil
}

// A builder makes the facts of one package.
type builder struct {
	pass     *analysis.Pass
	decls    map[*types.Func]*ast.FuncDecl
	done     map[*types.Func]*Fact
	busy     map[*types.Func]bool
	values   map[*types.Var]*constant // of fields and package variables
	lits     map[*types.Var]ast.Expr  // the only value that a variable is set to
	ranged   map[*types.Var]ast.Expr  // what a variable goes through
	tables   map[*types.Var]tableLoop // the loop that a variable belongs to
	open     map[*types.Var]bool      // literals that are being looked at
	defaults map[*types.Var]ast.Expr  // what a variable is set to where it is zero
	ends     map[*types.Var]ast.Expr  // the context that a cancel function ends
	foreign  bool                     // the package belongs to a dependency
	masks    map[types.Object]Mask
	closes   map[types.Object][]string
	imported []Lost
	nameless map[string]Iface // interfaces without a name, by what they are
	local    map[string]bool  // packages of the program, by path
	own      *Import
}

func run(pass *analysis.Pass) (result any, err error) {
	b := &builder{
		pass:  pass,
		decls: make(map[*types.Func]*ast.FuncDecl),
		done:  make(map[*types.Func]*Fact),
		busy:  make(map[*types.Func]bool),

		nameless: make(map[string]Iface),
	}
	result = &Result{b}
	if ssabuild.Std(pass) {
		return result, nil
	}
	defer func() {
		if recover() != nil { // as in muststop: a failure here must not break the import
			b.done = make(map[*types.Func]*Fact)
		}
	}()
	b.foreign = pass.Module != nil && pass.Module.Version != "" && b.fetched()
	b.collect()
	// Where functions call each other in a circle, the order matters.
	funcs := slices.SortedFunc(maps.Keys(b.decls), func(f, g *types.Func) int { return cmp.Compare(f.Pos(), g.Pos()) })
	for _, fn := range funcs {
		b.summary(fn)
	}
	if b.foreign {
		b.hideFields()
	}
	for _, fn := range funcs {
		if fact := b.summary(fn); fn.Exported() && (len(fact.Steps) > 0 || len(fact.Returns) > 0) {
			pass.ExportObjectFact(fn, fact)
		}
	}
	b.may()
	if imp := b.atImport(); !b.foreign && (imp.says() || b.pass.Module != nil && b.pass.Module.Version != "") {
		pass.ExportPackageFact(imp)
	}
	return result, nil
}

// fetched reports whether the files of the package are a copy of a module of others, in the
// module cache or a vendor directory. A module that a replace directive has in a directory
// of its own is part of what is analyzed.
func (b *builder) fetched() bool {
	return slices.ContainsFunc(b.pass.Files, func(file *ast.File) bool {
		name := filepath.ToSlash(b.pass.Fset.Position(file.FileStart).Filename)
		return strings.Contains(name, "@v") || strings.Contains(name, "/vendor/")
	})
}

// collect finds the declarations of the package outside tests.
func (b *builder) collect() {
	b.values = make(map[*types.Var]*constant)
	b.lits = make(map[*types.Var]ast.Expr)
	b.ranged, b.tables = make(map[*types.Var]ast.Expr), make(map[*types.Var]tableLoop)
	b.open = make(map[*types.Var]bool)
	b.ends, b.defaults = make(map[*types.Var]ast.Expr), make(map[*types.Var]ast.Expr)
	for _, file := range b.pass.Files {
		if strings.HasSuffix(b.pass.Fset.Position(file.FileStart).Filename, "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok && decl.Body != nil {
				if fn, ok := b.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					b.decls[fn] = decl
				}
			}
		}
		ast.Inspect(file, b.note)
	}
}

// summary returns the fact about fn, of any package; never nil.
func (b *builder) summary(fn *types.Func) *Fact {
	fn = fn.Origin()
	if fact := b.done[fn]; fact != nil {
		return fact
	}
	fact := new(Fact)
	decl := b.decls[fn]
	switch {
	case b.busy[fn]:
		return fact // recursion adds nothing
	case decl != nil:
		b.busy[fn] = true
		fact = b.walkDecl(fn, decl)
		b.busy[fn] = false
	case fn.Pkg() != nil && fn.Pkg() != b.pass.Pkg:
		b.pass.ImportObjectFact(fn, fact)
	}
	b.done[fn] = fact
	return fact
}

func (b *builder) walkDecl(fn *types.Func, decl *ast.FuncDecl) *Fact {
	w := &walker{builder: b, params: make(map[*types.Var]int), returns: make(map[int][]Step), entry: decl.Recv == nil && fn.Name() == "main"}
	sig := fn.Signature()
	for i := range sig.Params().Len() {
		w.params[sig.Params().At(i)] = i + 1
	}
	if recv := sig.Recv(); recv != nil {
		w.recv = recv
	}
	steps := private(results(w.body(decl.Body)), w.returns)
	tellApart(decl.Body, steps)
	room, via := most, ""
	if b.foreign {
		room, via = most/60, callmatch.Name(fn)
		steps = outline(steps)
	}
	fact := &Fact{Steps: fit(compact(steps), room, via)}
	for i := range fn.Signature().Results().Len() {
		if body := w.returns[i]; body != nil {
			tellApart(decl.Body, body)
			fact.Returns = append(fact.Returns, make([][]Step, i+1-len(fact.Returns))...)
			fact.Returns[i] = fit(compact(body), room, via)
		}
	}
	return fact
}

// Returned returns what a function value does that the function returns as its
// result i, nil if nothing is known of one.
func (f *Fact) Returned(i int) []Step {
	if i < len(f.Returns) {
		return f.Returns[i]
	}
	return nil
}

// where returns the position of a node.
func (b *builder) where(n ast.Node) Where { return b.at(n.Pos()) }

func (b *builder) at(pos token.Pos) Where {
	p := b.pass.Fset.Position(pos)
	return Where{b.pass.Pkg.Path(), filepath.Base(p.Filename), p.Line, p.Column}
}
