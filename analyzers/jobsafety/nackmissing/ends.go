package nackmissing

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// settleEnd puts call where the paths end that reach the end of the list with the message
// not settled. Brokers reject a message that is settled twice, and some close the channel:
// there is no edit if such paths cannot be distinguished from the others.
func (w *walk) settleEnd(call []string) *edit.Builder {
	if len(w.list) == 0 {
		return nil
	}
	e := w.p.Edit(w.list[0].Pos())
	if !w.settleList(e, w.list, call) {
		return nil
	}
	return e
}

func (w *walk) settleList(e *edit.Builder, list []ast.Stmt, call []string) bool {
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	done, _ := w.probe(func(w *walk) (settled, bool) { return w.block(list[:len(list)-1], never) })
	if done != never {
		return done == always
	}
	done, falls := w.probe(func(w *walk) (settled, bool) { return w.stmt(last, never) })
	switch {
	case !falls || done == always:
		return true
	case done == partly:
		return w.settleBranches(e, last, call)
	}
	e.After(last, call...)
	return true
}

// settleBranches does it in the branches of stmt.
func (w *walk) settleBranches(e *edit.Builder, stmt ast.Stmt, call []string) bool {
	switch s := stmt.(type) {
	case *ast.BlockStmt:
		return w.settleList(e, s.List, call)
	case *ast.IfStmt:
		then, otherwise := w.nothing(s.Cond)
		if then || otherwise || w.settles(s.Cond) || !w.settleList(e, s.Body.List, call) {
			return false
		}
		if s.Else != nil {
			return w.settleBranches(e, s.Else, call)
		}
		indent := e.Indent(s.Pos())
		e.Insert(s.End(), " else {\n"+indent+"\t"+strings.Join(call, "\n"+indent+"\t")+"\n"+indent+"}")
		return true
	case *ast.SwitchStmt:
		whole := false
		for _, c := range s.Body.List {
			clause := c.(*ast.CaseClause)
			whole = whole || clause.List == nil
			if !w.settleList(e, clause.Body, call) {
				return false
			}
		}
		return whole
	}
	return false
}

// probe follows a part of the code once more, and drops what it finds.
func (w *walk) probe(part func(*walk) (settled, bool)) (settled, bool) {
	again := *w
	again.breaks = [][]settled{nil}
	return part(&again)
}
