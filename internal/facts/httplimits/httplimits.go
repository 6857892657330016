// Package httplimits is a fact analyzer: it judges whether a value of net/http sets a limit
// on what it waits for: clients, servers, transports and reverse proxies alike. It exports
// facts for functions that return one without a limit, and for those that set one on an
// argument. It reports nothing.
package httplimits

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "httplimits",
	Doc:        "find functions that return HTTP clients, servers, transports and proxies without limits, or set limits",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(Passes)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Kind says what an expression makes that has no limit.
type Kind string

// What an expression can make.
const (
	None      Kind = ""
	Client    Kind = "net/http.Client"
	Server    Kind = "net/http.Server"
	Transport Kind = "net/http.Transport" // or another http.RoundTripper that passes requests on
	Proxy     Kind = "net/http/httputil.ReverseProxy"
)

// A Fact is exported for a function whose first result is always of Kind, or that sets a
// limit on the values passed for the parameters in Sets. Where those in Wraps have none, its first
// result has none, either; [receiver] stands for the receiver.
type Fact struct {
	Kind  Kind
	Sets  []int
	Wraps []int
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string {
	switch {
	case f.Kind == None && len(f.Sets) > 0:
		return fmt.Sprint("limits ", f.Sets)
	case f.Kind == None:
		return fmt.Sprint("wraps ", f.Wraps)
	}
	return "returns unlimited " + string(f.Kind)
}

// A Result answers questions about the expressions of one package.
type Result struct {
	pass    *analysis.Pass
	decls   map[*types.Func]*ast.FuncDecl
	scopes  map[*types.Scope]*ast.FuncDecl // the same, by their scopes
	known   map[*types.Func]Kind
	setters map[*types.Func][]int
	vars    map[*types.Var]ast.Expr   // variables of the package, by the one value they hold
	open    map[*types.Var]bool       // fields and parameters that are being resolved
	assumed map[types.Object]bool     // parameters that stand for a round tripper without a limit
	lhs     ast.Expr                  // the field that is being assigned to; see [Result.SetsLimit]
	wrapped map[*types.Func][]int     // see [Result.wrapsOf]
	values  map[*types.Var][]ast.Expr // see [Result.given]
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, decls: make(map[*types.Func]*ast.FuncDecl), scopes: make(map[*types.Scope]*ast.FuncDecl), known: make(map[*types.Func]Kind), setters: make(map[*types.Func][]int), open: make(map[*types.Var]bool), assumed: make(map[types.Object]bool), wrapped: make(map[*types.Func][]int)}
	if pass.Pkg.Path() == "net/http" || !importsHTTP(pass.Pkg) {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		r.decls[fn], r.scopes[pass.TypesInfo.Scopes[decl.Type]] = decl, decl
	}
	for fn := range r.decls {
		r.returns(fn) // before something is assumed of a parameter
	}
	for fn := range r.decls {
		if !fn.Exported() {
			continue
		}
		if fact := (Fact{r.returns(fn), r.sets(fn), r.wrapsOf(fn)}); fact.Kind != None || len(fact.Sets) > 0 || len(fact.Wraps) > 0 {
			pass.ExportObjectFact(fn, &fact)
		}
	}
	r.exportPasses()
	return r, nil
}

// importsHTTP is the fast path: the package cannot name the types of net/http if neither it
// nor a package it imports imports net/http.
func importsHTTP(pkg *types.Package) bool {
	for _, p := range pkg.Imports() {
		if p.Path() == "net/http" {
			return true
		}
		for _, q := range p.Imports() {
			if q.Path() == "net/http" {
				return true
			}
		}
	}
	return false
}

// fact returns what is known about a function of another package.
func (r *Result) fact(fn *types.Func) Fact {
	var fact Fact
	r.pass.ImportObjectFact(fn, &fact)
	return fact
}

