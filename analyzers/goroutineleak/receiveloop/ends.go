package receiveloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// guard returns what the loop checks before it receives, to determine whether it has to
// end: a channel in a select with a default, a flag, or the error of a context; "" if it
// checks nothing.
func (l *loop) guard(call *ast.CallExpr) string {
	if cond := l.stmt.Cond; cond != nil {
		return l.flag(cond)
	}
	found := ""
	l.own(func(n ast.Node) {
		if n.Pos() > call.Pos() || found != "" {
			return
		}
		switch n := n.(type) {
		case *ast.SelectStmt:
			found = l.polled(n)
		case *ast.IfStmt:
			if leaves(l.p, n.Body) {
				found = l.flag(n.Cond)
			}
		}
	})
	return found
}

// polled returns the channel of a select with a default whose case leaves the loop.
func (l *loop) polled(s *ast.SelectStmt) (found string) {
	polls := false
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil {
			polls = true
			continue
		}
		if ch := syntax.Received(clause.Comm); ch != nil && leaves(l.p, &ast.BlockStmt{List: clause.Body}) {
			found = "the end of " + l.p.Source(ch)
		}
	}
	if !polls {
		return ""
	}
	return found
}

// flag returns what a condition asks that may end the loop: an atomic, or the error of a
// context.
func (l *loop) flag(cond ast.Expr) (found string) {
	ast.Inspect(cond, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != "" {
			return found == ""
		}
		switch name := callmatch.CalleeName(l.p.TypesInfo, call); {
		case name == "(context.Context).Err", strings.HasPrefix(name, "(*sync/atomic.") && strings.HasSuffix(name, ").Load"):
			found = l.p.Source(call.Fun.(*ast.SelectorExpr).X)
		case strings.HasPrefix(name, "sync/atomic.Load"):
			found = strings.TrimPrefix(l.p.Source(call.Args[0]), "&")
		}
		return found == ""
	})
	return found
}

// deadline returns where the function, or the loop, sets a deadline for what expr denotes: by that name, or by another
// one of its type, or of an interface that may hold it.
func (l *loop) deadline(expr ast.Expr) (found token.Pos) {
	subject := l.p.Source(expr)
	for cur := range l.fn.Preorder((*ast.CallExpr)(nil)) {
		sel, ok := ast.Unparen(cur.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr)
		if ok && (sel.Sel.Name == "SetReadDeadline" || sel.Sel.Name == "SetDeadline") {
			if l.p.Source(sel.X) == subject || types.AssignableTo(l.p.TypesInfo.TypeOf(expr), l.p.TypesInfo.TypeOf(sel.X)) {
				return cur.Node().Pos()
			}
		}
	}
	return token.NoPos
}

// closers returns where something else than the end of this function closes what expr
// denotes, or what speaks for it that something does.
func (l *loop) closers(expr ast.Expr) (found token.Pos, doubts []check.Doubt) {
	field, root := fieldOf(l.p.TypesInfo, expr), syntax.RootVar(l.p.TypesInfo, expr)
	t := l.p.TypesInfo.TypeOf(expr)
	var other token.Pos
	for cur := range l.p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.SelectorExpr)(nil)) {
		sel := cur.Node().(*ast.SelectorExpr)
		if !ends(sel.Sel.Name) || l.atItsEnd(cur) {
			continue
		}
		same := field != nil && fieldOf(l.p.TypesInfo, sel.X) == field || field == nil && root != nil && syntax.RootVar(l.p.TypesInfo, sel.X) == root
		switch {
		case same:
			return sel.Pos(), nil
		case !other.IsValid() && l.p.TypesInfo.TypeOf(sel.X) != nil && types.Identical(l.p.TypesInfo.TypeOf(sel.X), t):
			other = sel.Pos()
		}
	}
	if other.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.OtherObject, other))
	}
	if field == nil && root != nil && !syntax.Within(astindex.FuncBody(l.fn.Node()), root.Pos()) {
		doubts = append(doubts, check.Doubting(verdict.HandedIn, root.Pos()))
	}
	return token.NoPos, doubts
}

func ends(name string) bool {
	return slices.Contains([]string{"Close", "CloseNow", "CloseWithError", "Shutdown", "CloseRead", "SetReadDeadline", "SetDeadline"}, name)
}

// atItsEnd reports whether a call runs only when the loop has ended: in the function
// itself, deferred or after the loop, or on a path in the loop; or deferred by a function
// that calls that one, or waits for a goroutine which does.
func (l *loop) atItsEnd(cur inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok || fn == l.fn {
		return true
	}
	for d := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		around, _ := astindex.FuncAround(d)
		return around == l.fn || l.awaitedBy(around)
	}
	return false
}

