package lockleak

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// reportNeverReleased reports
//
//	func (s *store) put(v string) {
//		s.mu.Lock()
//		s.list = append(s.list, v)
//	}
//
// where neither a caller nor another function releases the lock for it.
func reportNeverReleased(p *check.Pass, leak lockuse.Leak) {
	call := source.CallExpr(p, leak.At)
	if call == nil {
		return
	}
	lock := source.ReceiverText(p, call)
	if lock == "" {
		lock = "the lock"
	}
	blocked := "the next Lock blocks forever"
	if leak.Op.Read {
		blocked = "the next Lock, and every RLock after it, blocks forever"
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("%s: %s is locked here and never released, by this function or its callers", blocked, lock),
		Doubts:  leak.Doubts,
		Fix:     deferRelease(p, call, leak),
	})
}

// deferRelease releases the lock when the function returns, where the acquisition is a statement
// of its outermost block; else at the end of its block, where nothing leaves that before.
func deferRelease(p *check.Pass, call *ast.CallExpr, leak lockuse.Leak) *edit.Fix {
	stmt, around := source.Statement(p, call.Pos())
	lock := source.ReceiverText(p, call)
	if _, ok := stmt.(*ast.ExprStmt); !ok || lock == "" || len(around) < 2 {
		return nil
	}
	e := p.Edit(call.Pos())
	unlock := lock + "." + source.UnlockName(leak.Op.Read) + "()"
	if isFunc(around[1]) {
		e.After(stmt, "defer "+unlock)
		return e.Fix("Defer "+unlock, "")
	}
	list := astindex.Stmts(around[0])
	last := list[len(list)-1]
	if slices.ContainsFunc(list[slices.Index(list, stmt):], jumps) {
		return nil
	}
	e.After(last, unlock)
	return e.Fix("Call "+unlock+" at the end of the block", "")
}

// jumps reports whether a statement may leave the block that it is in.
func jumps(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

func isFunc(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return true
	}
	return false
}
