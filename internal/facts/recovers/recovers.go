// Package recovers is a fact analyzer: it finds the functions that recover from a panic:
// their own or, when they are deferred, that of the function that defers them. It reports
// nothing.
package recovers

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "recovers",
	Doc:        "find functions that recover from panics",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that recovers.
type Fact struct {
	Deferred bool // calls recover itself: deferred, it ends its caller's panic
	Guarded  bool // defers something that does: its own panics do not get out
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string { return fmt.Sprintf("deferred %t guarded %t", f.Deferred, f.Guarded) }

// A Result answers questions about functions, of whatever package.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, known: make(map[*types.Func]Fact)}
	bodies := make(map[*types.Func]*ast.BlockStmt)
	for fn, decl := range astindex.Funcs(pass) {
		bodies[fn] = decl.Body
		if Recover(pass.TypesInfo, decl.Body) != nil {
			r.known[fn] = Fact{Deferred: true}
		}
	}
	for fn, body := range bodies {
		fact := r.known[fn]
		fact.Guarded = r.Guards(body)
		if fact == (Fact{}) {
			continue
		}
		r.known[fn] = fact
		if fn.Exported() {
			pass.ExportObjectFact(fn, &fact)
		}
	}
	return r, nil
}

// Func returns what is known of fn.
func (r *Result) Func(fn *types.Func) Fact {
	if fn == nil {
		return Fact{}
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		return r.known[fn]
	}
	var fact Fact
	r.pass.ImportObjectFact(fn, &fact)
	return fact
}

// Guards reports whether a function's body defers, at whatever place, something
// that recovers.
func (r *Result) Guards(body *ast.BlockStmt) bool {
	found := false
	inspectOwn(body, func(n ast.Node) {
		stmt, ok := n.(*ast.DeferStmt)
		if !ok {
			return
		}
		if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
			found = found || Recover(r.pass.TypesInfo, lit.Body) != nil
			return
		}
		found = found || r.Func(callmatch.Callee(r.pass.TypesInfo, stmt.Call)).Deferred
	})
	return found
}

// Recover returns the call of the builtin recover in a function's own body, or in a part of
// it, nil if there is none: neither in a function literal in it, nor in what a defer statement
// evaluates or defers, where recover has no effect.
func Recover(info *types.Info, body ast.Node) *ast.CallExpr {
	var found *ast.CallExpr
	deferred := make(map[ast.Node]bool)
	inspectOwn(body, func(n ast.Node) {
		if stmt, ok := n.(*ast.DeferStmt); ok {
			deferred[stmt.Call] = true
			for _, arg := range stmt.Call.Args {
				deferred[ast.Unparen(arg)] = true
			}
		}
		call, ok := n.(*ast.CallExpr)
		if ok && !deferred[call] && callmatch.IsBuiltin(info, call, "recover") {
			found = call
		}
	})
	return found
}

// inspectOwn visits the nodes of body, except those of function literals.
func inspectOwn(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}
