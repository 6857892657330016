package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// sendsPooled reports an object that the server uses again for the next request, and that a handler
// sends to another goroutine without waiting for it:
//
//	func (h *hooks) receive(c *gin.Context) {
//		h.queue <- c
//		c.Status(http.StatusAccepted)
//	}
func sendsPooled(p *check.Pass, cur inspector.Cursor) {
	id, ok := cur.Node().(*ast.Ident)
	if !ok {
		return
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.ParamVar {
		return
	}
	row, pooled := catalog.PooledParams[callmatch.TypeName(v.Type())]
	fn, ok := astindex.FuncAround(cur)
	if !pooled || !ok || row.Only != "" {
		return
	}
	handler, given := syntax.GivenTo(p, fn, v)
	if !given || copied(p, handler, v, row.Copy) || replacedBy(p, handler, v) {
		return
	}
	if d := destinationOf(p, fn, cur); d == nil || d.way != sent {
		return
	}
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(id, id.Name, verdict.Wanted, pos)
		return
	}
	if pos := waitsBehind(p, handler, cur, handler.Node().Pos()); pos.IsValid() {
		p.Safe(id, id.Name, verdict.Joined, pos)
		return
	}
	u := &outliver{start: cur, fn: fn, end: &endBehind{expr: id, pos: v.Pos(), fn: handler}}
	var doubts []check.Doubt
	if pos := u.stays(p); pos.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.MayWait, pos))
	} else if _, assigns := localvar.Target(cur).(*ast.IndexExpr); assigns || calledHere(p, handler) {
		doubts = append(doubts, check.Doubting(verdict.MayWait, v.Pos())) // and take it out again
	}
	p.Report(check.Finding{
		At: id,
		Message: fmt.Sprintf("what receives %s may read or answer another request: the server reuses it when %s returns",
			id.Name, functionName(handler)),
		Trace:  []check.Hop{{Pos: v.Pos(), Message: "is given to the handler here"}},
		Doubts: doubts,
		Fix:    fixSent(p, id, row),
	})
}

// calledHere reports whether the package calls a handler by its name, and may wait then.
func calledHere(p *check.Pass, fn inspector.Cursor) bool {
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return false
	}
	callee, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	return len(astindex.Of(p.Pass).Calls[callee]) > 0
}

// replacedBy reports whether a function gives its parameter another value, such as a copy.
func replacedBy(p *check.Pass, fn inspector.Cursor, v *types.Var) bool {
	for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
		for _, lhs := range cur.Node().(*ast.AssignStmt).Lhs {
			if callmatch.Object(p.TypesInfo, lhs) == v {
				return true
			}
		}
	}
	return false
}

// fixSent sends a copy where the type has one.
func fixSent(p *check.Pass, id *ast.Ident, row catalog.Pooled) *edit.Fix {
	if row.Copy == "" {
		return nil
	}
	e := p.Edit(id.Pos())
	e.Insert(id.End(), "."+row.Copy+"()")
	return e.Fix("Send a copy of "+id.Name, "")
}