// awaitedBy reports whether a function calls that of the loop and returns only after it: in place, or in
// a goroutine from which its last statement receives, and no other statement of it waits.
func (l *loop) awaitedBy(fn inspector.Cursor) bool {
	decl, ok := l.fn.Node().(*ast.FuncDecl)
	if !ok {
		return false
	}
	obj, _ := l.p.TypesInfo.Defs[decl.Name].(*types.Func)
	for _, call := range astindex.Of(l.p.Pass).Calls[obj] {
		cur, ok := astindex.Find(fn.Inspector(), call.Expr)
		if !ok || !syntax.Within(fn.Node(), call.Expr.Pos()) {
			continue
		}
		if around, _ := astindex.FuncAround(cur); around == fn {
			_, started := cur.Parent().Node().(*ast.GoStmt)
			return !started
		}
		return receivesLast(fn)
	}
	return false
}

// receivesLast reports whether the last statement of a function receives, and none before it may leave.
func receivesLast(fn inspector.Cursor) bool {
	list := astindex.FuncBody(fn.Node()).List
	for i, stmt := range list {
		recv, leaves := false, false
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.UnaryExpr:
				recv = recv || n.Op == token.ARROW
			case *ast.SelectStmt, *ast.ReturnStmt:
				_, isReturn := n.(*ast.ReturnStmt)
				leaves = leaves || !isReturn || i < len(list)-1
			}
			return true
		})
		if i == len(list)-1 {
			return recv && !leaves
		}
		if leaves {
			return false
		}
	}
	return false
}

func (l *loop) rootDoubts(call *ast.CallExpr) []check.Doubt {
	v := syntax.RootVar(l.p.TypesInfo, call.Args[0])
	if v == nil || ctxscope.AlwaysRoot(l.p.Pass, l.cur, v) {
		return []check.Doubt{check.Doubting(verdict.Lifetime, call.Args[0].Pos())}
	}
	return nil
}

// errorBranch returns what the loop does when the receive has failed, nil if it does not
// test the error immediately after it.
func (l *loop) errorBranch(call *ast.CallExpr) (branch *ast.BlockStmt) {
	l.own(func(n ast.Node) {
		cond, ok := n.(*ast.IfStmt)
		if !ok || branch != nil || cond.Pos() > call.End() && !l.follows(call, cond) || cond.End() < call.Pos() {
			return
		}
		if bin, ok := ast.Unparen(cond.Cond).(*ast.BinaryExpr); ok && bin.Op == token.NEQ && callmatch.IsError(l.p.TypesInfo.TypeOf(bin.X)) && cond.Else == nil {
			branch = cond.Body
		}
	})
	return branch
}

// follows reports whether a test follows the call, but for tests for one error which leave the loop: the end of
// what is received from is then no reason to go on.
func (l *loop) follows(call *ast.CallExpr, cond *ast.IfStmt) bool {
	follows := true
	l.own(func(n ast.Node) {
		stmt, ok := n.(ast.Stmt)
		if !ok || stmt.Pos() <= call.End() || stmt.End() >= cond.Pos() || l.apart != nil && syntax.Within(l.apart, stmt.Pos()) {
			return
		}
		if test, ok := stmt.(*ast.IfStmt); ok && test.Else == nil && l.asksIs(test.Cond) && leaves(l.p, test.Body) {
			l.apart = test
			return
		}
		follows = false
	})
	return follows
}

func (l *loop) asksIs(cond ast.Expr) bool {
	call, ok := ast.Unparen(cond).(*ast.CallExpr)
	return ok && callmatch.CalleeName(l.p.TypesInfo, call) == "errors.Is"
}

// leaves reports whether a block may leave the loop or the process.
func leaves(p *check.Pass, block *ast.BlockStmt) bool {
	found := false
	ast.Inspect(block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK || n.Tok == token.GOTO
		case *ast.CallExpr:
			found = found || syntax.NeverReturns(p, []ast.Stmt{&ast.ExprStmt{X: n}})
		}
		return !found
	})
	return found
}

// exits reports whether something else leaves the loop than the branch for the error: in front
// of it only, where the branch continues with the next iteration.
func (l *loop) exits(branch *ast.BlockStmt) bool {
	if n := len(branch.List); n == 0 || !continues(branch.List[n-1]) {
		return leaves(l.p, l.stmt.Body)
	}
	return slices.ContainsFunc(l.stmt.Body.List, func(s ast.Stmt) bool {
		return s.Pos() < branch.Pos() && leaves(l.p, &ast.BlockStmt{List: []ast.Stmt{s}})
	})
}

// continues reports whether a statement continues with the next iteration of the innermost loop.
func continues(s ast.Stmt) bool {
	b, ok := s.(*ast.BranchStmt)
	return ok && b.Tok == token.CONTINUE && b.Label == nil
}
