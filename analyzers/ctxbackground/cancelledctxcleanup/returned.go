package cancelledctxcleanup

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

// takenBefore returns the call that has acquired, with the context of the caller, what a literal which the
// function returns releases with it: the caller calls that later, often when the context has ended.
//
//	func (m *Manager) Acquire(ctx context.Context, name string) (func(), error) {
//		…
//		return func() { m.release(ctx, name) }, nil
func takenBefore(p *check.Pass, cur inspector.Cursor, fn *types.Func) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	lit, ok := astindex.FuncAround(cur)
	if !ok || !ctxflow.Reaches(p, fn, 3) || slices.ContainsFunc(paramsOf(p, lit), func(v *types.Var) bool { return ctxscope.IsContext(v.Type()) }) {
		return nil
	}
	around, ok := returning(p, lit)
	if !ok {
		return nil
	}
	from := ctxend.Ancestry(p, astindex.DeclAround(cur), call.Args[0])
	given := ctxend.RootVar(p, from[len(from)-1])
	if _, ok := syntax.GivenTo(p, around, given); !ok || ctxscope.AlwaysRoot(p.Pass, cur, given) {
		return nil
	}
	name := declaredName(around)
	if !intent.EndsSomething(fn) && !(catalog.TakesFor("release", name) && (catalog.Compensates(fn.Name()) || lasting.Of(p.Pass).Changes(fn))) {
		return nil
	}
	paths := pathsOf(p, cur)
	for c := range around.Preorder((*ast.CallExpr)(nil)) {
		other := c.Node().(*ast.CallExpr)
		if other.Pos() < lit.Node().Pos() && len(other.Args) > 0 && slices.Contains(paths, ctxend.Path(p.TypesInfo, other.Args[0])) &&
			!ctxflow.MakesContext(p, other) && taking(p, c, name) {
			return other
		}
	}
	return nil
}

// taking reports whether a call acquires something, by its name or by that of the function which makes it.
func taking(p *check.Pass, cur inspector.Cursor, around string) bool {
	fn := callmatch.Callee(p.TypesInfo, cur.Node().(*ast.CallExpr))
	if fn == nil {
		return false
	}
	return catalog.TakesFor("release", fn.Name()) || catalog.TakesFor("release", around) && lasting.Of(p.Pass).Changes(fn)
}

// returning returns the function that returns a literal, directly or by the name of its variable.
func returning(p *check.Pass, lit inspector.Cursor) (inspector.Cursor, bool) {
	around, ok := astindex.FuncAround(lit)
	if !ok {
		return lit, false
	}
	kind, _ := lit.ParentEdge()
	if kind == edge.ReturnStmt_Results {
		return around, true
	}
	assign, ok := lit.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return lit, false
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return lit, false
	}
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return around, ok && slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(use *ast.Ident) bool {
		kind, _ := syntax.CursorAt(lit, use).ParentEdge()
		return kind == edge.ReturnStmt_Results
	})
}

func paramsOf(p *check.Pass, fn inspector.Cursor) []*types.Var {
	return slices.Collect(syntax.SignatureOf(p, fn).Params().Variables())
}

// declaredName returns the name of a declared function, "" for a literal.
func declaredName(fn inspector.Cursor) string {
	if decl, ok := fn.Node().(*ast.FuncDecl); ok {
		return decl.Name.Name
	}
	return ""
}
