package contextoutsidegroup

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// madeOutside returns the goroutine whose function a call makes that is passed the outer context, and no
// other one; nil if the function does not work with it.
//
//	g.Go(bind(ctx, task))
//
//	func bind(ctx context.Context, t task) func() error {
//		return func() error { return t(ctx) }
//	}
func madeOutside(p *check.Pass, g *group, at inspector.Cursor) *outsider {
	maker := makerOf(p, at.Node().(*ast.CallExpr), g)
	if maker == nil {
		return nil
	}
	fn := callmatch.Callee(p.TypesInfo, maker)
	if fn == nil {
		return nil
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	lit := returned(decl)
	if lit == nil {
		return nil
	}
	for i, arg := range maker.Args {
		if !g.isOuter(p, arg) {
			continue
		}
		if name := parameter(decl, i); name != nil && ends(p, lit, &group{outer: name}) != nil {
			return &outsider{at: at, use: arg, uses: []ast.Expr{arg}}
		}
	}
	return nil
}

// makerOf returns the call whose result a call starts as a goroutine of the group.
func makerOf(p *check.Pass, call *ast.CallExpr, g *group) *ast.CallExpr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 || catalog.ErrGroupMethods[callmatch.CalleeName(p.TypesInfo, call)] != "go" {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || p.TypesInfo.ObjectOf(id) != g.group {
		return nil
	}
	maker, _ := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	return maker
}

// returned returns the literal that is all a function returns.
func returned(decl *ast.FuncDecl) *ast.FuncLit {
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return nil
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	lit, _ := ast.Unparen(ret.Results[0]).(*ast.FuncLit)
	return lit
}

// parameter returns the name of the i-th parameter.
func parameter(decl *ast.FuncDecl, i int) *ast.Ident {
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if i == 0 {
				return name
			}
			i--
		}
	}
	return nil
}
