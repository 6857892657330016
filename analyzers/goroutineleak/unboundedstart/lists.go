package unboundedstart

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// list returns the elements of a list for each of which the goroutine at cur talks to another machine: a
// list that callers pass, or that a call has returned, is as long as they make it. One that is written
// down, or kept in a field, has a length that its author knows.
func (s *starts) list(loop *ast.RangeStmt, cur inspector.Cursor) *source {
	switch s.p.TypesInfo.TypeOf(loop.X).Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return nil
	}
	id, ok := ast.Unparen(loop.X).(*ast.Ident)
	if !ok || loop.Value == nil {
		return nil
	}
	v, ok := s.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.ParamVar || !s.uses(cur, loop.Value) || !s.remote(cur.Node(), 2) {
		return nil
	}
	return &source{"elements of " + id.Name, loop.Pos(), true}
}

// uses reports whether the goroutine at cur gets the element of the loop.
func (s *starts) uses(cur inspector.Cursor, value ast.Expr) bool {
	id, ok := value.(*ast.Ident)
	if !ok {
		return false
	}
	for use := range cur.Preorder((*ast.Ident)(nil)) {
		if s.p.TypesInfo.Uses[use.Node().(*ast.Ident)] == s.p.TypesInfo.Defs[id] && s.p.TypesInfo.Defs[id] != nil {
			return true
		}
	}
	return false
}

// remote reports whether code talks to another machine: by a call that is known to, or by a method of an
// interface that gets a context and can fail.
func (s *starts) remote(n ast.Node, depth int) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := callmatch.Callee(s.p.TypesInfo, call)
		if fn == nil {
			return true
		}
		sig := fn.Signature()
		given := sig.Params().Len() > 0 && ctxscope.IsContext(sig.Params().At(0).Type()) && callmatch.CanFail(sig)
		found = outbound.Of(s.p.Pass).Sends(fn) || given && sig.Recv() != nil && types.IsInterface(sig.Recv().Type())
		if decl := s.index.Decls[fn]; !found && decl != nil && decl.Body != nil && depth > 0 {
			found = s.remote(decl.Body, depth-1)
		}
		return !found
	})
	return found
}
