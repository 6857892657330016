package exitinhandler

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// maxCalls is how many calls lead from a handler to the exit at most.
const maxCalls = 3

// An entry is the function in which a request, a message or a job arrives, and from which
// control gets to the exit.
type entry struct {
	fn    inspector.Cursor
	kind  catalog.Work
	via   token.Pos // the call in it, where another function exits
	calls int
	own   bool // it exits itself
	item  bool // a loop of the function handles it
}

// name is what the message calls the handler.
func (e *entry) name(p *check.Pass) string {
	if decl, ok := e.fn.Node().(*ast.FuncDecl); ok {
		return decl.Name.Name
	}
	for c := range e.fn.Enclosing((*ast.FuncDecl)(nil)) {
		return "a function literal of " + c.Node().(*ast.FuncDecl).Name.Name
	}
	return "a function literal"
}

// trace is the way to the exit.
func (e *entry) trace() []check.Hop {
	trace := []check.Hop{{Pos: e.fn.Node().Pos(), Message: e.kind.Does + " here"}}
	if e.via.IsValid() {
		trace = append(trace, check.Hop{Pos: e.via, Message: "calls it here"})
	}
	return trace
}

// entryOf returns the handler that the code at cur belongs to: the function around it, one
// around that, or one that calls it, at most depth calls away. Nil if there is none.
func entryOf(p *check.Pass, cur inspector.Cursor, depth int) *entry {
	own := true
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if kind, ok := workOf(p, c); ok {
			return &entry{fn: c, kind: kind, own: own}
		}
		if kind, ok := itemOf(p, cur, c); ok {
			return &entry{fn: c, kind: kind, item: true}
		}
		if decl, ok := c.Node().(*ast.FuncDecl); ok {
			return calledBy(p, decl, depth)
		}
		if !runsNear(p, c) {
			return nil
		}
		own = false
	}
	return nil
}

// runsNear reports whether a literal runs because the function around it does: it is called,
// deferred or started there, an argument of a call, or a local variable that is.
func runsNear(p *check.Pass, lit inspector.Cursor) bool {
	switch lit.Parent().Node().(type) {
	case *ast.CallExpr:
		return true
	case *ast.AssignStmt, *ast.ValueSpec:
		id, ok := localvar.Target(lit).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		return ok && v.Parent() != p.Pkg.Scope() && slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(use *ast.Ident) bool {
			cur, ok := syntax.CursorOf(p, use)
			_, called := cur.Parent().Node().(*ast.CallExpr)
			return ok && called
		})
	}
	return false
}

// calledBy returns the handler that calls a function, directly or not.
func calledBy(p *check.Pass, decl *ast.FuncDecl, depth int) *entry {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || depth == 0 {
		return nil
	}
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		cur, ok := syntax.CursorOf(p, call.Expr)
		if !ok || call.In == nil || p.Quiet(call.Expr.Pos()) || call.In == ast.Node(decl) {
			continue
		}
		if e := entryOf(p, cur, depth-1); e != nil {
			e.calls++
			e.via, e.own = call.Expr.Pos(), false
			return e
		}
	}
	return nil
}

// workOf returns what a function is given to handle, as its parameters say, or the scheduler
// that runs it.
func workOf(p *check.Pass, fn inspector.Cursor) (catalog.Work, bool) {
	sig := signatureOf(p, fn)
	if sig == nil {
		return catalog.Work{}, false
	}
	for v := range sig.Params().Variables() {
		if kind, ok := catalog.HandledParams[callmatch.TypeName(v.Type())]; ok {
			return kind, true
		}
		if callmatch.IsServerStream(v.Type()) {
			return catalog.Request, true
		}
	}
	if callmatch.AnswersCall(sig) {
		return catalog.Request, true
	}
	return scheduled(p, fn)
}

// scheduled returns the job that a function is, where it is given to a scheduler.
func scheduled(p *check.Pass, fn inspector.Cursor) (catalog.Work, bool) {
	uses := []ast.Node{fn.Node()}
	if decl, ok := fn.Node().(*ast.FuncDecl); ok {
		uses = nil
		if obj, ok := p.TypesInfo.Defs[decl.Name].(*types.Func); ok {
			for _, id := range astindex.Of(p.Pass).Values[obj] {
				uses = append(uses, id)
			}
		}
	}
	for _, use := range uses {
		cur, ok := syntax.CursorOf(p, use)
		if !ok {
			continue
		}
		if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == use {
			cur = cur.Parent()
		}
		call, ok := cur.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun == cur.Node() {
			continue
		}
		if work, ok := catalog.Schedulers[callmatch.CalleeName(p.TypesInfo, call)]; ok {
			return work, true
		}
	}
	return catalog.Work{}, false
}

func signatureOf(p *check.Pass, fn inspector.Cursor) *types.Signature {
	switch n := fn.Node().(type) {
	case *ast.FuncLit:
		sig, _ := p.TypesInfo.TypeOf(n).(*types.Signature)
		return sig
	case *ast.FuncDecl:
		if obj, ok := p.TypesInfo.Defs[n.Name].(*types.Func); ok {
			return obj.Signature()
		}
	}
	return nil
}
