package ackedbeforehandled

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// after returns the first statement after stmt that handles the message, where, and what
// does it; "" if nothing does.
func (h *handling) after(stmt inspector.Cursor) (later inspector.Cursor, at token.Pos, what string) {
	for next, ok := stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder(handles...) {
			if fixes.InLiteral(c, next) && !startedIn(c, next) && !h.calledBack(c) {
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

// calledBack reports whether the literal around c is given to a method of the message, or
// of a batch of them, which calls it.
func (h *handling) calledBack(c inspector.Cursor) bool {
	for lit := range c.Enclosing((*ast.FuncLit)(nil)) {
		call, ok := lit.Parent().Node().(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && h.mentions(sel.X)
	}
	return false
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
	return !catalog.Printers[pkg] && !catalog.IsDecoder(fn.Name()) && catalog.Words(fn.Name())[0] != "marshal" && (callmatch.CanFail(fn.Signature()) || h.failsWithin(fn))
}

// failsWithin reports whether a function of the package, which returns no error, calls
// something that does.
func (h *handling) failsWithin(fn *types.Func) bool {
	decl := astindex.Of(h.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	fails := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || fails || settled(h.p, call) != nil {
			return !fails
		}
		inner := callmatch.Callee(h.p.TypesInfo, call)
		if inner == nil {
			sig, ok := h.p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
			fails = ok && callmatch.CanFail(sig)
			return true
		}
		printer := inner.Pkg() != nil && catalog.Printers[inner.Pkg().Path()]
		fails = !printer && callmatch.CanFail(inner.Signature()) && !catalog.IsDecoder(inner.Name())
		return true
	})
	return fails
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
