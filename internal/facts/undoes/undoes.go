// Package undoes is a fact analyzer: it says what the function does that another one returns to its
// caller: take back what that has registered, or remove what was there before. It reports nothing.
package undoes

import (
	"fmt"
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
	Name:       "undoes",
	Doc:        "find what the functions do that functions return",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that returns one as the result of that number.
type Fact struct {
	Result int
	// Registered is set when the call takes an element out of a field, to which the function has added it.
	Registered bool
	// Removes is set when the call removes a file that the function has not made, and does no more.
	Removes bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if f.Removes {
		return fmt.Sprintf("result %d removes", f.Result)
	}
	return fmt.Sprintf("result %d takes back", f.Result)
}

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about a function, nil if that is nothing.
func (r *Result) Fact(fn *types.Func) *Fact {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		return r.known[fn]
	}
	var fact Fact
	if r.pass.ImportObjectFact(fn, &fact) {
		return &fact
	}
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*Fact)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		if fact := r.find(fn, decl); fact != nil {
			r.known[fn] = fact
			if fn.Exported() {
				pass.ExportObjectFact(fn, fact)
			}
		}
	}
	return r, nil
}

// find looks at what a function returns that its caller can call without arguments.
func (r *Result) find(fn *types.Func, decl *ast.FuncDecl) *Fact {
	results := fn.Signature().Results()
	for i := range results.Len() {
		sig, ok := results.At(i).Type().Underlying().(*types.Signature)
		if !ok || sig.Params().Len() > 0 {
			continue
		}
		if lit := r.returned(decl, i); lit != nil {
			fact := &Fact{Result: i, Registered: r.registered(decl, lit), Removes: r.removes(decl, lit)}
			if fact.Registered || fact.Removes {
				return fact
			}
		}
	}
	return nil
}

// returned returns the only literal with a body that is a result of a function, nil if there are several,
// or something else.
func (r *Result) returned(decl *ast.FuncDecl, i int) (lit *ast.FuncLit) {
	known := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) <= i {
				known = false
				return false
			}
			switch expr := ast.Unparen(n.Results[i]).(type) {
			case *ast.FuncLit:
				if len(expr.Body.List) > 0 {
					known, lit = known && lit == nil, expr
				}
			default:
				known = known && r.pass.TypesInfo.Types[expr].IsNil()
			}
		}
		return true
	})
	if !known {
		return nil
	}
	return lit
}

// registered reports whether a literal takes out of a field what the function around has added to it.
func (r *Result) registered(decl *ast.FuncDecl, lit *ast.FuncLit) bool {
	added := r.added(decl.Body, lit)
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if callmatch.IsBuiltin(r.pass.TypesInfo, n, "delete") {
				found = found || added[callmatch.Field(r.pass.TypesInfo, n.Args[0])]
			}
		case *ast.AssignStmt: // of what is left of a slice
			for _, lhs := range n.Lhs {
				found = found || added[callmatch.Field(r.pass.TypesInfo, lhs)]
			}
		}
		return !found
	})
	return found
}

// added returns the fields to which a body adds an element, outside of a literal.
func (r *Result) added(body ast.Node, lit *ast.FuncLit) map[*types.Var]bool {
	fields := make(map[*types.Var]bool)
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return n != ast.Node(lit)
		}
		for i, lhs := range assign.Lhs {
			if index, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
				if _, isMap := r.pass.TypesInfo.TypeOf(index.X).Underlying().(*types.Map); isMap {
					fields[callmatch.Field(r.pass.TypesInfo, index.X)] = true
				}
			} else if len(assign.Lhs) == len(assign.Rhs) {
				call, ok := ast.Unparen(assign.Rhs[i]).(*ast.CallExpr)
				if ok && callmatch.IsBuiltin(r.pass.TypesInfo, call, "append") {
					fields[callmatch.Field(r.pass.TypesInfo, lhs)] = true
				}
			}
		}
		return true
	})
	delete(fields, nil)
	return fields
}

// removes reports whether a literal calls nothing but what removes a file, and the function around makes none,
// nor moves one to that name.
func (r *Result) removes(decl *ast.FuncDecl, lit *ast.FuncLit) bool {
	gone, other := make(map[string]bool), false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if catalog.MovesOrRemoves(callmatch.CalleeName(r.pass.TypesInfo, call)) {
			gone[types.ExprString(call.Args[0])] = true
		} else {
			other = true
		}
		return true
	})
	return len(gone) > 0 && !other && !r.makes(decl, 2) && !r.movedTo(decl, gone)
}

// movedTo reports whether a function moves a file to one of some names.
func (r *Result) movedTo(decl *ast.FuncDecl, names map[string]bool) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		for _, use := range catalog.FileUses[callmatch.CalleeName(r.pass.TypesInfo, call)] {
			found = found || use.Does == catalog.ReplacesFile && use.Path < len(call.Args) && names[types.ExprString(call.Args[use.Path])]
		}
		return !found
	})
	return found
}

// makes reports whether a function makes a file or directory, or opens something for its caller, itself or in
// what it calls in the package.
func (r *Result) makes(decl *ast.FuncDecl, depth int) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := callmatch.Callee(r.pass.TypesInfo, call)
		if fn == nil {
			return true
		}
		inner := astindex.Of(r.pass).Decls[fn.Origin()]
		found = catalog.MakesFile[callmatch.Name(fn)] || inner != nil && inner.Body != nil && depth > 0 && r.makes(inner, depth-1)
		return !found
	})
	return found
}
