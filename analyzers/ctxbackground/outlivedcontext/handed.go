package outlivedcontext

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// handsToGoroutine reports a context that ends when the function returns, and that a function of
// another package works with in a goroutine; or with which a method of the module starts a goroutine that its
// receiver is to end:
//
//	func (u *ui) add(w http.ResponseWriter, r *http.Request) {
//		u.poller.Add(r.Context(), r.FormValue("feed"))
//		w.WriteHeader(http.StatusCreated) // the poll loop ends after this
//	}
func handsToGoroutine(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	callee := callmatch.Callee(p.TypesInfo, call)
	fn, ok := astindex.FuncAround(cur)
	if !ok || callee == nil || !ctxflow.OfModule(p, callee) {
		return
	}
	for i, arg := range call.Args {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) {
			continue
		}
		works, owned := ctxuse.Of(p.Pass).Outlived(callee, i), ctxuse.Of(p.Pass).Owned(callee, i)
		if !works && !owned || works && callee.Pkg() == p.Pkg { // that is reported at the goroutine
			continue
		}
		at := syntax.CursorAt(cur, arg)
		end := endsBehind(p, fn, at)
		if end == nil {
			continue
		}
		if pos, ok := intent.Wanted(p, at); ok {
			p.Safe(arg, p.Source(arg), verdict.Wanted, pos)
			continue
		}
		if pos := waitsBehind(p, end.fn, at, end.pos); pos.IsValid() {
			p.Safe(arg, p.Source(arg), verdict.Joined, pos)
			continue
		}
		message := "what %s leaves to another goroutine is interrupted: it works with %s, which is canceled when %s"
		var doubts []check.Doubt
		if !works {
			message = "the goroutine that %s starts ends too early: %s is canceled when %s"
			doubts = continues(p, end.fn, at)
		}
		p.Report(check.Finding{
			At:      arg,
			Message: fmt.Sprintf(message, p.Name(call.Fun), p.Source(arg), end.how),
			Trace:   []check.Hop{{Pos: end.pos, Message: "the context is made or canceled here"}},
			Doubts:  doubts,
			Fix:     fixWithoutCancel(p, arg),
		})
	}
}

// continues returns the doubt that the function serves on after the call at cur: it loops, or calls a function
// of the module that does not get what it answers with.
func continues(p *check.Pass, fn, cur inspector.Cursor) []check.Doubt {
	for other := range fn.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CallExpr)(nil)) {
		if other.Node().Pos() < cur.Node().End() || otherCase(cur, other) {
			continue
		}
		call, ok := other.Node().(*ast.CallExpr)
		if !ok || ownWork(p, call) && !answersWith(p, call) {
			return []check.Doubt{check.Doubting(verdict.MayWait, other.Node().Pos())}
		}
	}
	return nil
}

// ownWork reports whether a call is of a function of the module, or of one that is not known.
func ownWork(p *check.Pass, call *ast.CallExpr) bool {
	if fn := callmatch.Callee(p.TypesInfo, call); fn != nil {
		return ctxflow.OfModule(p, fn)
	}
	tv := p.TypesInfo.Types[call.Fun]
	return tv.IsValue() && !tv.IsBuiltin()
}

// answersWith reports whether a call is passed what a handler answers with.
func answersWith(p *check.Pass, call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		name := callmatch.TypeName(p.TypesInfo.TypeOf(arg))
		return name == "net/http.ResponseWriter" || name != "net/http.Request" && catalog.ContextCarriers[name] != ""
	})
}
