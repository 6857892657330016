package nosignalhandling

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runWorkers reports
//
//	func main() {
//		err := w.Run(context.Background()) // loops until its context ends
//		…
//	}
//
//	defer s.Stop()
//	select {}
//
// in a program that does not serve, and in which nothing handles the signal: the work is made to be
// stopped, and nothing stops it.
func runWorkers(p *check.Pass) {
	main, known := syntax.MainFunc(p), signals.Of(p.Pass)
	if main == nil || known.Handled() || known.MayServe() || known.Decl(main) == nil {
		return
	}
	for _, decl := range serving.InPlace(p, known.Decl(main)) {
		forever := blocksForever(p, decl.Body)
		if forever == nil {
			if loop := loopsForever(p, decl); loop != nil && !p.Quiet(loop.Pos()) && reportForever(p, decl, loop) {
				return
			}
		}
		if forever != nil && !p.Quiet(forever.Pos()) && reportForever(p, decl, forever) {
			return
		}
		if call := loopCall(p, decl, forever != nil); call != nil && !p.Quiet(call.Pos()) {
			reportLoop(p, decl, call)
			return
		}
	}
}

// blocksForever returns the statement of a body that blocks until the process ends: an empty select,
// or a receive from a channel that nothing else has.
func blocksForever(p *check.Pass, body *ast.BlockStmt) (found ast.Stmt) {
	syntax.InOwn(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.SelectStmt:
			if len(n.Body.List) == 0 {
				found = n
			}
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(n.X).(*ast.UnaryExpr)
			if ok && recv.Op == token.ARROW && unshared(p, body, recv.X) {
				found = n
			}
		}
	})
	return found
}

// unshared reports whether an expression is a channel that is made in a body, and received from once.
func unshared(p *check.Pass, body *ast.BlockStmt, expr ast.Expr) bool {
	made := ast.Unparen(expr)
	if id, ok := made.(*ast.Ident); ok {
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || len(astindex.Of(p.Pass).Uses[v]) != 1 {
			return false
		}
		made = localvar.Value(p.TypesInfo, body, v)
	}
	call, ok := made.(*ast.CallExpr)
	return ok && callmatch.IsBuiltin(p.TypesInfo, call, "make")
}

// reportForever reports deferred calls that nothing reaches, and whether there are any.
func reportForever(p *check.Pass, decl *ast.FuncDecl, forever ast.Stmt) bool {
	var worst *loss.Loss
	syntax.InOwn(decl.Body, func(n ast.Node) {
		stmt, ok := n.(*ast.DeferStmt)
		if !ok || stmt.Pos() > forever.Pos() {
			return
		}
		if l := loss.Missed(p, stmt, nil); l != nil && (worst == nil || l.WorseThan(worst)) {
			worst = l
		}
	})
	if worst == nil {
		return false
	}
	doubts := worst.Doubts
	if fn := callmatch.Callee(p.TypesInfo, worst.Named()); fn != nil && slices.ContainsFunc(catalog.Words(fn.Name()), catalog.EndsWork) {
		doubts = nil
	}
	f := check.Finding{
		At: forever,
		Message: fmt.Sprintf("deferred %s at %s never runs: %s blocks until SIGTERM kills the program, and nothing handles the signal",
			p.Source(worst.Named().Fun), p.Where(worst.Named().Pos(), forever.Pos()), decl.Name.Name),
		Trace:  []check.Hop{{Pos: worst.Call.Pos(), Message: "deferred here"}},
		Doubts: doubts,
	}
	if loop := head(forever); loop != nil {
		f.At, f.Fix = loop, fixContext(p, decl, forever)
		f.Message = fmt.Sprintf("deferred %s at %s does not run when SIGTERM ends the program: %s loops until then, and nothing handles the signal",
			p.Source(worst.Named().Fun), p.Where(worst.Named().Pos(), forever.Pos()), decl.Name.Name)
	}
	p.Report(f)
	return true
}

// loopCall returns the call of a function that loops until its context ends, with a context that
// nothing ends, nil if there is none; where the function blocks forever, also that of a goroutine.
func loopCall(p *check.Pass, decl *ast.FuncDecl, forever bool) (found *ast.CallExpr) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.GoStmt:
			return forever && found == nil
		case *ast.CallExpr:
			arg, ok := ctxloop.Of(p.Pass).Context(callmatch.Callee(p.TypesInfo, n))
			if ok && arg < len(n.Args) && found == nil && endless(p, decl, n.Args[arg]) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// endless reports whether nothing ends a context before the function returns: it is that of
// context.Background, or derived from it and only canceled by a deferred call.
func endless(p *check.Pass, decl *ast.FuncDecl, expr ast.Expr) bool {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return false
		}
		if expr = localvar.Value(p.TypesInfo, decl, v); expr == nil {
			return false
		}
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	if catalog.ContextRoots[name] {
		return true
	}
	return (name == "context.WithValue" || catalog.ContextEnds[name] == "cancel" && onlyDeferred(p, decl, call)) && endless(p, decl, call.Args[0])
}

// onlyDeferred reports whether the cancel function that a call returns is only deferred.
func onlyDeferred(p *check.Pass, decl *ast.FuncDecl, call *ast.CallExpr) bool {
	only := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 2 || ast.Unparen(assign.Rhs[0]) != call {
			return true
		}
		id, ok := assign.Lhs[1].(*ast.Ident)
		if !ok {
			only = false
			return true
		}
		v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
		only = id.Name == "_" || v != nil && !slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(use *ast.Ident) bool { return !deferred(p, use) })
		return true
	})
	return only
}

// deferred reports whether a use of a variable is in a defer statement of its function.
func deferred(p *check.Pass, use *ast.Ident) bool {
	cur, ok := syntax.CursorOf(p, use)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.DeferStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, is := c.Node().(*ast.DeferStmt)
		return is
	}
	return false
}

func reportLoop(p *check.Pass, decl *ast.FuncDecl, call *ast.CallExpr) {
	var doubts []check.Doubt
	if !lasting.Of(p.Pass).Any() && !defers(decl.Body) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, call.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("SIGTERM interrupts the work of %s at any point: it returns when its context ends, and nothing ends that, as nothing handles the signal",
			p.Source(call.Fun)),
		Doubts: doubts,
		Fix:    fixLoop(p, call),
	})
}

// fixLoop passes a call of main a context that the signals end.
func fixLoop(p *check.Pass, call *ast.CallExpr) *edit.Fix {
	arg, _ := ctxloop.Of(p.Pass).Context(callmatch.Callee(p.TypesInfo, call))
	root, ok := ast.Unparen(call.Args[arg]).(*ast.CallExpr)
	cur, found := syntax.CursorOf(p, call)
	if !ok || !found || !catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, root)] {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	ctx, stop := syntax.Fresh(p, stmt.Node().Pos(), "ctx"), syntax.Fresh(p, stmt.Node().Pos(), "stop")
	e := p.Edit(call.Pos())
	pkg, sig, sys := e.Import(call.Pos(), "os/signal", "signal"), e.Import(call.Pos(), "os", "os"), e.Import(call.Pos(), "syscall", "syscall")
	e.Before(stmt.Node().(ast.Stmt), fmt.Sprintf("%s, %s := %s.NotifyContext(%s, %s.Interrupt, %s.SIGTERM)", ctx, stop, pkg, p.Source(root), sig, sys), "defer "+stop+"()")
	e.Replace(root.Pos(), root.End(), ctx)
	return e.Fix("End the context with SIGINT and SIGTERM", "the signals no longer kill the process immediately")
}
