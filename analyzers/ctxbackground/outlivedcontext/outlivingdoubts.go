package outlivedcontext

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// asksForEnd reports whether a goroutine waits for the end of a context itself.
func asksForEnd(p *check.Pass, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done"
		return !found
	})
	return found
}

// waits returns where the function waits for something after the start, or when it returns:
// for the goroutine, or for what ends it.
func (u *outliver) waits(p *check.Pass) token.Pos {
	for cur := range u.end.fn.Preorder((*ast.UnaryExpr)(nil), (*ast.SelectStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CallExpr)(nil)) {
		if waitsAt(p, cur.Node()) && (u.behind(cur) || u.deferred(cur)) {
			return cur.Node().Pos()
		}
	}
	return token.NoPos
}

func waitsAt(p *check.Pass, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.SelectStmt:
		return true
	case *ast.RangeStmt:
		_, ok := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
		return ok
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		return fn != nil && (catalog.Joins[callmatch.Name(fn)] || catalog.Words(fn.Name())[0] == "wait")
	}
	return false
}

// behind reports whether cur runs in the function itself, after the start or in a later
// iteration of a loop around it.
func (u *outliver) behind(cur inspector.Cursor) bool {
	if around, ok := astindex.FuncAround(cur); !ok || around != u.fn && around != u.end.fn {
		return false
	}
	if cur.Node().Pos() > u.start.Node().End() {
		return true
	}
	for loop := range u.start.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch loop.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return loop.Node().Pos() <= cur.Node().Pos() && cur.Node().End() <= loop.Node().End() && !u.start.Contains(cur)
		}
		break
	}
	return false
}

// deferred reports whether cur is part of what the function defers.
func (u *outliver) deferred(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		around, ok := astindex.FuncAround(c)
		return ok && (around == u.fn || around == u.end.fn)
	}
	return false
}

// doubts are what speaks against the finding.
func (u *outliver) doubts(p *check.Pass) (list []check.Doubt) {
	if u.end.starts {
		return nil
	}
	fn, at := callmatch.Callee(p.TypesInfo, u.calls[0].Node().(*ast.CallExpr)), u.calls[0].Node().Pos()
	if fn != nil && !slices.ContainsFunc(u.calls, func(c inspector.Cursor) bool {
		callee := callmatch.Callee(p.TypesInfo, c.Node().(*ast.CallExpr))
		return ctxflow.Reaches(p, callee, 3) || u.end.deferred && endless(p, callee)
	}) {
		list = append(list, check.Doubting(verdict.LocalWork, at))
	}
	if pos := u.stays(p); pos.IsValid() {
		list = append(list, check.Doubting(verdict.MayWait, pos))
	}
	if decl, ok := u.fn.Node().(*ast.FuncDecl); ok && decl.Recv == nil && decl.Name.Name == "main" {
		list = append(list, check.Doubting(verdict.Bootstrap, decl.Pos()))
	}
	if !u.end.deferred && u.end.caller == nil && !answers(p, u.end.fn) {
		list = append(list, check.Doubting(verdict.HandedIn, u.end.pos))
	}
	return list
}

// endless reports whether a function of the package has a loop that only the end of the
// context leaves: it is meant to last.
func endless(p *check.Pass, fn *types.Func) bool {
	if fn == nil {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || !asksForEnd(p, decl.Body) {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		found = found || ok && loop.Cond == nil
		return !found
	})
	return found
}

// stays returns a call after the start that may take as long as the goroutine does: it is
// passed a context, too, has the name of something that serves, or loops.
func (u *outliver) stays(p *check.Pass) token.Pos {
	for cur := range u.end.fn.Preorder((*ast.CallExpr)(nil), (*ast.ForStmt)(nil)) {
		if !u.behind(cur) {
			continue
		}
		call, ok := cur.Node().(*ast.CallExpr)
		if !ok {
			if cur.Node().(*ast.ForStmt).Cond == nil {
				return cur.Node().Pos()
			}
			continue
		}
		if kind, _ := cur.ParentEdge(); kind == edge.GoStmt_Call || kind == edge.DeferStmt_Call {
			continue
		}
		if mayTakeLong(p, call, 2) || u.end.deferred && !short(p, call) {
			return call.Pos()
		}
	}
	return token.NoPos
}

// mayTakeLong reports whether a call may return no sooner than the goroutine: by its name, or
// because it is given a context, as what waits for its end is. Functions of the package are
// looked into.
func mayTakeLong(p *check.Pass, call *ast.CallExpr, depth int) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || ctxuse.Of(p.Pass).IdleCall(call, 0) && len(call.Args) > 0 && ctxscope.IsContext(p.TypesInfo.TypeOf(call.Args[0])) {
		return false
	}
	if slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.BlockingWords[w] || catalog.StayWords[w] }) {
		return true
	}
	if !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) }) {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return !catalog.ShortPackages[pkgPath(fn)] && !catalog.BoundedPackages[pkgPath(fn)]
	}
	return lasts(p, decl.Body, depth-1)
}

// lasts reports whether a body waits for something, loops without a condition, or calls what
// may take long. What it starts in goroutines does not count.
func lasts(p *check.Pass, body *ast.BlockStmt, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.ForStmt:
			found = found || n.Cond == nil
		case *ast.CallExpr:
			found = found || mayTakeLong(p, n, depth)
		}
		found = found || waitsAt(p, n)
		return !found
	})
	return found
}

// short reports whether a call is one of the standard library, or a conversion or
// builtin, and none of those that may take long.
func short(p *check.Pass, call *ast.CallExpr) bool {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && catalog.ShortPackages[pkgPath(fn)]
}

func pkgPath(fn *types.Func) string {
	if fn.Pkg() == nil {
		return "" // error.Error
	}
	return fn.Pkg().Path()
}
