package overlappingruns

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// lasts returns the calls of the goroutine that store or send something, or run a method of an interface with a
// context, whatever that does.
func (t *tick) lasts() (list []*ast.CallExpr) {
	fn := t.start.Func
	switch {
	case t.start.Lit != nil:
		t.body = t.start.Lit.Body
	case fn != nil:
		if decl := astindex.Of(t.p.Pass).Decls[fn.Origin()]; decl != nil {
			t.body = decl.Body
		}
	}
	if t.body == nil {
		if t.unknown(t.start.Call) {
			list = append(list, t.start.Call)
		}
		t.body = new(ast.BlockStmt)
		return list
	}
	list = changes(t.p, fn, t.body)
	ast.Inspect(t.body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(list) == 0 && t.unknown(call) {
			list = append(list, call)
		}
		return true
	})
	return list
}

// unknown reports whether a call runs a method of an interface of the program, with a context, that can fail.
func (t *tick) unknown(call *ast.CallExpr) bool {
	fn := callmatch.Callee(t.p.TypesInfo, call)
	if fn == nil || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) || callmatch.Foreign(t.p.Pass, fn) || fn.Pkg() == nil {
		return false
	}
	params := fn.Signature().Params()
	return callmatch.CanFail(fn.Signature()) && params.Len() > 0 && callmatch.IsType(params.At(0).Type(), "context.Context")
}

// same reports whether each goroutine does the same work: it uses nothing that is made with the tick, a context or a
// time apart.
func (t *tick) same() bool {
	for _, part := range t.parts {
		if t.madeIn(part, t.loop) || t.madeIn(part, t.start.Call) {
			return false
		}
	}
	return true
}

func (t *tick) madeIn(part ast.Node, use ast.Node) (found bool) {
	ast.Inspect(use, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		v, ok := t.p.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || callmatch.IsType(v.Type(), "context.Context") || callmatch.IsType(v.Type(), "context.CancelFunc") || callmatch.IsType(v.Type(), "time.Time") {
			return true
		}
		found = part.Pos() <= v.Pos() && v.Pos() < part.End() && !(use.Pos() <= v.Pos() && v.Pos() < use.End())
		return true
	})
	return found
}

// excluded returns what keeps two goroutines apart: a lock or the swap of a flag, a slot of a semaphore, a flag that is
// tested and set, or a wait of the loop.
func (t *tick) excluded() ast.Node {
	if at := excludes(t.p, t.body); at != nil {
		return at
	}
	for _, part := range t.parts {
		if at := t.guarded(part); at != nil {
			return at
		}
	}
	return t.guarded(t.body)
}

func (t *tick) guarded(part ast.Node) (at ast.Node) {
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			if n.Pos() < t.start.Call.Pos() && part != ast.Node(t.body) {
				at = n
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && n.Pos() > t.start.Call.End() {
				at = n
			}
		case *ast.IfStmt:
			if t.flag(n.Cond) {
				at = n
			}
		case *ast.CallExpr:
			if fn := callmatch.Callee(t.p.TypesInfo, n); fn != nil && (catalog.Exclusive[fn.Name()] && !locks(fn) || catalog.TakesSlot[fn.Name()] || catalog.Joins[callmatch.Name(fn)]) {
				at = n
			}
		}
		return at == nil
	})
	return at
}

// flag reports whether a condition tests a variable that what runs with the tick sets: a field, or an atomic value.
func (t *tick) flag(cond ast.Expr) (found bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok {
			return !found
		}
		v, _ := callmatch.Object(t.p.TypesInfo, expr).(*types.Var)
		found = found || v != nil && !callmatch.IsError(v.Type()) && t.sets(v)
		return !found
	})
	return found
}

func (t *tick) sets(v *types.Var) (found bool) {
	for _, part := range append(t.parts, t.body) {
		ast.Inspect(part, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				found = found || n.Tok == token.ASSIGN && callmatch.Object(t.p.TypesInfo, n.Lhs[0]) == types.Object(v)
			case *ast.CallExpr:
				sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
				found = found || ok && sel.Sel.Name == "Store" && callmatch.Object(t.p.TypesInfo, sel.X) == types.Object(v)
			}
			return !found
		})
	}
	return found
}
