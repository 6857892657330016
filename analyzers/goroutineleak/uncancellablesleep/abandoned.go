package uncancellablesleep

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// reportAbandoned reports a goroutine that asks for something until it is so, and reports whether it does,
// where the function that waits for it may stop waiting:
//
//	go func() {
//		for !s.ready() {
//			time.Sleep(pause)
//		}
//		close(ok)
//	}()
//	select {
//	case <-ok:
//	case <-time.After(limit):
//		return errNotReady // and the goroutine asks forever
//	}
func reportAbandoned(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor) bool {
	lit, start := goroutineAround(cur)
	if lit == nil || len(loops) != 1 || !endsBySuccess(p, loops[0].Node()) || signalled(p, lit) {
		return false
	}
	fn, ok := astindex.FuncAround(start)
	if !ok {
		return false
	}
	told := toldBy(p, lit, fn)
	if told == nil {
		return false
	}
	left := abandons(p, fn, start.Node().End(), told)
	if left == nil {
		return false
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("goroutine started at %s is leaked when its starter stops waiting for it at %s: the loop at line %d ends only when it succeeds",
			p.Where(start.Node().Pos(), call.Pos()), p.Where(left.Pos(), call.Pos()), p.Line(loops[0].Node().Pos())),
		Trace: []check.Hop{{Pos: left.Pos(), Message: "stops waiting here"}},
	})
	return true
}

// goroutineAround returns the literal around cur that a go statement starts, and the statement; nil if there is
// none.
func goroutineAround(cur inspector.Cursor) (*ast.FuncLit, inspector.Cursor) {
	for c := range cur.Enclosing((*ast.FuncLit)(nil)) {
		call, ok := c.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != c.Node() {
			return nil, cur
		}
		if _, ok := c.Parent().Parent().Node().(*ast.GoStmt); ok {
			return c.Node().(*ast.FuncLit), c.Parent().Parent()
		}
		return nil, cur
	}
	return nil, cur
}

// endsBySuccess reports whether a loop ends by what a call returns alone: it counts nothing, and does not look
// at the time.
func endsBySuccess(p *check.Pass, n ast.Node) bool {
	loop, ok := n.(*ast.ForStmt)
	if !ok || loop.Init != nil || loop.Post != nil {
		return false
	}
	asks, counts := loop.Cond == nil, false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			asks = asks || loop.Cond != nil && n.Pos() < loop.Cond.End()
			counts = counts || fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() != "Sleep"
		case *ast.IncDecStmt:
			counts = true
		}
		return true
	})
	return asks && !counts
}

// signalled reports whether a literal uses a context, reads a flag, or receives anything.
func signalled(p *check.Pass, lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := p.TypesInfo.Uses[n].(*types.Var)
			found = found || ok && (ctxscope.IsContext(v.Type()) || isFlag(v, lit))
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SelectStmt:
			found = true
		}
		return !found
	})
	return found
}

// toldBy returns the channel of the function around by which a goroutine tells that it has succeeded, nil if
// there is none.
func toldBy(p *check.Pass, lit *ast.FuncLit, fn inspector.Cursor) (told *types.Var) {
	note := func(expr ast.Expr) {
		id, ok := ast.Unparen(expr).(*ast.Ident)
		if !ok {
			return
		}
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if ok && v.Pos() > fn.Node().Pos() && v.Pos() < lit.Pos() {
			told = v
		}
	}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			note(n.Chan)
		case *ast.CallExpr:
			if callmatch.IsBuiltin(p.TypesInfo, n, "close") {
				note(n.Args[0])
			}
		}
		return true
	})
	return told
}

// isFlag reports whether a variable is a flag from outside of a literal.
func isFlag(v *types.Var, lit *ast.FuncLit) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	named := callmatch.Named(v.Type())
	return ok && b.Info()&types.IsBoolean != 0 && (v.IsField() || v.Pos() < lit.Pos()) ||
		named != nil && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync/atomic"
}
