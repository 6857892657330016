package doubleclose

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixOnce closes the channel once, with a Once beside it, at each of the calls:
//
//	stop     chan struct{}
//	stopOnce sync.Once
//	…
//	s.stopOnce.Do(func() { close(s.stop) })
//
// A struct that is declared in another file cannot get a field by an edit of this
// one, and one that is copied cannot hold a Once.
func fixOnce(p *check.Pass, calls ...*ast.CallExpr) *edit.Fix {
	sel, ok := ast.Unparen(calls[0].Args[0]).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	owner := callmatch.Named(p.TypesInfo.TypeOf(sel.X))
	if owner == nil {
		return nil
	}
	once := edit.Unexported(sel.Sel.Name + "Once")
	line := syntax.FieldLine(p, sel)
	if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(owner), true, p.Pkg, once); obj != nil || line == nil || !edit.CanGrow(p.Pass, owner) {
		return nil
	}
	e := p.Edit(sel.Pos())
	field := once + " " + e.Import(line.Pos(), "sync", "sync") + ".Once"
	if strct := structAround(p, line); strct != nil && p.Line(strct.Fields.Opening) == p.Line(strct.Fields.Closing) {
		e.Insert(line.End(), "; "+field)
	} else {
		e.After(line, field)
	}
	for _, call := range calls {
		sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
		if !ok || p.Fset.File(call.Pos()) != p.Fset.File(line.Pos()) {
			return nil
		}
		e.Replace(call.Pos(), call.End(), p.Source(sel.X)+"."+once+".Do(func() { "+p.Source(call)+" })")
	}
	return e.Fix("Close "+p.Source(sel)+" in "+p.Source(sel.X)+"."+once+".Do", "")
}
