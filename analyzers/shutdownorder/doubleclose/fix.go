package doubleclose

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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

// fixLast lets the last of the goroutines be followed by the close:
//
//	var wg sync.WaitGroup
//	for … {
//		wg.Add(1)
//		go func() {
//			defer wg.Done()
//			…
//		}()
//	}
//	go func() {
//		wg.Wait()
//		close(out)
//	}()
func fixLast(p *check.Pass, call *ast.CallExpr, s astindex.Start, loop inspector.Cursor) *edit.Fix {
	stmt, ok := s.Node.(*ast.GoStmt)
	_, listed := loop.Parent().Node().(*ast.BlockStmt)
	if !ok || !listed || p.Line(s.Lit.Body.Lbrace) == p.Line(s.Lit.Body.Rbrace) {
		return nil
	}
	around := loop.Node().(ast.Stmt)
	wg := syntax.Fresh(p, call.Pos(), "wg", "closers")
	e := p.Edit(call.Pos())
	e.Before(around, "var "+wg+" "+e.Import(around.Pos(), "sync", "sync")+".WaitGroup")
	e.Before(stmt, wg+".Add(1)")
	e.Replace(call.Pos(), call.End(), wg+".Done()")
	e.After(around, "go func() {", "\t"+wg+".Wait()", "\t"+p.Source(call), "}()")
	return e.Fix("Close "+p.Source(call.Args[0])+" when all goroutines have returned", "")
}
