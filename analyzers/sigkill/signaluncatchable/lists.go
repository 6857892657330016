package signaluncatchable

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// lists returns the signals that a call which registers for some from the argument first
// on is passed: those it names, those of a variable of the package, and those of
// the calls of a function that passes its own parameters on.
func lists(p *check.Pass, cur inspector.Cursor, first int) [][]ast.Expr {
	call := cur.Node().(*ast.CallExpr)
	if !call.Ellipsis.IsValid() {
		return [][]ast.Expr{call.Args[first:]}
	}
	last := process.Denoted(p, call.Args[len(call.Args)-1])
	if fn := passesOn(p, cur, last); fn != nil {
		return callers(p, fn)
	}
	if lit, ok := onlyValue(p, last).(*ast.CompositeLit); ok {
		return [][]ast.Expr{lit.Elts}
	}
	return [][]ast.Expr{process.Flatten(p, cur, call, call.Args[first:])}
}

// passesOn returns the function around a call, if v is its variadic parameter.
func passesOn(p *check.Pass, cur inspector.Cursor, v *types.Var) *types.Func {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok || v == nil {
		return nil
	}
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || !fn.Signature().Variadic() || fn.Signature().Params().At(fn.Signature().Params().Len()-1) != v {
		return nil
	}
	return fn
}

// callers returns the variadic arguments of each call of fn that names them.
func callers(p *check.Pass, fn *types.Func) (found [][]ast.Expr) {
	from := fn.Signature().Params().Len() - 1
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		if !call.Expr.Ellipsis.IsValid() && len(call.Expr.Args) > from {
			found = append(found, call.Expr.Args[from:])
		}
	}
	return found
}
