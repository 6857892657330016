package ackedbeforehandled

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// after returns the first statement behind stmt that handles the message, where, and what
// does it; "" if nothing does.
func (h *handling) after(stmt inspector.Cursor) (later inspector.Cursor, at token.Pos, what string) {
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil), (*ast.SendStmt)(nil), (*ast.AssignStmt)(nil)) {
			if fixes.InLiteral(c, next) && !startedIn(c, next) {
				continue
			}
			if _, ok := h.note(c.Node()); !ok {
				continue
			}
			switch n := c.Node().(type) {
			case *ast.SendStmt:
				return next, n.Pos(), "it is sent on " + h.p.Source(n.Chan)
			case *ast.CallExpr:
				return next, n.Pos(), h.p.Source(n.Fun) + " handles it"
			}
		}
	}
	return stmt, token.NoPos, ""
}

// startedIn reports whether the literal around c is a goroutine that outer starts.
func startedIn(c, outer inspector.Cursor) bool {
	_, ok := outer.Node().(*ast.GoStmt)
	return ok
}

// works reports whether a call that gets the message can fail, or is a goroutine, and
// does more than to write it down, to decode or to settle it.
func (h *handling) works(call *ast.CallExpr) bool {
	if tv := h.p.TypesInfo.Types[call.Fun]; !tv.IsValue() || acknowledged(h.p, call) != nil {
		return false
	}
	fn := callmatch.Callee(h.p.TypesInfo, call)
	if fn == nil {
		return true
	}
	pkg := ""
	if fn.Pkg() != nil {
		pkg = fn.Pkg().Path()
	}
	return !catalog.Printers[pkg] && callmatch.CanFail(fn.Signature()) && !catalog.IsDecoder(fn.Name())
}

// mentions reports whether expr uses the message, or what is made from it: the whole
// or a part, but not a number or text that a key or log line is made of.
func (h *handling) mentions(expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return h.parts[h.p.TypesInfo.Uses[expr]]
	case *ast.UnaryExpr:
		return h.mentions(expr.X)
	case *ast.StarExpr:
		return h.mentions(expr.X)
	case *ast.SelectorExpr:
		return h.mentions(expr.X)
	case *ast.IndexExpr:
		return h.mentions(expr.X)
	case *ast.SliceExpr:
		return h.mentions(expr.X)
	case *ast.CallExpr:
		sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
		tv := h.p.TypesInfo.Types[expr.Fun]
		return ok && len(expr.Args) == 0 && h.mentions(sel.X) || tv.IsType() && len(expr.Args) == 1 && h.mentions(expr.Args[0]) ||
			slices.ContainsFunc(expr.Args, h.mentions)
	case *ast.CompositeLit:
		return slices.ContainsFunc(expr.Elts, func(elt ast.Expr) bool {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			return h.mentions(elt)
		})
	}
	return false
}
