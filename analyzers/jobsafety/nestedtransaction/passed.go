package nestedtransaction

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// passed returns what a database is called in a function: the receiver, a parameter, or a field of one of them. A
// variable of a package has the same name.
func passed(info *types.Info, call *ast.CallExpr, sig *types.Signature, db on) (on, bool) {
	if db.root.Parent() == db.root.Pkg().Scope() {
		return db, true
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sig.Recv() != nil {
		if rest, ok := below(info, sel.X, db); ok {
			return on{sig.Recv(), rest}, true
		}
	}
	for i, arg := range call.Args {
		if i >= sig.Params().Len() {
			break
		}
		if rest, ok := below(info, arg, db); ok {
			return on{sig.Params().At(i), rest}, true
		}
	}
	return on{}, false
}

// below returns the fields that lead from an expression to a database.
func below(info *types.Info, expr ast.Expr, db on) (string, bool) {
	root, path := callmatch.Path(info, expr)
	rest, ok := strings.CutPrefix(db.path, path)
	return rest, ok && root != nil && root == db.root && (rest == "" || rest[0] == '.')
}
