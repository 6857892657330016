package listenerrordropped

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/logging"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// This file finds goroutines that accept connections until any error, and notify nothing of it:
//
//	go func() {
//		for {
//			conn, err := ln.Accept()
//			if err != nil {
//				log.Print(err) // too many open files
//				return
//			}
//
// An error that is tested for more than the end of the listener, answered by a pause, or passed on, is handled.

// An acceptLoop is a loop around a call of Accept, in a goroutine.
type acceptLoop struct {
	p    *check.Pass
	fn   inspector.Cursor // of the goroutine
	stmt *ast.ForStmt
	call *ast.CallExpr
	err  types.Object
}

// reportAccept reports a loop that any error of Accept ends.
func reportAccept(p *check.Pass, cur inspector.Cursor) {
	l := acceptLoopOf(p, cur)
	if l == nil || !runsAlone(p, l.fn.Node()) || l.tells() {
		return
	}
	for _, stmt := range l.stmt.Body.List {
		test, ok := stmt.(*ast.IfStmt)
		if !ok || test.Pos() < l.call.Pos() || !l.failed(test.Cond) {
			continue
		}
		if exit := l.exit(test.Body.List); exit != nil && l.drops(test) {
			p.Report(check.Finding{
				At: l.call.Fun,
				Message: fmt.Sprintf("a passing error, as that of too many open files, ends %s for good, and the process runs on: the loop ends at %s, and the error is dropped",
					p.Name(l.call.Fun), p.Where(exit.Pos(), l.call.Pos())),
				Trace: []check.Hop{{Pos: exit.Pos(), Message: "the loop ends here"}},
				Fix:   fixAccept(p, cur, l.err.Name(), exit),
			})
		}
		return
	}
}

// acceptLoopOf returns the loop whose iterations begin with a call of Accept.
func acceptLoopOf(p *check.Pass, cur inspector.Cursor) *acceptLoop {
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 {
		return nil
	}
	loop, ok := cur.Parent().Parent().Parent().Node().(*ast.ForStmt)
	fn, found := astindex.FuncAround(cur)
	if !ok || !found || !slices.Contains(loop.Body.List, ast.Stmt(assign)) {
		return nil
	}
	err := callmatch.Object(p.TypesInfo, assign.Lhs[1])
	if err == nil {
		return nil
	}
	return &acceptLoop{p: p, fn: fn, stmt: loop, call: cur.Node().(*ast.CallExpr), err: err}
}

// runsAlone reports whether a function is the whole of a goroutine, and nothing else calls it.
func runsAlone(p *check.Pass, fn ast.Node) bool {
	index := astindex.Of(p.Pass)
	if !index.OnlyInGoroutines(p.TypesInfo, fn) {
		return false
	}
	decl, ok := fn.(*ast.FuncDecl)
	if !ok {
		return true
	}
	obj := p.TypesInfo.Defs[decl.Name]
	return !slices.ContainsFunc(index.Calls[obj.(*types.Func)], func(call astindex.Call) bool {
		return !call.Go && !slices.ContainsFunc(index.Starts, func(s astindex.Start) bool { return s.Inner() == call.Expr })
	})
}

// tells reports whether the goroutine defers more than what it does for itself: its end is noticed.
func (l *acceptLoop) tells() bool {
	for c := range l.fn.Preorder((*ast.DeferStmt)(nil)) {
		if around, ok := astindex.FuncAround(c); ok && around.Node() == l.fn.Node() && !l.silent(&ast.ExprStmt{X: c.Node().(*ast.DeferStmt).Call}) {
			return true
		}
	}
	return false
}

// failed reports whether a condition is that Accept has failed, whatever the error is.
func (l *acceptLoop) failed(cond ast.Expr) bool {
	tested := callmatch.TestedError(l.p.TypesInfo, cond)
	return tested != nil && callmatch.Object(l.p.TypesInfo, tested) == l.err
}

// exit returns the statement by which a list leaves the loop whatever the error is, nil if it does not.
func (l *acceptLoop) exit(list []ast.Stmt) ast.Stmt {
	if len(list) == 0 {
		return nil
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return last
	case *ast.BranchStmt:
		if last.Tok == token.BREAK && slices.Contains(l.leaving(), last) {
			return last
		}
	case *ast.SelectStmt:
		for _, clause := range last.Body.List {
			if c := clause.(*ast.CommClause); c.Comm == nil {
				return l.exit(c.Body)
			}
		}
	}
	return nil
}

// leaving returns the break statements that leave the loop, and no switch or select in it.
func (l *acceptLoop) leaving() (list []*ast.BranchStmt) {
	ast.Inspect(l.stmt.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.SelectStmt, *ast.TypeSwitchStmt, *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}

// drops reports whether nothing in the branch for an error, and after the loop, gets the error or is notified of
// it. A branch that may continue has looked at the error.
func (l *acceptLoop) drops(test *ast.IfStmt) bool {
	after := false
	if body := astindex.FuncBody(l.fn.Node()); body != nil {
		i := slices.Index(body.List, ast.Stmt(l.stmt))
		after = i >= 0 && !l.allSilent(body.List[i+1:])
	}
	return !after && l.allSilent(test.Body.List) && test.Else == nil
}

func (l *acceptLoop) allSilent(list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(stmt ast.Stmt) bool { return !l.silent(stmt) })
}

// silent reports whether a statement leaves, logs, closes or counts down, and does nothing else.
func (l *acceptLoop) silent(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		return !slices.ContainsFunc(stmt.Results, func(res ast.Expr) bool { return !l.p.TypesInfo.Types[res].IsNil() })
	case *ast.BranchStmt:
		return stmt.Tok == token.BREAK
	case *ast.BlockStmt:
		return l.allSilent(stmt.List)
	case *ast.IfStmt:
		return l.ended(stmt.Cond) && l.allSilent(stmt.Body.List) && (stmt.Else == nil || l.silent(stmt.Else))
	case *ast.SelectStmt:
		return !slices.ContainsFunc(stmt.Body.List, func(c ast.Stmt) bool {
			_, sends := c.(*ast.CommClause).Comm.(*ast.SendStmt)
			return sends || !l.allSilent(c.(*ast.CommClause).Body)
		})
	case *ast.ExprStmt:
		call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		return logging.Call(l.p, stmt) != nil || ok && l.ownEnd(call)
	}
	return false
}

// ended reports whether a condition asks whether the listener, or the server, has been closed: of the error it
// asks nothing else.
func (l *acceptLoop) ended(cond ast.Expr) bool {
	asks, closed := false, false
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			asks = asks || l.p.TypesInfo.Uses[n] == l.err
			closed = closed || slices.Contains(catalog.Words(n.Name), "closed")
		case *ast.BasicLit:
			closed = closed || strings.Contains(n.Value, "closed")
		}
		return true
	})
	return closed || !asks
}

// ownEnd reports whether a call ends what the goroutine alone works with: a connection, a listener, a lock, a group.
func (l *acceptLoop) ownEnd(call *ast.CallExpr) bool {
	return catalog.EndsOwn[callmatch.CalleeName(l.p.TypesInfo, call)]
}
