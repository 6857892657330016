package goroutineleak

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixHasty counts the goroutine in a WaitGroup of its owner, and waits for it
// between the signal and the close:
//
//	type S struct { …; workers sync.WaitGroup }
//	s.workers.Go(s.loop)
//	_ = lifecycle.Wait(ctx, &s.workers) // or, without a context:
//	_ = lifecycle.Within(10*time.Second, s.workers.Wait)
func fixHasty(p *check.Pass, start *ast.GoStmt, h *hastyStop) *edit.Fix {
	pos := start.Pos()
	line := fieldLine(p, h.field, pos)
	owner := callmatch.Named(h.method.Signature.Recv().Type())
	decl, ok := h.method.Syntax().(*ast.FuncDecl)
	if !ok || line == nil || member(owner, p.Pkg, "workers") || p.Fset.File(decl.Pos()) != p.Fset.File(pos) ||
		!goversion.AtLeast(p.Version(pos), "go1.25") || !edit.CanGrow(p.Pass, owner) {
		return nil
	}
	asItIs := len(start.Call.Args) == 0 && plainFunc(p, start.Call.Fun)
	if !asItIs && !steady(p, start) {
		return nil
	}
	before, ok := closeStmt(p, h)
	receiver := receiverOf(p, start)
	if !ok || receiver == "" || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	lock, ok := heldLock(p, h, decl)
	if !ok {
		return nil
	}
	e := p.Edit(pos)
	workers := decl.Recv.List[0].Names[0].Name + ".workers"
	wait := waitCall(p, e, decl, workers)
	e.After(line, "workers "+e.Import(line.Pos(), "sync", "sync")+".WaitGroup")
	if asItIs {
		e.Replace(pos, start.End(), receiver+".workers.Go("+p.Source(start.Call.Fun)+")")
	} else {
		e.Replace(pos, start.Call.Pos(), receiver+".workers.Go(func() { ")
		e.Insert(start.End(), " })")
	}
	changes := decl.Name.Name + " waits for the goroutine"
	if lock == "" {
		e.Before(before, "_ = "+wait)
	} else {
		e.Before(before, lock+".Unlock()", "_ = "+wait, lock+".Lock()")
		changes += ", and gives " + lock + " back meanwhile"
	}
	return e.Fix("Wait for the goroutine in "+decl.Name.Name+", with "+wait, changes)
}

// waitCall returns the call that waits for the group in the method decl.
func waitCall(p *check.Pass, e *edit.Builder, decl *ast.FuncDecl, workers string) string {
	for _, field := range decl.Type.Params.List {
		if ctxscope.IsContext(p.TypesInfo.TypeOf(field.Type)) && len(field.Names) == 1 && field.Names[0].Name != "_" {
			return e.Import(decl.Body.Pos(), p.Lifecycle(), "lifecycle") + ".Wait(" + field.Names[0].Name + ", &" + workers + ")"
		}
	}
	time := e.Import(decl.Body.Pos(), "time", "time")
	return e.Import(decl.Body.Pos(), p.Lifecycle(), "lifecycle") + ".Within(10*" + time + ".Second, " + workers + ".Wait)"
}

// closeStmt returns the statement of the method's own body that closes the
// field.
func closeStmt(p *check.Pass, h *hastyStop) (ast.Stmt, bool) {
	if _, ok := h.close.(*ssa.Call); !ok || h.close.Parent() != h.method {
		return nil, false
	}
	cur, ok := cursorAt(p, h.close.Pos())
	if !ok {
		return nil, false
	}
	body := h.method.Syntax().(*ast.FuncDecl).Body
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && c.Parent().Node() == ast.Node(body) {
			return stmt, true
		}
	}
	return nil, false
}

// receiverOf returns the value whose method the go statement starts, or that the
// literal it starts belongs to.
func receiverOf(p *check.Pass, start *ast.GoStmt) string {
	sel, ok := ast.Unparen(start.Call.Fun).(*ast.SelectorExpr)
	if !ok || p.TypesInfo.Selections[sel] == nil {
		return ""
	}
	if _, ok := ast.Unparen(sel.X).(*ast.Ident); !ok {
		return ""
	}
	return p.Source(sel.X)
}

// plainFunc reports whether expr is a func() without results.
func plainFunc(p *check.Pass, expr ast.Expr) bool {
	sig, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 0
}
