package cancelledctxcleanup

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixClosure makes the context a parameter of the literal, so that only the calls after its end get another one: the
// others may take as long as they did.
//
//	flush := func()      →  flush := func(ctx context.Context)
//	flush()              →  flush(ctx)
//	case <-ctx.Done():   →  case <-ctx.Done():
//		flush()                 flush(cleanupCtx)
func fixClosure(p *check.Pass, cur inspector.Cursor, lit *ast.FuncLit, ctx ast.Expr) *edit.Fix {
	id, isName := ast.Unparen(ctx).(*ast.Ident)
	uses, ok := callsOf(p, cur.Node().(*ast.CallExpr), lit)
	if !isName || !ok {
		return nil
	}
	e := p.Edit(cur.Node().Pos())
	params := id.Name + " " + e.Import(lit.Pos(), "context", "context") + ".Context"
	if len(lit.Type.Params.List) > 0 {
		params += ", "
	}
	e.Insert(lit.Type.Params.Opening+1, params)
	var detach string
	for _, use := range uses {
		if _, obj := p.Pkg.Scope().Innermost(use.Node().Pos()).LookupParent(id.Name, use.Node().Pos()); obj != p.TypesInfo.Uses[id] {
			return nil
		}
		arg := id.Name
		if endedAt(p, use, ctx) != nil {
			if arg, detach = detachBefore(p, e, use, id.Name); arg == "" {
				return nil
			}
		}
		call := use.Node().(*ast.CallExpr)
		if len(call.Args) > 0 {
			arg += ", "
		}
		e.Insert(call.Lparen+1, arg)
	}
	return e.Fix("Pass it a new context: "+detach, "")
}

// callsOf returns the calls of the variable that a call names and a statement defines as the literal; not ok if it is
// used in another way.
func callsOf(p *check.Pass, call *ast.CallExpr, lit *ast.FuncLit) (list []inspector.Cursor, ok bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	made, found := astindex.Find(in, lit)
	define, isDefine := made.Parent().Node().(*ast.AssignStmt)
	if !found || !isDefine || define.Tok != token.DEFINE {
		return nil, false
	}
	v := p.TypesInfo.Uses[ast.Unparen(call.Fun).(*ast.Ident)].(*types.Var)
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		at, found := astindex.Find(in, use)
		kind, _ := at.ParentEdge()
		if !found || kind != edge.CallExpr_Fun {
			return nil, false
		}
		list = append(list, at.Parent())
	}
	return list, true
}

// detachBefore makes the new context in front of the statement of a call, and returns its name with the call that makes
// it; no name where there is no such statement.
func detachBefore(p *check.Pass, e *edit.Builder, use inspector.Cursor, ctx string) (name, detach string) {
	stmt, ok := astindex.Statement(use)
	if _, deferred := use.Parent().Node().(*ast.DeferStmt); !ok || deferred {
		return "", ""
	}
	detach = fixes.DetachCall(p, e, use.Node(), ctx, syntax.Seconds(p, e, use.Node().Pos(), 5))
	name, cancel := syntax.FreeName(p, use, "cleanupCtx"), syntax.FreeName(p, use, "cancelCleanup")
	e.Before(stmt.Node(), name+", "+cancel+" := "+detach, "defer "+cancel+"()")
	return name, detach
}
