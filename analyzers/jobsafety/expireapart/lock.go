package expireapart

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// lockWithoutExpiry reports a lock that has no expiry, and that its function releases:
//
//	ok, err := kv.SetNX(ctx, key, owner, 0)
//	…
//	defer kv.Del(ctx, key)
//
// A key that nothing deletes is no lock, but may be there to stay; one that gets its expiry later is
// judged by [together].
func lockWithoutExpiry(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || !catalog.ClaimNames[fn.Name()] || fn.Signature().Recv() == nil || p.Quiet(call.Pos()) {
		return
	}
	key, zero := keyOf(p, call), zeroExpiry(p, call)
	if key == nil || zero == nil {
		return
	}
	release := callWith(p, cur, key, catalog.ReleaseWords)
	if release == nil {
		release = scriptOver(p, cur, key)
	}
	if release == nil || callWith(p, cur, key, catalog.ExpireWords) != nil {
		return
	}
	if pos, ok := p.Wanted(call); ok {
		p.Safe(call, p.Source(key), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("the lock %s is never released when the process ends before %s (%s): %s sets no expiry",
			p.Source(key), p.Source(release.Fun), p.Where(release.Pos(), call.Pos()), p.Source(call.Fun)),
		Trace: []check.Hop{{Pos: release.Pos(), Message: "it is released here"}},
	})
}

// keyOf returns the first argument of a call that is a text.
func keyOf(p *check.Pass, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if basic, ok := p.TypesInfo.TypeOf(arg).Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
			return arg
		}
	}
	return nil
}

// zeroExpiry returns the argument of a call that is the constant duration 0.
func zeroExpiry(p *check.Pass, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		tv := p.TypesInfo.Types[arg]
		if callmatch.TypeName(tv.Type) == "time.Duration" && tv.Value != nil && constant.Sign(tv.Value) == 0 {
			return arg
		}
	}
	return nil
}

// callWith returns a call after the one at cur that gets the key, and whose name begins with one of
// the words.
func callWith(p *check.Pass, cur inspector.Cursor, key ast.Expr, words map[string]bool) *ast.CallExpr {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range decl.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			fn := callmatch.Callee(p.TypesInfo, call)
			if fn == nil || call.Pos() < cur.Node().End() || !words[catalog.Words(fn.Name())[0]] {
				continue
			}
			for _, arg := range call.Args {
				if callmatch.SameValue(p.TypesInfo, arg, key) {
					return call
				}
			}
		}
	}
	return nil
}

// scriptOver returns the call after the one at cur that runs a script over the key: that of a lock compares its owner,
// and deletes it.
//
//	defer unlock.Run(ctx, rdb, []string{key}, owner)
func scriptOver(p *check.Pass, cur inspector.Cursor, key ast.Expr) *ast.CallExpr {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range decl.Preorder((*ast.CompositeLit)(nil)) {
			call, ok := c.Parent().Node().(*ast.CallExpr)
			if !ok || call.Pos() < cur.Node().End() || !catalog.RedisScripts[callmatch.CalleeName(p.TypesInfo, call)] {
				continue
			}
			if slices.ContainsFunc(c.Node().(*ast.CompositeLit).Elts, func(elt ast.Expr) bool { return callmatch.SameValue(p.TypesInfo, elt, key) }) {
				return call
			}
		}
	}
	return nil
}
