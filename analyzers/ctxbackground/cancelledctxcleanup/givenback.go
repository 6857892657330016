package cancelledctxcleanup

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// takenWith returns the call that has acquired, with the context of the caller, what the
// call at cur releases with it, deferred or after the work; nil if there is none, or if it
// has no effect outside the process:
//
//	if err := m.locks.Lock(ctx, name); err != nil {
//		return err
//	}
//	defer m.locks.Unlock(ctx, name)
func takenWith(p *check.Pass, cur inspector.Cursor, fn *types.Func) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	if !ctxflow.Reaches(p, fn, 3) {
		return nil
	}
	same := func(other *ast.CallExpr) bool { return sameThing(p, call, other) }
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		same = func(other *ast.CallExpr) bool { return sameSubject(p, cur, sel.X, other) }
	}
	return taker(p, cur, func(other *ast.CallExpr) bool {
		name := callmatch.Callee(p.TypesInfo, other)
		return name != nil && catalog.TakesFor(fn.Name(), name.Name()) && same(other)
	})
}

// sameThing reports whether a call is given something that the call of a function is given as
// well, apart from the context, or is a method of it:
//
//	ok, err := db.SetNX(ctx, key, owner)
//	defer unlock(ctx, db, key)
func sameThing(p *check.Pass, call, other *ast.CallExpr) bool {
	given := other.Args[1:]
	if sel, ok := ast.Unparen(other.Fun).(*ast.SelectorExpr); ok {
		given = append(slices.Clone(given), sel.X)
	}
	return slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool {
		path := ctxend.Path(p.TypesInfo, arg)
		return path != "" && slices.ContainsFunc(given, func(expr ast.Expr) bool { return ctxend.Path(p.TypesInfo, expr) == path })
	})
}

// sameSubject reports whether a call is of a method of what expr denotes, or of a part of that,
// or has given it:
//
//	lock, err := client.Obtain(ctx, key)
//	defer lock.Release(ctx)
func sameSubject(p *check.Pass, cur inspector.Cursor, expr ast.Expr, other *ast.CallExpr) bool {
	path := ctxend.Path(p.TypesInfo, expr)
	if path == "" {
		return false
	}
	if sel, ok := ast.Unparen(other.Fun).(*ast.SelectorExpr); ok && strings.HasPrefix(ctxend.Path(p.TypesInfo, sel.X)+".", path+".") {
		return true
	}
	r := &ctxend.Region{P: p, Scope: astindex.DeclAround(cur)}
	return r.Value(expr) == ast.Expr(other)
}

// lockedWith returns the statement that has locked what the one at cur unlocks.
//
//	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
func lockedWith(p *check.Pass, cur inspector.Cursor) *ast.CallExpr {
	text := strings.ToLower(sqlOf(p, cur.Node().(*ast.CallExpr)))
	for unlock, lock := range catalog.LockStatements {
		if strings.Contains(text, unlock) {
			return taker(p, cur, func(other *ast.CallExpr) bool { return strings.Contains(strings.ToLower(sqlOf(p, other)), lock) })
		}
	}
	return nil
}

// sqlOf returns the constant that a call is passed after its context.
func sqlOf(p *check.Pass, call *ast.CallExpr) string {
	if len(call.Args) < 2 {
		return ""
	}
	value := p.TypesInfo.Types[call.Args[1]].Value
	if value == nil || value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(value)
}

// taker returns the call before the one at cur that is given the same context, which the
// caller may end before cur runs, and for which match is true.
func taker(p *check.Pass, cur inspector.Cursor, match func(*ast.CallExpr) bool) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	around, deferred := deferredIn(cur)
	if !deferred {
		var ok bool
		if around, ok = astindex.FuncAround(cur); !ok {
			return nil
		}
	}
	given := ctxend.RootVar(p, call.Args[0])
	if _, ok := syntax.GivenTo(p, around, given); !ok || ctxscope.AlwaysRoot(p.Pass, cur, given) {
		return nil
	}
	path := ctxend.Path(p.TypesInfo, call.Args[0])
	gets := func(other *ast.CallExpr) bool {
		return other.Pos() < call.Pos() && len(other.Args) > 0 && ctxend.Path(p.TypesInfo, other.Args[0]) == path
	}
	for c := range around.Preorder((*ast.CallExpr)(nil)) {
		other := c.Node().(*ast.CallExpr)
		if gets(other) && match(other) && (deferred || worksBetween(p, around, other, gets)) {
			return other
		}
	}
	return nil
}

// worksBetween reports whether something else is passed the context after taken: work that
// returns when the context ends.
func worksBetween(p *check.Pass, around inspector.Cursor, taken *ast.CallExpr, gets func(*ast.CallExpr) bool) bool {
	for c := range around.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.Pos() > taken.End() && gets(call) && !ctxflow.MakesContext(p, call) {
			return true
		}
	}
	return false
}

// deferredIn returns the function that defers the call at cur, itself or in a literal.
func deferredIn(cur inspector.Cursor) (inspector.Cursor, bool) {
	for d := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		return astindex.FuncAround(d)
	}
	return cur, false
}

func deferredWord(cur inspector.Cursor) string {
	if _, ok := deferredIn(cur); ok {
		return "deferred "
	}
	return ""
}

func reportGivenBack(p *check.Pass, cur inspector.Cursor, taken *ast.CallExpr) {
	call := cur.Node().(*ast.CallExpr)
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(call.Args[0], p.Source(call.Args[0]), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: call.Args[0],
		Message: fmt.Sprintf("what %[3]s (%[4]s) acquires may never be released: %[5]s%[1]s is passed %[2]s, which the caller may have canceled before it runs",
			p.Name(call.Fun), p.Source(call.Args[0]), p.Name(taken.Fun), p.Where(taken.Pos(), call.Pos()), deferredWord(cur)),
		Trace:  []check.Hop{{Pos: taken.Pos(), Message: "acquired here, with the same context"}},
		Doubts: []check.Doubt{check.Doubting(verdict.HandedIn, taken.Args[0].Pos())},
		Fix:    fixCleanup(p, cur),
	})
}
