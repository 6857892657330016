package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// closeInStop closes the channel in the Stop, Close or Shutdown method of its
// owner, guarded by a sync.Once of its own:
//
//	type T struct {
//		stop     chan struct{}
//		stopOnce sync.Once
//	}
//	func (t *T) Stop() {
//		t.stopOnce.Do(func() { close(t.stop) })
func closeInStop(p *check.Pass, sel *ast.SelectorExpr, field *types.Var) *edit.Fix {
	owner := callmatch.Named(p.TypesInfo.TypeOf(sel.X))
	if owner == nil || owner.Obj().Pkg() != p.Pkg {
		return nil
	}
	decl, recv := stopMethod(p, owner, sel.Pos())
	line := fieldLine(p, field, sel.Pos())
	once := edit.Unexported(field.Name() + "Once")
	if decl == nil || line == nil || member(owner, p.Pkg, once) || p.Fset.File(decl.Pos()) != p.Fset.File(sel.Pos()) || !edit.CanGrow(p.Pass, owner) {
		return nil
	}
	e := p.Edit(sel.Pos())
	e.After(line, once+" "+e.Import(line.Pos(), "sync", "sync")+".Once")
	ch := recv + "." + field.Name()
	indent := e.Indent(decl.Pos()) + "\t"
	e.Insert(decl.Body.Lbrace+1, "\n"+indent+recv+"."+once+".Do(func() { close("+ch+") })")
	return e.Fix("Close "+ch+" in "+decl.Name.Name+", once", "")
}

// member reports whether the struct type t already has a field or method name.
func member(t *types.Named, pkg *types.Package, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, pkg, name)
	return obj != nil
}

// stopMethod returns the method in the file of pos, in any where that is none, that stops values of type t:
// one that the catalog knows by name, with a pointer receiver that has a name,
// and a body to add to.
func stopMethod(p *check.Pass, t *types.Named, pos token.Pos) (decl *ast.FuncDecl, recv string) {
	index := astindex.Of(p.Pass)
	for _, name := range catalog.StopMethods {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, p.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || callmatch.Named(fn.Signature().Recv().Type()).Origin() != t.Origin() {
			continue
		}
		decl := index.Decls[fn.Origin()]
		if decl == nil || decl.Body == nil || len(decl.Body.List) == 0 || len(decl.Recv.List[0].Names) == 0 {
			continue
		}
		name := decl.Recv.List[0].Names[0].Name
		_, pointer := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
		if name == "_" || !pointer || pos.IsValid() && p.Fset.File(decl.Pos()) != p.Fset.File(pos) {
			continue
		}
		return decl, name
	}
	return nil, ""
}

// fieldLine returns the declaration of a field that has a line of its own in the
// file of pos.
func fieldLine(p *check.Pass, field *types.Var, pos token.Pos) *ast.Field {
	if p.Fset.File(field.Pos()) != p.Fset.File(pos) {
		return nil
	}
	cur, ok := cursorAt(p, field.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.Field)(nil)) {
		if decl := c.Node().(*ast.Field); len(decl.Names) == 1 {
			return decl
		}
		break
	}
	return nil
}
