package stopneversignalled

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/nilchan"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// closeInNewStop gives an exported type that has no method to stop it one that closes the channel, once:
//
//	func (m *Manager) Stop() {
//		m.stopOnce.Do(func() { close(m.stop) })
//	}
//
// Not in a package that has the runtime package already: its shutdown ends the goroutine without a call.
func closeInNewStop(p *check.Pass, sel *ast.SelectorExpr, field *types.Var) *edit.Fix {
	owner := callmatch.Named(p.TypesInfo.TypeOf(sel.X))
	recv, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || owner == nil || owner.Obj().Pkg() != p.Pkg || !owner.Obj().Exported() || !p.Plain() || p.Pkg.Name() == "main" {
		return nil
	}
	decl := methodAround(p, recv)
	line, once := syntax.FieldLine(p, field, sel.Pos()), edit.Unexported(field.Name()+"Once")
	stops := func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(owner), true, p.Pkg, name)
		_, isMethod := obj.(*types.Func)
		return isMethod
	}
	if decl == nil || line == nil || stopfix.Member(owner, p.Pkg, once) || stopfix.Member(owner, p.Pkg, "Stop") || slices.ContainsFunc(catalog.StopMethods, stops) ||
		!edit.CanGrow(p.Pass, owner) || !nilchan.MadeWithOwner(p, field) {
		return nil
	}
	e := p.Edit(sel.Pos())
	e.After(line, once+" "+e.Import(line.Pos(), "sync", "sync")+".Once")
	ch := recv.Name + "." + field.Name()
	e.Insert(decl.End(), "\n\n// Stop ends the goroutine of "+recv.Name+".\nfunc ("+recv.Name+" "+p.Source(decl.Recv.List[0].Type)+") Stop() {\n\t"+
		recv.Name+"."+once+".Do(func() { close("+ch+") })\n}")
	return e.Fix("Give "+owner.Obj().Name()+" a Stop, which closes "+ch, "its owner must now call Stop")
}

// methodAround returns the method with a pointer receiver whose receiver a name is, nil if it is none.
func methodAround(p *check.Pass, recv *ast.Ident) *ast.FuncDecl {
	cur, ok := ssainstr.CursorAt(p, recv.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 || p.TypesInfo.Defs[decl.Recv.List[0].Names[0]] != p.TypesInfo.Uses[recv] {
			return nil
		}
		if _, pointer := decl.Recv.List[0].Type.(*ast.StarExpr); pointer {
			return decl
		}
	}
	return nil
}
