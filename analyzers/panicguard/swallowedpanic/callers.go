package swallowedpanic

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/handler"
	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// unread reports whether the callers of fn, a function that no other package can call,
// continue with its error as without one, except for a log line: no caller takes the work
// for done. The visitor of a walk returns nil so that the next one is visited.
func unread(p *check.Pass, in *inspector.Inspector, fn *result.Func) bool {
	decl, ok := fn.Node.(*ast.FuncDecl)
	if !ok {
		return visits(p.TypesInfo, fn.Type)
	}
	index, obj := astindex.Of(p.Pass), p.TypesInfo.Defs[decl.Name].(*types.Func)
	calls := index.Calls[obj]
	if decl.Name.IsExported() || obj.Signature().Results().Len() > 1 || len(calls) == 0 || len(index.Values[obj]) > 0 {
		return false
	}
	return !slices.ContainsFunc(calls, func(c astindex.Call) bool { return !c.Go && !ignored(p, in, c.Expr) })
}

// visits reports whether a literal is passed the elements of a walk.
func visits(info *types.Info, typ *ast.FuncType) bool {
	return slices.ContainsFunc(typ.Params.List, func(param *ast.Field) bool {
		return catalog.WalkEntries[callmatch.TypeName(info.TypeOf(param.Type))]
	})
}

// ignored reports whether what follows a call does not depend on its error.
func ignored(p *check.Pass, in *inspector.Inspector, call *ast.CallExpr) bool {
	cur, ok := astindex.Find(in, call)
	if !ok {
		return false
	}
	stmt := cur.Parent()
	switch stmt.Node().(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		return true
	case *ast.ValueSpec:
		stmt = stmt.Parent().Parent() // var err = f()
	}
	err := localvar.Target(cur)
	if id, ok := err.(*ast.Ident); !ok || id.Name == "_" {
		return ok
	}
	test := stmt.Parent()
	if kind, _ := stmt.ParentEdge(); kind != edge.IfStmt_Init {
		if test, ok = stmt.NextSibling(); !ok {
			return false
		}
	}
	branch, isIf := test.Node().(*ast.IfStmt)
	return isIf && branch.Else == nil && isTest(p.TypesInfo, branch.Cond, err) && onlyLogs(p, test, branch.Body)
}

func isTest(info *types.Info, cond, err ast.Expr) bool {
	tested := callmatch.TestedError(info, cond)
	return tested != nil && callmatch.Root(info, tested) == callmatch.Root(info, err)
}

// onlyLogs reports whether the branch at cur does nothing that passes the error on, and
// what follows it runs without an error as well.
func onlyLogs(p *check.Pass, cur inspector.Cursor, body *ast.BlockStmt) bool {
	if handler.Tells(p, body) || len(body.List) == 0 {
		return false
	}
	for n := range cur.Preorder((*ast.ExprStmt)(nil)) {
		call, ok := n.Node().(*ast.ExprStmt).X.(*ast.CallExpr)
		fn := callmatch.Callee(p.TypesInfo, call)
		if ok && !p.TypesInfo.Types[call].IsVoid() && (fn == nil || fn.Pkg() == nil || !catalog.LogPackages[fn.Pkg().Path()]) {
			return false
		}
	}
	loops, last := endsRound(p.TypesInfo, cur)
	switch end := body.List[len(body.List)-1].(type) {
	case *ast.BranchStmt:
		return last && loops && end.Tok == token.CONTINUE && end.Label == nil
	case *ast.ReturnStmt:
		return last && !loops && len(end.Results) == 0
	}
	return last
}

// endsRound reports whether nothing but the return of constants follows cur in its
// function, or in the iteration of its loop, and whether there is one.
func endsRound(info *types.Info, cur inspector.Cursor) (loops, last bool) {
	for {
		if next, ok := cur.NextSibling(); ok {
			ret, isReturn := next.Node().(*ast.ReturnStmt)
			return false, isReturn && !slices.ContainsFunc(ret.Results, func(x ast.Expr) bool { return !info.Types[x].IsNil() && info.Types[x].Value == nil })
		}
		cur = cur.Parent()
		if _, ok := cur.Node().(*ast.BlockStmt); ok {
			cur = cur.Parent()
		}
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true, true
		case *ast.FuncDecl, *ast.FuncLit:
			return false, true
		case *ast.IfStmt:
		default:
			return false, false // cases of a switch follow one another
		}
	}
}
