// Package opens is a fact analyzer: it finds the functions that return a file or connection which they have opened,
// and retain it nowhere: their callers have to close it. It reports nothing.
package opens

import (
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "opens",
	Doc:        "find functions that return what they have opened",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function whose first result is open when it returns no error.
type Fact struct{}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (*Fact) String() string { return "opens" }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]bool
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]bool)}
	if ssabuild.Std(pass) {
		return r, nil // the catalog has rows for it
	}
	for again := true; again; { // until none is found that uses another one
		again = false
		for fn, decl := range astindex.Funcs(pass) {
			if !r.known[fn] && decl.Body != nil && returnsFile(fn.Signature()) && r.opens(decl) {
				r.known[fn], again = true, true
				if fn.Exported() {
					pass.ExportObjectFact(fn, new(Fact))
				}
			}
		}
	}
	r.interfaces()
	return r, nil
}

// interfaces exports a fact for a method of an interface where a type of the package that implements it opens what its
// own method returns.
func (r *Result) interfaces() {
	for fn := range maps.Clone(r.known) {
		recv := fn.Signature().Recv()
		if recv == nil {
			continue
		}
		for _, name := range r.pass.Pkg.Scope().Names() {
			typ, ok := r.pass.Pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || !types.IsInterface(typ.Type()) {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(typ.Type(), false, r.pass.Pkg, fn.Name())
			method, _ := obj.(*types.Func)
			if method == nil || r.known[method] || method.Pkg() != r.pass.Pkg || !implements(recv.Type(), typ.Type()) {
				continue
			}
			r.known[method] = true
			if typ.Exported() && method.Exported() {
				r.pass.ExportObjectFact(method, new(Fact))
			}
		}
	}
}

// implements reports whether a type, which has no parameters, implements an interface that has none.
func implements(t, iface types.Type) bool {
	named, ok := types.Unalias(iface).(*types.Named)
	if !ok || named.TypeParams().Len() > 0 || callmatch.Named(t) == nil || callmatch.Named(t).TypeParams().Len() > 0 {
		return false
	}
	return types.Implements(t, iface.Underlying().(*types.Interface))
}

// Func reports whether the first result of fn is open.
func (r *Result) Func(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	fn = fn.Origin()
	return r.known[fn] || fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn, new(Fact))
}

// files are the types of what is opened for one use, other than a pool or client.
var files = map[string]bool{
	"os.File": true, "io/fs.File": true, "io.ReadCloser": true, "io.WriteCloser": true, "io.ReadWriteCloser": true,
	"io.ReadSeekCloser": true, "net.Conn": true, "net.TCPConn": true, "net.UnixConn": true,
}

func returnsFile(sig *types.Signature) bool {
	return sig.Results().Len() > 1 && callmatch.CanFail(sig) && files[callmatch.TypeName(sig.Results().At(0).Type())]
}

// opens reports whether each return of a function returns nil or what it has opened.
func (r *Result) opens(decl *ast.FuncDecl) bool {
	opened, others := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 0 {
				others = true
				return false
			}
			switch first := ast.Unparen(n.Results[0]).(type) {
			case *ast.CallExpr:
				opened = opened || r.opener(first)
				others = others || !r.opener(first)
			case *ast.Ident:
				own := r.pass.TypesInfo.Types[first].IsNil() || r.own(decl, r.pass.TypesInfo.Uses[first])
				opened = opened || own && !r.pass.TypesInfo.Types[first].IsNil()
				others = others || !own
			default:
				others = true
			}
		}
		return true
	})
	return opened && !others
}

// opener reports whether a call opens its first result.
func (r *Result) opener(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	return fn != nil && (catalog.HeldOpen[callmatch.Name(fn)] || catalog.Opened[callmatch.Name(fn)] || r.Func(fn))
}

// own reports whether a variable only ever gets what is opened, and the function alone has it: it calls its methods,
// passes it to the standard library, and returns it.
func (r *Result) own(decl *ast.FuncDecl, obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok || v.Parent() == nil || v.Pos() < decl.Body.Pos() || v.Pos() > decl.Body.End() {
		return false
	}
	own, set := true, false
	var parents []ast.Node
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if n == nil {
			parents = parents[:len(parents)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && r.pass.TypesInfo.ObjectOf(id) == v {
			assigned := r.assigned(id, parents)
			set = set || assigned
			own = own && (assigned || r.harmless(id, parents))
		}
		parents = append(parents, n)
		return true
	})
	return own && set
}

// assigned reports whether a variable is the first that a call which opens is assigned to, or the writer of a pipe, of
// which another goroutine has the reader.
func (r *Result) assigned(id *ast.Ident, parents []ast.Node) bool {
	assign, ok := parents[len(parents)-1].(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	pipe := isCall && callmatch.CalleeName(r.pass.TypesInfo, call) == "io.Pipe"
	return pipe && assign.Lhs[1] == ast.Expr(id) || assign.Lhs[0] == ast.Expr(id) && r.opener(call)
}

// harmless reports whether a use leaves the variable to the function: nothing closes it when that returns.
func (r *Result) harmless(id *ast.Ident, parents []ast.Node) bool {
	if slices.ContainsFunc(parents, func(n ast.Node) bool { _, literal := n.(*ast.FuncLit); return literal }) {
		return false
	}
	switch parent := parents[len(parents)-1].(type) {
	case *ast.SelectorExpr:
		if call, ok := parents[len(parents)-2].(*ast.CallExpr); !ok || call.Fun != ast.Expr(parent) {
			return false // a method value, or a field
		}
		_, deferred := parents[len(parents)-3].(*ast.DeferStmt)
		return !deferred
	case *ast.CallExpr:
		fn := callmatch.Callee(r.pass.TypesInfo, parent)
		return fn != nil && fn.Pkg() != nil && callmatch.StdPath(fn.Pkg().Path())
	case *ast.ReturnStmt:
		return parent.Results[0] == ast.Expr(id)
	case *ast.BinaryExpr, *ast.ValueSpec:
		return true
	}
	return false
}
