package nackmissing

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// settlesDirectly reports whether the code settles the message itself, or calls
// a function of the package that does nothing else with it.
func (w *walk) settlesDirectly(left int) bool {
	found := false
	ast.Inspect(w.around, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			found = ok && w.is(sel.X) && w.how.Methods[sel.Sel.Name] ||
				w.how.Calls[callmatch.CalleeName(w.p.TypesInfo, call)] && slices.ContainsFunc(call.Args, w.is) ||
				left > 0 && (w.helps(call, left-1) || w.unlessError(call, left-1))
		}
		return !found
	})
	return found
}

// helps reports whether call passes the message to a function of the package that settles
// it on all its paths.
func (w *walk) helps(call *ast.CallExpr, left int) bool {
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return w.is(delivery.Pointee(arg)) })
	param, decl := w.callee(call, i)
	if param == nil {
		return false
	}
	inner := newWalk(w.p, param, walk{list: decl.Body.List, around: decl.Body})
	if inner == nil || !inner.settlesDirectly(left) {
		return false
	}
	end, falls := inner.block(inner.list, never)
	return !inner.giveUp && len(inner.leaks) == 0 && (!falls || end == always)
}

// callee returns the function of the package that call calls, and the parameter
// that argument i becomes.
func (w *walk) callee(call *ast.CallExpr, i int) (*types.Var, *ast.FuncDecl) {
	fn := callmatch.Callee(w.p.TypesInfo, call)
	if fn == nil || fn.Pkg() != w.p.Pkg || i < 0 {
		return nil, nil
	}
	decl := astindex.Of(w.p.Pass).Decls[fn.Origin()]
	params := fn.Origin().Signature().Params()
	if decl == nil || decl.Body == nil || i >= params.Len() || fn.Signature().Variadic() {
		return nil, nil
	}
	return params.At(i), decl
}

func (w *walk) is(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && w.isVar(id)
}

func (w *walk) isVar(id *ast.Ident) bool {
	v, ok := w.p.TypesInfo.Uses[id].(*types.Var)
	return ok && (v == w.v || w.same[v])
}

// settles reports whether n settles the message, or passes it to other code that may: any
// use except that of a field or of another method, and except as an argument of a function
// that only reads it.
func (w *walk) settles(n ast.Node) bool {
	return n != nil && (&use{w, 3}).any(n)
}

func (w *walk) settlesIn(stmt ast.Stmt) bool { return stmt != nil && w.settles(stmt) }

func (w *walk) tag(expr ast.Expr) bool { return expr != nil && w.settles(expr) }

// use looks at what code does with a variable that holds the message.
type use struct {
	*walk
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
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok {
				harmless[id] = true
				found = found || u.isVar(id) && (u.how.Settles(n.Sel.Name) || u.how.Tag != "" && n.Sel.Name == u.how.Tag) || u.throughHolder(id, n)
			}
		case *ast.KeyValueExpr:
			if id, ok := ast.Unparen(delivery.Pointee(n.Value)).(*ast.Ident); ok && u.isVar(id) && u.sealed(n.Key) {
				harmless[id] = true
			}
		case *ast.CallExpr:
			for i, arg := range n.Args {
				if id, ok := ast.Unparen(delivery.Pointee(arg)).(*ast.Ident); ok && u.isVar(id) && u.onlyReads(n, i) {
					harmless[id] = true
				}
			}
		case *ast.Ident:
			found = found || (u.isVar(n) || u.holder(n) != "") && !harmless[n]
		}
		return !found
	})
	return found
}

// onlyReads reports whether the function that call calls, one of this package or one that
// prints, neither settles its argument i nor passes it on.
func (u *use) onlyReads(call *ast.CallExpr, i int) bool {
	fn := callmatch.Callee(u.p.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil || u.left == 0 || u.putAside(call) {
		return false
	}
	if catalog.Printers[fn.Pkg().Path()] {
		return true
	}
	param, decl := u.callee(call, i)
	if param == nil {
		return false
	}
	inner := &walk{p: u.p, v: param, how: u.how, around: decl.Body}
	return !(&use{inner, u.left - 1}).any(decl.Body)
}
