package busyloop

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// respawns reports
//
//	func (s *sidecar) spawn() error {
//		…
//		go s.supervise(cmd)
//	}
//
//	func (s *sidecar) supervise(cmd *exec.Cmd) {
//		log.Print(cmd.Wait())
//		s.spawn()
//	}
//
// which is a loop of two functions. Silent where either compares a number or a time, which may be a limit, or
// does anything between that may take time.
func respawns(p *check.Pass, start inspector.Cursor) {
	decl, ok := astindex.DeclAround(start).(*ast.FuncDecl)
	around, _ := astindex.FuncAround(start)
	body := startedBody(p, start.Node().(*ast.GoStmt))
	if !ok || around.Node() != ast.Node(decl) || body == nil {
		return
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	s := &spin{p: p, loop: &ast.ForStmt{Body: body}, from: body.Pos()}
	if fn == nil || !s.startsProgram(decl) {
		return
	}
	wait := -1
	for i, stmt := range body.List {
		if wait < 0 {
			if s.waitsForProgram(stmt) {
				wait = i
			}
			continue
		}
		if call := s.callOf(fn, stmt); call != nil {
			p.Report(check.Finding{
				At: call,
				Message: fmt.Sprintf("a program that ends is started again immediately: nothing pauses or counts between its end (%s) and %s",
					p.Where(body.List[wait].Pos(), call.Pos()), p.Source(call.Fun)),
				Trace: []check.Hop{{Pos: start.Node().Pos(), Message: "which starts the goroutine that waits for it"}, {Pos: body.List[wait].Pos(), Message: "it has ended"}},
			})
			return
		}
		if !s.prompt(stmt) {
			return
		}
	}
}

// startedBody returns the body of the function that a statement starts, nil if it is not in the package.
func startedBody(p *check.Pass, stmt *ast.GoStmt) *ast.BlockStmt {
	if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
		return lit.Body
	}
	fn := callmatch.Callee(p.TypesInfo, stmt.Call)
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil {
		return decl.Body
	}
	return nil
}

// startsProgram reports whether a function starts a program, and does nothing else that takes time or limits
// how often it does so.
func (s *spin) startsProgram(decl *ast.FuncDecl) bool {
	starts := false
	for _, stmt := range decl.Body.List {
		if _, isGo := stmt.(*ast.GoStmt); !isGo && !s.prompt(stmt) {
			return false
		}
		ast.Inspect(stmt, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			starts = starts || ok && callmatch.CalleeName(s.p.TypesInfo, call) == "(*os/exec.Cmd).Start"
			return !starts
		})
	}
	return starts
}

// waitsForProgram reports whether a statement returns when a program has ended.
func (s *spin) waitsForProgram(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			found = found || catalog.CommandWaits[callmatch.CalleeName(s.p.TypesInfo, n)]
		}
		return !found
	})
	return found
}

// callOf returns the call of a function that a statement makes on its own, or under a condition.
func (s *spin) callOf(fn *types.Func, stmt ast.Stmt) (found *ast.CallExpr) {
	limited := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.BinaryExpr:
			limited = limited || measures(n)
		case *ast.CallExpr:
			if callee := callmatch.Callee(s.p.TypesInfo, n); callee != nil && callee.Origin() == fn && !limited {
				found = n
			}
		}
		return found == nil
	})
	return found
}
