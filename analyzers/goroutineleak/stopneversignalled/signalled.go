package stopneversignalled

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/nilchan"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// startNode returns the syntax of the go statement or of the starter's call.
func startNode(p *check.Pass, s ssaflow.Start) ast.Node {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil), (*ast.CallExpr)(nil)) {
		return c.Node()
	}
	return nil
}

// closeInStop closes the channel in the Stop, Close or Shutdown method of its
// owner, guarded by a sync.Once of its own:
//
//	type T struct {
//		stop     chan struct{}
//		stopOnce sync.Once
//	}
//	func (t *T) Stop() {
//		t.stopOnce.Do(func() { close(t.stop) })
//
// The close of a nil channel panics: one that a later method makes is tested.
func closeInStop(p *check.Pass, sel *ast.SelectorExpr, field *types.Var) *edit.Fix {
	owner := callmatch.Named(p.TypesInfo.TypeOf(sel.X))
	if owner == nil || owner.Obj().Pkg() != p.Pkg {
		return nil
	}
	decl, recv := stopfix.StopMethod(p, owner, sel.Pos())
	line := syntax.FieldLine(p, field, sel.Pos())
	once := edit.Unexported(field.Name() + "Once")
	if decl == nil || line == nil || stopfix.Member(owner, p.Pkg, once) || p.Fset.File(decl.Pos()) != p.Fset.File(sel.Pos()) || !edit.CanGrow(p.Pass, owner) {
		return nil
	}
	e := p.Edit(sel.Pos())
	e.After(line, once+" "+e.Import(line.Pos(), "sync", "sync")+".Once")
	ch := recv + "." + field.Name()
	indent := e.Indent(decl.Pos()) + "\t"
	closing := "{ close(" + ch + ") }"
	if !nilchan.MadeWithOwner(p, field) {
		closing = exitstmt.Lines(indent, "{", "\tif "+ch+" != nil {", "\t\tclose("+ch+")", "\t}", "}")
	}
	closing = recv + "." + once + ".Do(func() " + closing + ")"
	if behind := locked(decl.Body); behind != nil {
		e.After(behind, closing)
	} else {
		e.Insert(decl.Body.Lbrace+1, "\n"+indent+closing)
	}
	return e.Fix("Close "+ch+" in "+decl.Name.Name+", once", "")
}

// locked returns the statement that defers the release of the lock which a body acquires first, nil if none
// does: the lock may guard the channel.
//
//	t.mu.Lock()
//	defer t.mu.Unlock()
func locked(body *ast.BlockStmt) ast.Stmt {
	if len(body.List) < 2 {
		return nil
	}
	lock, ok := body.List[0].(*ast.ExprStmt)
	unlock, deferred := body.List[1].(*ast.DeferStmt)
	if !ok || !deferred || method(lock.X) != "Lock" || method(unlock.Call) != "Unlock" {
		return nil
	}
	return unlock
}

// method returns the name of the method that an expression calls.
func method(expr ast.Expr) string {
	if call, ok := ast.Unparen(expr).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return sel.Sel.Name
		}
	}
	return ""
}

// subject returns the expression that names the source.
func subject(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.X
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
			return sel.X
		}
	}
	return n.(ast.Expr)
}
