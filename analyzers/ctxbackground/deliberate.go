package ctxbackground

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// wanted returns where a comment gives the reason for the context of some work: beside
// the work, beside where the context is made, or in the function's documentation. A
// directive for contextcheck, which looks for the same, is one.
func wanted(p *check.Pass, cursors ...inspector.Cursor) (token.Pos, bool) {
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

// atTheEndOf returns where code at cur is shown to run when something ends, going by
// a defer statement or a name, and so may be right not to hang on a context of the work
// around it.
func atTheEndOf(p *check.Pass, cur inspector.Cursor) (token.Pos, bool) {
	for c := range cur.Enclosing() {
		name := ""
		switch n := c.Node().(type) {
		case *ast.DeferStmt:
			return n.Pos(), true
		case *ast.FuncLit:
			name = literalName(p, c)
		case *ast.FuncDecl:
			name = n.Name.Name
		}
		if name != "" && atTheEnd(name) {
			return c.Node().Pos(), true
		}
	}
	return token.NoPos, false
}

// inGoroutine reports whether code at cur runs in a goroutine that the function
// around it starts, and so may outlive that function.
func inGoroutine(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.GoStmt)(nil)) {
		return true
	}
	return false
}

// literalName returns what a function literal is known by: the field or variable
// it is assigned to, or the function it is given to.
func literalName(p *check.Pass, lit inspector.Cursor) string {
	switch parent := lit.Parent().Node().(type) {
	case *ast.CallExpr:
		if fn := callmatch.Callee(p.TypesInfo, parent); fn != nil && parent.Fun != lit.Node() {
			return fn.Name()
		}
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok {
			return key.Name
		}
	case *ast.AssignStmt:
		if i := slices.Index(parent.Rhs, ast.Expr(lit.Node().(*ast.FuncLit))); i >= 0 && i < len(parent.Lhs) {
			switch lhs := parent.Lhs[i].(type) {
			case *ast.Ident:
				return lhs.Name
			case *ast.SelectorExpr:
				return lhs.Sel.Name
			}
		}
	}
	return ""
}

// kept reports whether the work is known to use its context after it has returned. Of
// what only its result keeps, nothing is left when the result is used up at once:
//
//	s.users.Find(ctx, id).Decode(&user)
func kept(p *check.Pass, s sink) bool {
	uses := ctxuse.Of(p.Pass)
	return uses.Kept(s.fn, s.arg) && !(usedUp(s.call) && uses.InResult(s.fn, s.arg))
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

// livesOn returns the doubt that a call makes or starts what lives on with its context,
// nil if it does not look so. Of a function whose body is known nothing is to be
// guessed: what it keeps has been found.
func livesOn(p *check.Pass, s sink) *verdict.Doubt {
	if s.fn == nil {
		return verdict.UnknownCallee
	}
	decl := astindex.Of(p.Pass).Decls[s.fn.Origin()]
	switch starts, runs := startsSomething(s.fn.Name()), runsSomething(s.fn.Name()); {
	case constructs(s.fn) || starts && decl == nil:
		return verdict.Deliberate
	case starts:
		return verdict.Convention
	case runs && decl == nil:
		return verdict.UnknownCallee
	}
	return nil
}

// startsSomething reports whether a function of that name starts what outlives it.
func startsSomething(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool { return catalog.LifetimeWords[w] && !catalog.BlockingWords[w] })
}

// runsSomething reports whether a function of that name starts what outlives it, or is
// that itself.
func runsSomething(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool { return catalog.BlockingWords[w] })
}
