// Package intent finds what shows that a context is chosen by design.
package intent

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// Wanted returns where a comment gives the reason for the context of some work: beside
// the work, beside where the context is made, or in the function's documentation. A
// directive for contextcheck, which looks for the same, is one.
func Wanted(p *check.Pass, cursors ...inspector.Cursor) (token.Pos, bool) {
	for _, cur := range cursors {
		if pos, ok := p.Wanted(cur.Node(), "contextcheck"); ok {
			return pos, true
		}
		for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			if pos, ok := p.Wanted(decl.Node(), "contextcheck"); ok {
				return pos, true
			}
		}
	}
	return token.NoPos, false
}

// Kept reports whether the work is known to use its context after it has returned. A
// context that only its result keeps is not kept if the result is consumed immediately:
//
//	s.users.Find(ctx, id).Decode(&user)
func Kept(p *check.Pass, s ctxflow.Sink) bool {
	uses := ctxuse.Of(p.Pass)
	return uses.Kept(s.Fn, s.Arg) && !(usedUp(s.Call) && uses.InResult(s.Fn, s.Arg))
}

// usedUp reports whether a method of a call's result is called in the same expression.
func usedUp(call inspector.Cursor) bool {
	sel, ok := call.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return false
	}
	method, ok := call.Parent().Parent().Node().(*ast.CallExpr)
	return ok && method.Fun == ast.Expr(sel)
}

// LivesOn returns the doubt that a call makes or starts something that depends on its
// context after the call, nil if it does not look so. For a function whose body is known
// nothing is guessed: what it keeps has been found.
func LivesOn(p *check.Pass, s ctxflow.Sink) *verdict.Doubt {
	if s.Fn == nil {
		return verdict.UnknownCallee
	}
	decl := astindex.Of(p.Pass).Decls[s.Fn.Origin()]
	switch starts, runs := StartsSomething(s.Fn.Name()), runsSomething(s.Fn.Name()); {
	case Constructs(s.Fn) || starts && decl == nil:
		return verdict.Deliberate
	case starts:
		return verdict.Convention
	case runs && decl == nil:
		return verdict.UnknownCallee
	}
	return nil
}

// StartsSomething reports whether a function of that name starts what outlives it.
func StartsSomething(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool { return catalog.LifetimeWords[w] && !catalog.BlockingWords[w] })
}

// runsSomething reports whether a function of that name starts what outlives it, or is
// that itself.
func runsSomething(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool { return catalog.BlockingWords[w] })
}

// Left returns what doubts leave of a confidence.
func Left(doubts []check.Doubt) verdict.Confidence {
	return verdict.Lower(verdict.High, verdict.Kinds(doubts))
}

// EndsSomething reports whether fn is a function that cleans up, going by the
// first word of its name.
func EndsSomething(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	w := catalog.Words(fn.Name())
	if len(w) == 2 && slices.Contains([]string{"force", "graceful", "try", "do"}, w[0]) {
		w = w[1:]
	}
	return catalog.CleanupWords[w[0]]
}
