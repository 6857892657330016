// Package httplimits is a fact analyzer: it knows which functions return an
// http.Client or an http.Server that nothing limits, so that the caller, who
// could still set a limit, can be told across packages. It reports nothing.
package httplimits

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "httplimits",
	Doc:        "find functions that return HTTP clients and servers without limits",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Kind says what an expression makes: a client or a server without limits.
type Kind string

// What an expression can make.
const (
	None   Kind = ""
	Client Kind = "net/http.Client"
	Server Kind = "net/http.Server"
)

// A Fact stands on a function whose first result is always of Kind.
type Fact struct{ Kind Kind }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string { return "returns unlimited " + string(f.Kind) }

// A Result answers questions about the expressions of one package.
type Result struct {
	pass  *analysis.Pass
	decls map[*types.Func]*ast.FuncDecl
	known map[*types.Func]Kind
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, decls: make(map[*types.Func]*ast.FuncDecl), known: make(map[*types.Func]Kind)}
	if pass.Pkg.Path() == "net/http" || !importsHTTP(pass.Pkg) {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		r.decls[fn] = decl
	}
	for fn := range r.decls {
		if kind := r.returns(fn); kind != None && fn.Exported() {
			pass.ExportObjectFact(fn, &Fact{kind})
		}
	}
	return r, nil
}

// importsHTTP is the early out: without net/http in the imports, or in those of
// an import, nobody names its types.
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

// returns tells what the first result of fn always is.
func (r *Result) returns(fn *types.Func) Kind {
	fn = fn.Origin()
	if fn.Pkg() != r.pass.Pkg {
		var fact Fact
		if r.pass.ImportObjectFact(fn, &fact) {
			return fact.Kind
		}
		return None
	}
	if kind, ok := r.known[fn]; ok {
		return kind
	}
	r.known[fn] = None // while it is being found out, for recursion
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
			k := r.value(n.Results[0], decl)
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

// value is Made, and looks through a local variable of decl that holds one value
// and through which no limit is set.
func (r *Result) value(expr ast.Expr, decl *ast.FuncDecl) Kind {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return r.Made(expr)
	}
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == r.pass.Pkg.Scope() {
		return None
	}
	made := localvar.Value(r.pass.TypesInfo, decl, v)
	if made == nil || r.touched(decl, v) {
		return None
	}
	return r.Made(made)
}

// touched reports whether decl assigns a field through v or hands v to a call,
// either of which may set a limit.
func (r *Result) touched(decl *ast.FuncDecl, v *types.Var) bool {
	found := false
	isV := func(expr ast.Expr) bool { return isUse(r.pass.TypesInfo, expr, v) }
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && isV(sel.X) {
					found = found || Limits[callmatch.TypeName(v.Type())+"."+sel.Sel.Name]
				}
			}
		case *ast.CallExpr:
			for _, arg := range n.Args {
				found = found || isV(arg)
			}
		}
		return !found
	})
	return found
}

func kindOf(t types.Type) Kind {
	switch k := Kind(callmatch.TypeName(t)); k {
	case Client, Server:
		return k
	}
	return None
}
