package missedwakeup

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// reportBehind reports a loop that waits on although a flag is set for which the function asks behind it:
//
//	for len(q.items) == 0 {
//		q.cond.Wait()
//	}
//	if q.closed {
//		return
//	}
//
// A waiter that is woken finds the list empty, and waits again.
func (w *wait) reportBehind(p *check.Pass, next ast.Stmt) {
	test, ok := next.(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) == 0 {
		return
	}
	if _, leaves := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt); !leaves {
		return
	}
	behind := &wait{until: make(map[*types.Var]change)}
	behind.asks(p, test.Cond, true)
	flags := slices.SortedFunc(maps.Keys(behind.until), func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	for _, flag := range flags {
		if behind.until[flag] != set || w.until[flag] != 0 {
			continue
		}
		if all := w.setters(p, flag); len(all) > 0 {
			at := all[0]
			name := w.path(p) + "." + flag.Name()
			p.Report(check.Finding{
				At: w.call,
				Message: fmt.Sprintf("goroutines in %s.Wait stay blocked when %s is set: the loop does not ask for it, and a waiter that is woken waits again",
					w.path(p)+"."+w.cond.Name(), name),
				Trace: []check.Hop{{Pos: at.Pos(), Message: "set here"}, {Pos: test.Pos(), Message: "asked for after the loop"}},
				Fix:   w.fixBehind(p, name, all),
			})
			return
		}
	}
}

// path returns the expression of the object that has the condition variable.
func (w *wait) path(p *check.Pass) string {
	return p.Source(ast.Unparen(w.call.Fun).(*ast.SelectorExpr).X.(*ast.SelectorExpr).X)
}

// setters returns the statements by which functions that do not make the object set a flag.
func (w *wait) setters(p *check.Pass, flag *types.Var) (all []*ast.AssignStmt) {
	for _, id := range astindex.Of(p.Pass).Uses[flag] {
		cur, ok := ssainstr.CursorAt(p, id.Pos())
		if !ok {
			continue
		}
		for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
			assign := c.Node().(*ast.AssignStmt)
			decl, ok := astindex.DeclAround(c).(*ast.FuncDecl)
			if ok && setsTrue(p, assign, flag) && !makes(p, decl, w.owner) {
				all = append(all, assign)
			}
			break
		}
	}
	return all
}

func setsTrue(p *check.Pass, assign *ast.AssignStmt, flag *types.Var) bool {
	target := changed(assign)
	if target == nil || callmatch.Field(p.TypesInfo, target) != flag {
		return false
	}
	v := p.TypesInfo.Types[assign.Rhs[0]].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// fixBehind has the loop ask for the flag. There is none where nothing wakes the waiters when it is set, which is
// then the next thing to repair.
func (w *wait) fixBehind(p *check.Pass, name string, setters []*ast.AssignStmt) *edit.Fix {
	for _, at := range setters {
		cur, ok := ssainstr.CursorAt(p, at.Pos())
		if !ok {
			return nil
		}
		decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
		if !ok || !w.wakes(p, decl, true) {
			return nil
		}
	}
	if w.loop.Cond == nil {
		return nil
	}
	e := p.Edit(w.loop.Pos())
	cond := w.loop.Cond
	if or, ok := cond.(*ast.BinaryExpr); ok && or.Op.String() == "||" {
		e.Replace(cond.Pos(), cond.End(), "("+p.Source(cond)+")")
	}
	e.Insert(cond.End(), " && !"+name)
	return e.Fix("Let the loop end when "+name+" is set", "")
}

// following returns the statement behind a loop, nil if it is the last of its list.
func following(loop inspector.Cursor) ast.Stmt {
	next, ok := loop.NextSibling()
	if !ok {
		return nil
	}
	stmt, _ := next.Node().(ast.Stmt)
	return stmt
}
