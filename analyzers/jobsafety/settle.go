package jobsafety

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// settlesDirectly reports whether the code settles the message itself.
func (w *walk) settlesDirectly() bool {
	found := false
	ast.Inspect(w.around, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			found = found || ok && w.is(sel.X) && w.how.Methods[sel.Sel.Name] ||
				w.how.Calls[callmatch.CalleeName(w.p.TypesInfo, call)] && slices.ContainsFunc(call.Args, w.is)
		}
		return !found
	})
	return found
}

func (w *walk) is(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && w.p.TypesInfo.Uses[id] == w.v
}

// settles reports whether n settles the message, or lets go of it so that
// somebody else may: any use but that of a field or of another method, and but
// as an argument of a function that does no more with it.
func (w *walk) settles(n ast.Node) bool {
	return n != nil && (&use{w, w.v, 3}).any(n)
}

// use looks at what code does with a variable that holds the message.
type use struct {
	*walk
	v    *types.Var
	left int // calls to follow
}

func (u *use) any(n ast.Node) bool {
	found := false
	harmless := make(map[*ast.Ident]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr: // a test for nil
			for _, operand := range []ast.Expr{n.X, n.Y} {
				if id, ok := ast.Unparen(operand).(*ast.Ident); ok && u.isVar(id) {
					harmless[id] = true
				}
			}
		case *ast.SelectorExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && u.isVar(id) {
				harmless[id] = true
				found = found || u.how.Methods[n.Sel.Name] || u.how.Tag != "" && n.Sel.Name == u.how.Tag
			}
		case *ast.CallExpr:
			for i, arg := range n.Args {
				if amp, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && amp.Op == token.AND {
					arg = amp.X
				}
				if id, ok := ast.Unparen(arg).(*ast.Ident); ok && u.isVar(id) && u.onlyReads(n, i) {
					harmless[id] = true
				}
			}
		case *ast.Ident:
			found = found || u.isVar(n) && !harmless[n]
		}
		return !found
	})
	return found
}

func (u *use) isVar(id *ast.Ident) bool { return u.p.TypesInfo.Uses[id] == u.v }

// onlyReads reports whether the function that call calls, one of this package or
// one that prints, neither settles its argument i nor hands it on.
func (u *use) onlyReads(call *ast.CallExpr, i int) bool {
	fn := callmatch.Callee(u.p.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil || u.left == 0 {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt", "log", "log/slog":
		return true
	}
	decl := astindex.Of(u.p.Pass).Decls[fn.Origin()]
	params := fn.Origin().Signature().Params()
	if fn.Pkg() != u.p.Pkg || decl == nil || decl.Body == nil || i >= params.Len() || fn.Signature().Variadic() {
		return false
	}
	return !(&use{u.walk, params.At(i), u.left - 1}).any(decl.Body)
}
