package backgroundinloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/loops"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// startsEndless reports a goroutine that runs a function of the package with a
// root context, when the end of that context is the only thing that ends it.
func startsEndless(p *check.Pass, root inspector.Cursor, s ctxflow.Sink) bool {
	decl := astindex.Of(p.Pass).Decls[s.Fn]
	if s.Fn == nil || decl == nil || decl.Body == nil || s.Limit.Set || s.Arg >= s.Fn.Signature().Params().Len() {
		return false
	}
	at, ok := startedAt(p, s.Call)
	if _, why := intent.Wanted(p, root, s.Call); !ok || why {
		return false
	}
	loop := loopUntil(p, decl.Body, s.Fn.Signature().Params().At(s.Arg))
	if loop == nil {
		return false
	}
	call := s.Call.Node().(*ast.CallExpr)
	var doubts []check.Doubt
	if loops.Initializes(astindex.DeclAround(root)) {
		doubts = append(doubts, check.Doubting(verdict.Lifetime, at))
	}
	p.Report(check.Finding{
		At: root.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("no shutdown can stop %s, started at %s: it loops until its context is done, and %s is never done",
			p.Name(call.Fun), p.Where(at, root.Node().Pos()), p.Source(root.Node())),
		Trace:  []check.Hop{{Pos: at, Message: "started here"}, {Pos: loop.Pos(), Message: "loops here until the context is done"}},
		Doubts: doubts,
		Fix:    fixLoop(p, root, s.Call),
	})
	return true
}

// startedAt returns where the goroutine begins that the call at cur is all of, or
// that a literal around it begins.
func startedAt(p *check.Pass, cur inspector.Cursor) (token.Pos, bool) {
	if g, ok := cur.Parent().Node().(*ast.GoStmt); ok {
		return g.Pos(), true
	}
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return token.NoPos, false
	}
	if _, isLit := fn.Node().(*ast.FuncLit); !isLit {
		return token.NoPos, false
	}
	start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn.Node())
	if !ok {
		return token.NoPos, false
	}
	return start.Node.Pos(), true
}

// loopUntil returns a loop of body that the end of the context ctx leaves, and
// nothing else does; nil if there is none.
func loopUntil(p *check.Pass, body *ast.BlockStmt, ctx *types.Var) ast.Stmt {
	for _, stmt := range body.List {
		loop, ok := stmt.(*ast.ForStmt)
		if !ok || loop.Cond != nil {
			continue
		}
		e := &loops.Exits{P: p, Ctx: ctx}
		e.Visit(loop.Body, 0)
		if e.ByContext && !e.Otherwise {
			return loop
		}
	}
	return nil
}