// returns returns what the first result of fn always is.
func (r *Result) returns(fn *types.Func) Kind {
	fn = fn.Origin()
	if fn.Pkg() != r.pass.Pkg {
		return r.fact(fn).Kind
	}
	if kind, ok := r.known[fn]; ok {
		return kind
	}
	r.known[fn] = None // until it is computed, for recursion
	results := fn.Signature().Results()
	decl := r.decls[fn]
	if decl == nil || results.Len() == 0 || kindOf(results.At(0).Type()) == None {
		return None
	}
	r.known[fn] = r.returned(decl)
	return r.known[fn]
}

// returned joins the return statements of decl, which must all agree.
func (r *Result) returned(decl *ast.FuncDecl) Kind {
	kind, agree := None, true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 0 {
				agree = false // a named result, set anywhere
				return false
			}
			if id, ok := ast.Unparen(n.Results[0]).(*ast.Ident); ok && id.Name == "nil" {
				return false
			}
			k := r.Value(n.Results[0], decl)
			agree = agree && k != None && (kind == None || k == kind)
			kind = k
		}
		return true
	})
	if !agree {
		return None
	}
	return kind
}

// Value is Made, and resolves a local variable of decl that holds one value and through
// which no limit is set.
func (r *Result) Value(expr ast.Expr, decl *ast.FuncDecl) Kind {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return r.Made(expr)
	}
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	switch {
	case ok && r.assumed[v]:
		return Transport
	case !ok || v.Parent() == r.pass.Pkg.Scope():
		return None
	}
	made := localvar.Value(r.pass.TypesInfo, decl, v)
	if made == nil || r.limited(decl, v) {
		return None
	}
	return r.Made(made)
}

// limited reports whether the code below n sets a limit through v, or passes v to a
// function that does, or of which nothing is known.
func (r *Result) limited(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, func(lhs ast.Expr) bool {
				sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
				return ok && isUse(r.pass.TypesInfo, sel.X, v) && r.SetsLimit(n, lhs)
			})
		case *ast.CallExpr:
			i := slices.IndexFunc(n.Args, func(arg ast.Expr) bool { return isUse(r.pass.TypesInfo, arg, v) })
			found = found || i >= 0 && r.maySet(n, i)
		}
		return !found
	})
	return found
}

// maySet reports whether a call sets a limit on its argument i, or cannot be looked into.
func (r *Result) maySet(call *ast.CallExpr, i int) bool {
	if tv := r.pass.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return false
	}
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	return fn == nil || r.Sets(fn, i)
}

// Sets reports whether fn sets a limit on what it is given as argument i.
func (r *Result) Sets(fn *types.Func, i int) bool {
	fn = fn.Origin()
	if params := fn.Signature().Params().Len(); fn.Signature().Variadic() {
		i = min(i, params-1)
	}
	if fn.Pkg() != r.pass.Pkg {
		return slices.Contains(r.fact(fn).Sets, i)
	}
	return slices.Contains(r.sets(fn), i)
}

// sets returns the parameters of a function of the package on which it sets a limit.
func (r *Result) sets(fn *types.Func) []int {
	if list, ok := r.setters[fn]; ok {
		return list
	}
	r.setters[fn] = nil // until it is computed, for recursion
	decl := r.decls[fn]
	if decl == nil || decl.Body == nil {
		return nil
	}
	var list []int
	params := fn.Signature().Params()
	for i := range params.Len() {
		if v := params.At(i); kindOf(v.Type()) != None && r.limited(decl.Body, v) {
			list = append(list, i)
		}
	}
	r.setters[fn] = list
	return list
}

// kindOf returns which kind values of a type may be of. An http.RoundTripper may be a
// transport.
func kindOf(t types.Type) Kind {
	switch k := Kind(callmatch.TypeName(t)); k {
	case Client, Server, Transport, Proxy:
		return k
	case "net/http.RoundTripper":
		return Transport
	}
	return None
}
