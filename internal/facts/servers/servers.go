// Package servers is a fact analyzer: it finds the methods that serve with an HTTP server of their
// receiver, and those that shut it down. It reports nothing.
package servers

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "servers",
	Doc:        "find methods that serve, and that shut down what serves",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a method that serves with a server of its receiver, or that shuts one down.
// Both are paths of fields from the receiver to the server, such as ".http", "." for an embedded one,
// and "" for none. A method that serves returns the error of the serving call, whatever it is: also
// the one that says that the shutdown has begun.
type Fact struct{ Serves, Stops string }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if f.Serves != "" {
		return "serves " + f.Serves
	}
	return "stops " + f.Stops
}

// A Result answers for methods of other packages.
type Result struct{ pass *analysis.Pass }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about a method of another package; the zero value says nothing.
func (r *Result) Fact(fn *types.Func) (fact Fact) {
	if fn != nil && fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && fn.Signature().Recv() != nil {
		r.pass.ImportObjectFact(fn.Origin(), &fact)
	}
	return fact
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass}
	if ssabuild.Std(pass) || !mentionsServer(pass) {
		return r, nil
	}
	f := &finder{info: pass.TypesInfo, index: astindex.Of(pass)}
	for fn, decl := range astindex.Funcs(pass) {
		recv := fn.Signature().Recv()
		if recv == nil || !fn.Exported() {
			continue
		}
		fact := Fact{f.serves(recv, decl.Body, 2), f.stops(recv, decl.Body, 2)}
		if fact != (Fact{}) {
			pass.ExportObjectFact(fn, &fact)
		}
	}
	return r, nil
}

// mentionsServer is the fast path.
func mentionsServer(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && (catalog.ServerStops[callmatch.Name(fn)].Returns || serves(fn)) {
			return true
		}
	}
	return false
}

// serves reports whether a method serves with its receiver, and returns as soon as that is shut down.
func serves(fn *types.Func) bool {
	row, ok := catalog.Serving[callmatch.Name(fn)]
	return ok && row.Recv == "server"
}

type finder struct {
	info  *types.Info
	index *astindex.Index
}

// stops returns the path to the server that a body shuts down, "" if it shuts down none.
func (f *finder) stops(recv *types.Var, body *ast.BlockStmt, depth int) (path string) {
	f.calls(body, func(call *ast.CallExpr, fn *types.Func) {
		at := f.path(recv, call)
		if catalog.ServerStops[callmatch.Name(fn)].Returns && at != "" {
			path = at
		} else if decl := f.own(recv, call, fn); decl != nil && depth > 0 && path == "" {
			path = f.stops(decl.recv, decl.Body, depth-1)
		}
	})
	return path
}

// serves returns the path to the server with which a body serves, where its error is returned and
// nothing distinguishes errors.
func (f *finder) serves(recv *types.Var, body *ast.BlockStmt, depth int) (path string) {
	if f.distinguishes(body) {
		return ""
	}
	f.calls(body, func(call *ast.CallExpr, fn *types.Func) {
		at := f.path(recv, call)
		if !f.returned(body, call) {
			return
		}
		if serves(fn) && at != "" {
			path = at
		} else if decl := f.own(recv, call, fn); decl != nil && depth > 0 && path == "" {
			path = f.serves(decl.recv, decl.Body, depth-1)
		}
	})
	return path
}

// calls calls yield for the method calls of a body, those of literals and goroutines apart.
func (f *finder) calls(body ast.Node, yield func(*ast.CallExpr, *types.Func)) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if fn := callmatch.Callee(f.info, n); fn != nil && fn.Signature().Recv() != nil {
				yield(n, fn)
			}
		}
		return true
	})
}

// path returns the fields that lead from the receiver to what a method is called on.
func (f *finder) path(recv *types.Var, call *ast.CallExpr) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	root, path := callmatch.Path(f.info, sel.X)
	if root != recv {
		return ""
	}
	if s := f.info.Selections[sel]; s != nil && len(s.Index()) > 1 {
		path += "."
	}
	return path
}

// A method is one of the same receiver.
type method struct {
	*ast.FuncDecl
	recv *types.Var
}

// own returns the declaration of a method that is called on the receiver itself, nil for other calls.
func (f *finder) own(recv *types.Var, call *ast.CallExpr, fn *types.Func) *method {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	root, path := callmatch.Path(f.info, sel.X)
	decl := f.index.Decls[fn.Origin()]
	if root != recv || path != "" || decl == nil || decl.Body == nil {
		return nil
	}
	return &method{decl, fn.Signature().Recv()}
}
