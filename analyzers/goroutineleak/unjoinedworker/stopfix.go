package unjoinedworker

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixUnjoinedStop counts the goroutine in a WaitGroup of its owner, and waits for it
// between the signal and the close:
//
//	type S struct { …; workers sync.WaitGroup }
//	s.workers.Go(s.loop)
//	_ = lifecycle.Wait(ctx, &s.workers) // or, without a context:
//	_ = lifecycle.Within(10*time.Second, s.workers.Wait)
func fixUnjoinedStop(p *check.Pass, start *ast.GoStmt, h *unjoinedStop) *edit.Fix {
	pos := start.Pos()
	owner := callmatch.Named(h.method.Signature.Recv().Type())
	line := h.line(p, owner, pos)
	decl, ok := h.method.Syntax().(*ast.FuncDecl)
	if !ok || line == nil || stopfix.Member(owner, p.Pkg, "workers") || p.Fset.File(decl.Pos()) != p.Fset.File(pos) ||
		!goversion.AtLeast(p.Version(pos), "go1.25") || !edit.CanGrow(p.Pass, owner) {
		return nil
	}
	asItIs := len(start.Call.Args) == 0 && plainFunc(p, start.Call.Fun)
	if !asItIs && !waitgroup.Steady(p, start) {
		return nil
	}
	if h.forgets() {
		return nil
	}
	place, ok := h.place(p)
	receiver := receiverOf(p, start, owner)
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
	add := e.Before
	if h.close == nil {
		add = func(stmt ast.Node, list ...string) { behind(e, decl, stmt, list) }
	}
	if lock == "" {
		add(place, "_ = "+wait)
	} else {
		add(place, lock+".Unlock()", "_ = "+wait, lock+".Lock()")
		changes += ", and releases " + lock + " while it waits"
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
	return e.Import(decl.Body.Pos(), p.Lifecycle(), "lifecycle") + ".Within(" + e.Seconds(decl.Body.Lbrace+1, "shutdown") + ", " + workers + ".Wait)"
}

// behind puts statements after one of the body of a declaration, which may be on one line.
func behind(e *edit.Builder, decl *ast.FuncDecl, stmt ast.Node, list []string) {
	if e.SameLine(decl.Body.Lbrace, decl.Body.Rbrace) {
		e.Insert(stmt.End(), "; "+strings.Join(list, "; "))
		return
	}
	e.After(stmt, list...)
}

// line returns the field of the owner after which the group is declared: that of what is
// closed, else the last one.
func (h *unjoinedStop) line(p *check.Pass, owner *types.Named, pos token.Pos) *ast.Field {
	if h.close != nil {
		return syntax.FieldLine(p, h.field, pos)
	}
	st, ok := owner.Underlying().(*types.Struct)
	if !ok || st.NumFields() == 0 {
		return nil
	}
	return syntax.FieldLine(p, st.Field(st.NumFields()-1).Origin(), pos)
}

// place returns the statement of the method's own body at which it is time to wait: the
// one that closes the field, else the one that gives the signal.
func (h *unjoinedStop) place(p *check.Pass) (ast.Stmt, bool) {
	var at ssa.Instruction = h.close
	if h.close == nil {
		at = h.signal.Instr
	}
	switch instr := at.(type) {
	case *ssa.Call:
		if h.close != nil && instr.Parent() != h.method {
			return nil, false
		}
	default:
		return nil, false
	}
	cur, ok := ssainstr.CursorAt(p, at.Pos())
	if !ok {
		return nil, false
	}
	body := h.method.Syntax().(*ast.FuncDecl).Body
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && c.Parent().Node() == ast.Node(body) {
			_, returns := stmt.(*ast.ReturnStmt)
			return stmt, h.close != nil || !returns
		}
	}
	return nil, false
}

// forgets reports whether the method sets the channel that it closes to nil: a goroutine that reads the field
// again then waits for a nil channel, and the method for the goroutine.
func (h *unjoinedStop) forgets() bool {
	call, ok := h.signal.Instr.(ssa.CallInstruction)
	if !ok || len(call.Common().Args) == 0 {
		return false
	}
	field := fieldOf(call.Common().Args[0])
	for instr := range ssaflow.Instrs(h.method) {
		if cleared := ssainstr.Cleared(instr); cleared != nil && field != nil && cleared == field.Origin() {
			return true
		}
	}
	return false
}

// receiverOf returns the value whose method the go statement starts, or that the
// literal it starts belongs to.
func receiverOf(p *check.Pass, start *ast.GoStmt, owner *types.Named) string {
	switch fun := ast.Unparen(start.Call.Fun).(type) {
	case *ast.SelectorExpr:
		if _, ok := ast.Unparen(fun.X).(*ast.Ident); ok && p.TypesInfo.Selections[fun] != nil {
			return p.Source(fun.X)
		}
	case *ast.FuncLit:
		return syntax.Captured(p, fun, owner)
	}
	return ""
}

// plainFunc reports whether expr is a func() without results.
func plainFunc(p *check.Pass, expr ast.Expr) bool {
	sig, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 0
}
