// Package calls is an analyzer that lists the calls of a package, each with the function that it
// names: most checks begin with them. It reports nothing. The list is made on first use.
package calls

import (
	"go/ast"
	"go/types"
	"iter"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Analyzer yields what [All] reads.
var Analyzer = &analysis.Analyzer{
	Name:       "calls",
	Doc:        "list the calls of a package, and what they call",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	ResultType: reflect.TypeFor[lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
		return lazy(sync.OnceValue(func() []Call { return list(pass.TypesInfo, in) })), nil
	},
}

type lazy func() []Call

// A Call is one call, conversion or use of a builtin.
type Call struct {
	Expr *ast.CallExpr
	Func *types.Func // as [callmatch.Callee] has it
	Name string      // of Func, "" if it is nil

	cur inspector.Cursor
}

// All yields the calls of the pass's package with their places, in source order. The analyzer must
// be required. It is safe for concurrent use.
func All(pass *analysis.Pass) iter.Seq2[inspector.Cursor, *Call] {
	calls := pass.ResultOf[Analyzer].(lazy)()
	return func(yield func(inspector.Cursor, *Call) bool) {
		for i := range calls {
			if !yield(calls[i].cur, &calls[i]) {
				return
			}
		}
	}
}

func list(info *types.Info, in *inspector.Inspector) (calls []Call) {
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		fn := callmatch.Callee(info, call)
		calls = append(calls, Call{Expr: call, Func: fn, Name: callmatch.Name(fn), cur: cur})
	}
	return calls
}
