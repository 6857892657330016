// Package envdefault is a fact analyzer: it recognises functions that read an
// environment variable and return a default when it is empty, by what they do
// and whatever they are called, across packages. It reports nothing.
package envdefault

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "envdefault",
	Doc:        "find functions that read an environment variable and return a default",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that reads the environment variable named by parameter
// Key.
type Fact struct {
	Key int
	// Default is the parameter that the function returns when the variable is
	// missing or empty, -1 when it returns none.
	Default int
	// Exact is set when Key is the whole name of the variable, and not a part.
	Exact bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string {
	return fmt.Sprintf("key %d default %d exact %t", f.Key, f.Default, f.Exact)
}

// A Result answers questions about the calls of one package.
type Result struct {
	pass  *analysis.Pass
	decls map[*types.Func]*ast.FuncDecl
	known map[*types.Func]*Fact
	lits  map[*types.Var]*ast.FuncLit // that variables hold, built when one is called
	seen  map[*ast.FuncLit]bool       // being looked into, for recursion
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, decls: make(map[*types.Func]*ast.FuncDecl), known: make(map[*types.Func]*Fact)}
	for fn, decl := range astindex.Funcs(pass) {
		if mayRead(fn) {
			r.decls[fn] = decl
		}
	}
	for fn := range r.decls {
		if fact := r.Func(fn); fact != nil && fn.Exported() {
			pass.ExportObjectFact(fn, fact)
		}
	}
	return r, nil
}

// mayRead is the fast path: fn has a string parameter and a result.
func mayRead(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Results().Len() == 0 {
		return false
	}
	for v := range sig.Params().Variables() {
		if isString(v.Type()) {
			return true
		}
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// Func returns the fact about fn, nil if it has none.
func (r *Result) Func(fn *types.Func) *Fact {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if catalog.EnvReads[callmatch.Name(fn)] {
		return &Fact{Key: 0, Default: -1, Exact: true}
	}
	if fn.Pkg() != r.pass.Pkg {
		fact := new(Fact)
		if r.pass.ImportObjectFact(fn, fact) {
			return fact
		}
		return nil
	}
	if fact, ok := r.known[fn]; ok {
		return fact
	}
	r.known[fn] = nil // until it is computed, for recursion
	if decl := r.decls[fn]; decl != nil {
		r.known[fn] = r.infer(fn.Signature(), decl, decl.Body)
	}
	return r.known[fn]
}

// Call returns the fact about the function that call calls, nil if it has none.
func (r *Result) Call(call *ast.CallExpr) *Fact {
	if fn := callmatch.Callee(r.pass.TypesInfo, call); fn != nil {
		return r.Func(fn)
	}
	return r.closure(call)
}

// infer looks for a call that reads the variable named by a parameter, and for a
// parameter among the values that are returned.
func (r *Result) infer(sig *types.Signature, scope ast.Node, body *ast.BlockStmt) *Fact {
	params := sig.Params()
	fact := &Fact{Key: -1, Default: -1}
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || fact.Key >= 0 {
			return fact.Key < 0
		}
		if read := r.Call(call); read != nil && read.Key < len(call.Args) {
			arg := ast.Unparen(call.Args[read.Key])
			id, exact := arg.(*ast.Ident)
			if !exact {
				id = lastIdent(arg)
			}
			fact.Key = index(r.pass.TypesInfo, params, id)
			fact.Exact = exact && read.Exact
		}
		return true
	})
	if fact.Key < 0 {
		return nil
	}
	w := &walk{r: r, scope: scope, seen: make(map[types.Object]bool), params: params, key: fact.Key, found: -1}
	bare := false
	for _, expr := range returns(body, &bare) {
		w.value(expr)
	}
	if result := sig.Results().At(0); bare && result.Name() != "" {
		w.object(result)
	}
	if w.reads || w.found >= 0 {
		fact.Default = w.found
		return fact
	}
	return nil
}

func index(info *types.Info, params *types.Tuple, id *ast.Ident) int {
	for i := range params.Len() {
		if id != nil && info.Uses[id] == params.At(i) {
			return i
		}
	}
	return -1
}

// lastIdent returns the last identifier in a name that is put together, such as
// prefix + key or strings.ToUpper(key): the varying part.
func lastIdent(expr ast.Expr) *ast.Ident {
	var last *ast.Ident
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			last = id
		}
		return true
	})
	return last
}
