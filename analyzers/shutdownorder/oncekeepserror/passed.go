package oncekeepserror

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// passed returns the functions that the calls of the function around give to the parameter which an
// expression names.
//
//	func lazy(load func() (*Keys, error)) func() (*Keys, error) { return sync.OnceValues(load) }
func (o *once) passed(expr ast.Expr) (list []ast.Node) {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	decl, isDecl := astindex.DeclAround(o.cur).(*ast.FuncDecl)
	if !ok || !isDecl {
		return nil
	}
	fn, _ := o.p.TypesInfo.Defs[decl.Name].(*types.Func)
	for i := range fn.Signature().Params().Len() {
		if o.p.TypesInfo.Uses[id] != types.Object(fn.Signature().Params().At(i)) {
			continue
		}
		for _, call := range astindex.Of(o.p.Pass).Calls[fn] {
			if i < len(call.Expr.Args) {
				if body := o.body(call.Expr.Args[i]); body != nil {
					list = append(list, body)
				}
			}
		}
	}
	return list
}
