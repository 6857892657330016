package backgroundoverparam

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

// sibling is the kind of a context in a field of the receiver which other methods pass to their
// work.
const sibling = "sibling"

// siblingField returns the field of the receiver that is a context, and that another method, which
// is not a goroutine's, passes to a call: this method is expected to do the same. Nil if there is
// none.
//
//	func (s *Store) Get() { s.client.Get(s.ctx, key) }
//	func (s *Store) Delete() { s.client.Delete(context.Background(), key) }
func siblingField(p *check.Pass, cur inspector.Cursor) *ctxscope.Source {
	fn, ok := astindex.FuncAround(cur)
	for ; ok; fn, ok = syntax.CalledBy(p, fn) {
		decl, isDecl := fn.Node().(*ast.FuncDecl)
		if !isDecl {
			continue
		}
		for _, given := range ctxscope.Given(p.Pass, decl, cur.Node().Pos()) {
			if given.Kind == "field" && passedBySibling(p, cur, decl, given.Var) {
				given.Kind = sibling
				return &given
			}
		}
	}
	return nil
}

// passedBySibling reports whether another method of decl's type passes the field to a call that may
// wait for its end.
func passedBySibling(p *check.Pass, at inspector.Cursor, decl *ast.FuncDecl, field *types.Var) bool {
	for _, use := range astindex.Of(p.Pass).Uses[field] {
		cur := syntax.CursorAt(at, use)
		around, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
		if ok && around != decl && receiver(p, around) != nil && receiver(p, around) == receiver(p, decl) && worksWith(p, cur.Parent()) &&
			!astindex.Of(p.Pass).OnlyInGoroutines(p.TypesInfo, around) {
			return true
		}
	}
	return false
}

// worksWith reports whether what stands at cur is an argument of a call that may wait for its end.
func worksWith(p *check.Pass, cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && !ctxflow.ReturnsContext(fn) && !ctxuse.Of(p.Pass).IdleCall(call, i)
}

// receiver returns the type that a method is one of, nil for a function.
func receiver(p *check.Pass, decl *ast.FuncDecl) *types.TypeName {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil
	}
	named := callmatch.Named(fn.Signature().Recv().Type())
	if named == nil {
		return nil
	}
	return named.Origin().Obj()
}
