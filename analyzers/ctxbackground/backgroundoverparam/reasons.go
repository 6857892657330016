package backgroundoverparam

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/loops"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// rootDoubts are what speaks against a root context that is made at root, whatever gets
// it.
func rootDoubts(p *check.Pass, root inspector.Cursor, given *ctxscope.Source) (list []check.Doubt) {
	if pos, ok := intent.AtTheEndOf(p, root); ok {
		list = append(list, check.Doubting(verdict.Deliberate, pos))
	}
	if toldOfFailure(p, root) || besideAnother(p, root) {
		list = append(list, check.Doubting(verdict.Deliberate, root.Node().Pos()))
	}
	if at := forAll(p, root); at.IsValid() {
		list = append(list, check.Doubting(verdict.Deliberate, at))
	}
	if pos, ok := saysOwn(p, root); ok {
		list = append(list, check.Doubting(verdict.Deliberate, pos))
	}
	if catalog.CommandCarriers[callmatch.TypeName(given.Var.Type())] && !runsWithContext(p) {
		list = append(list, check.Doubting(verdict.ByHand, given.Var.Pos()))
	}
	for fn := range root.Enclosing((*ast.FuncDecl)(nil)) {
		if name := fn.Node().(*ast.FuncDecl).Name; intent.StartsSomething(name.Name) {
			list = append(list, check.Doubting(verdict.Bootstrap, name.Pos()))
		}
	}
	return list
}

// saysOwn returns the comment in the function around cur that says why its work has a
// context of its own, wherever it stands.
func saysOwn(p *check.Pass, cur inspector.Cursor) (token.Pos, bool) {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn := decl.Node()
		for _, group := range astindex.FileOf(cur).Comments {
			if fn.Pos() < group.Pos() && group.End() < fn.End() && check.Says(group, ownContext...) && check.Says(group, connectives...) {
				return group.Pos(), true
			}
		}
	}
	return token.NoPos, false
}

// Phrases of a comment that speaks of a context of its own, and words that lead to the
// reason.
var (
	ownContext = []string{
		"background context", "background ctx", "detached context", "detached ctx", "separate context", "fresh context", "new context",
		"independent context", "its own context", "own ctx",
	}
	connectives = []string{"so that", "because", "since", "otherwise", "or else"}
)

// runsWithContext reports whether the package gives its commands a context. That of
// others never ends.
func runsWithContext(p *check.Pass) bool {
	return len(ctxflow.Calls(p, func(name string) bool { return catalog.CommandRunners[name] })) > 0
}

// brief is how long work may keep running after its caller has left without harm.
const brief = 5 * time.Second

// sinkDoubts are reasons why a piece of work may have to outlast the caller of the
// function that does it.
func sinkDoubts(p *check.Pass, root inspector.Cursor, s ctxflow.Sink, given *ctxscope.Source) (list []check.Doubt) {
	at := s.Call.Node().Pos()
	add := func(d *verdict.Doubt, pos token.Pos) { list = append(list, check.Doubting(d, pos)) }
	fn, _ := astindex.FuncAround(root)
	if d := intent.LivesOn(p, s); d != nil {
		add(d, at)
	}
	if s.Limit.Set && 0 < s.Limit.D && s.Limit.D <= brief && !repeated(p, s, given) {
		add(verdict.Brief, at)
	}
	if s.Fn != nil && ctxflow.OfModule(p, s.Fn) && ctxuse.Of(p.Pass).Bounded(s.Fn, s.Arg) {
		add(verdict.UnknownLimit, at) // of the callee
	}
	if pos, ok := intent.AtTheEndOf(p, s.Call); ok {
		add(verdict.Deliberate, pos)
	}
	if s.Fn != nil && intent.AtTheEnd(s.Fn.Name()) || committed(p, s.Call) || writtenDown(p, fn, s, given) || undoes(p, s) || failedUnder(p, s.Call) ||
		changes(p, s.Fn) && !isTODO(p, root) && (s.Limit.Set || worksWithGiven(p, fn, s, given)) {
		add(verdict.Deliberate, at)
	}
	return list
}

// repeated reports whether a loop does the work, and does not ask whether the context in scope has ended: its
// iterations take longer together than one of them.
func repeated(p *check.Pass, s ctxflow.Sink, given *ctxscope.Source) bool {
	for c := range s.Call.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		body := astindex.LoopBody(c.Node())
		if body == nil {
			return false
		}
		exits := loops.Exits{P: p, Ctx: given.Var}
		if exits.Visit(body, 0); !exits.ByContext {
			return true
		}
	}
	return false
}

// isTODO reports whether a root context is one that is still to be chosen.
func isTODO(p *check.Pass, root inspector.Cursor) bool {
	return callmatch.CalleeName(p.TypesInfo, root.Node().(*ast.CallExpr)) == "context.TODO"
}

// worksWithGiven reports whether a function passes the context in scope to other work than
// s: the different contexts are intended.
func worksWithGiven(p *check.Pass, fn inspector.Cursor, s ctxflow.Sink, given *ctxscope.Source) bool {
	uses := ctxuse.Of(p.Pass)
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return p.Source(arg) == given.Expr })
		if i >= 0 && c != s.Call && !uses.IdleCall(call, i) {
			return true
		}
	}
	return false
}

// besideAnother reports whether the call that gets the root context gets another one, too:
// the two are for different purposes.
func besideAnother(p *check.Pass, root inspector.Cursor) bool {
	call, ok := root.Parent().Node().(*ast.CallExpr)
	return ok && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return arg != root.Node() && ctxscope.IsContext(p.TypesInfo.TypeOf(arg))
	})
}

// changes reports whether a function changes what outlives the process: one of another
// module if the catalog says so; one of the module itself going by its name, or because it
// calls what does and returns nothing but an error.
func changes(p *check.Pass, fn *types.Func) bool {
	if fn == nil || !ctxflow.OfModule(p, fn) {
		return fn != nil && catalog.ForeignChanges[callmatch.Name(fn)]
	}
	tells := slices.ContainsFunc(slices.Collect(fn.Signature().Results().Variables()), func(v *types.Var) bool {
		return !callmatch.IsError(v.Type())
	})
	return catalog.ChangesWhatLasts(fn.Name()) || !tells && lasting.Of(p.Pass).Changes(fn)
}
