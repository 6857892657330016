package doubleclose

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// exclusive returns where a function, before end, acquires a lock, does an atomic operation or sends on a
// channel that may be a lock, by the names, itself or by what it calls in the package. A lock for reading
// excludes no other call.
func exclusive(p *check.Pass, body *ast.BlockStmt, end token.Pos, depth int) (at token.Pos) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n != nil && n.Pos() >= end {
			return false
		}
		switch n := n.(type) {
		case *ast.SendStmt:
			if id, ok := n.Chan.(*ast.Ident); !ok || !madeInCall(p, id) {
				at = n.Pos()
			}
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			if fn == nil {
				return true
			}
			if catalog.Exclusive[fn.Name()] && fn.Name() != "RLock" {
				at = n.Pos()
			}
			if decl := declOf(p, fn); decl != nil && depth > 0 && exclusive(p, decl.Body, decl.End(), depth-1).IsValid() {
				at = n.Pos()
			}
		}
		return !at.IsValid()
	})
	return at
}

// madeInCall reports whether each call has a channel of its own, which excludes no other call.
func madeInCall(p *check.Pass, id *ast.Ident) bool {
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	return v != nil && v.Kind() == types.LocalVar
}

func declOf(p *check.Pass, fn *types.Func) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
		return decl
	}
	return nil
}

// calledByTwo reports whether two functions of the package call a method, on what neither has made for
// itself, or each of the goroutines that a loop starts does.
func calledByTwo(p *check.Pass, fn *types.Func) bool {
	callers := make(map[ast.Node]bool)
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		sel, ok := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr)
		if !ok || call.In == nil {
			continue
		}
		id, _ := ast.Unparen(sel.X).(*ast.Ident)
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		if v != nil && v.Kind() == types.LocalVar && call.In.Pos() <= v.Pos() && v.Pos() < call.In.End() {
			continue
		}
		callers[call.In] = true
		if v != nil && byEach(p, call.Expr, v) {
			return true
		}
	}
	return len(callers) > 1
}

// byEach reports whether a loop that is younger than a variable starts goroutines which make a call.
func byEach(p *check.Pass, call *ast.CallExpr, v *types.Var) bool {
	cur, ok := syntax.CursorOf(p, call)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		loop := loopAround(p, c.Node())
		return loop != nil && !syntax.Within(loop, v.Pos()) && !startsOnce(c)
	}
	return false
}
