package lockrace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var checkThenAct = &check.Check{
	Slug:       "check-then-act",
	Title:      "test under a lock, act under it later without testing again",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runCheckThenAct,
}

// runCheckThenAct reports
//
//	p.mu.RLock()
//	c, ok := p.conns[id]
//	p.mu.RUnlock()
//	if !ok {
//		c = dial(id)
//		p.mu.Lock()
//		p.conns[id] = c // another goroutine may have stored one meanwhile
//		p.mu.Unlock()
//	}
//
// and a new value that is computed from the one read before. Silent when the
// field or the key is read again under the second lock, there or in a helper, and
// when it does not matter which of two values is kept: only channels, values that
// can be closed and those that own a lock are worth a report.
func runCheckThenAct(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, act := range model.StaleActs(noted(p)) {
		sel, lock := nameAt(p, act.Pos), callAt(p, act.Hold.Pos)
		if sel == nil || lock == nil || p.Quiet(act.Pos) {
			continue
		}
		reportCheckThenAct(p, act, sel, receiverText(p, lock))
	}
}

func reportCheckThenAct(p *check.Pass, act lockstate.StaleAct, sel ast.Expr, mu string) {
	tested := p.Line(act.Read.Pos)
	text := fmt.Sprintf("%s is stored because of the test on line %d, after which %s was given back: another goroutine may have stored one meanwhile, which is lost",
		p.Source(sel), tested, mu)
	if act.Derived {
		text = fmt.Sprintf("%s is computed from its value on line %d, after which %s was given back: what others stored meanwhile is lost",
			p.Source(sel), tested, mu)
	}
	p.Report(check.Finding{
		At:      sel,
		Message: text,
		Trace: []check.Hop{
			{Pos: act.Read.Pos, Message: "tested here"},
			{Pos: act.Hold.Pos, Message: "locked again here"},
		},
		Fix: fixCheckThenAct(p, act),
	})
}

// fixCheckThenAct tests again under the lock, and keeps what is there; a computed
// value is computed from what is read again.
func fixCheckThenAct(p *check.Pass, act lockstate.StaleAct) *edit.Fix {
	stmt, _ := statement(p, act.Pos)
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil
	}
	if act.Derived {
		return fixDerived(p, act, assign)
	}
	target, value := p.Source(assign.Lhs[0]), assign.Rhs[0]
	test, existing := fmt.Sprintf("if %s != nil", target), target
	if _, isMap := ast.Unparen(assign.Lhs[0]).(*ast.IndexExpr); isMap {
		existing = freeName(p, assign.Pos(), "existing")
		test = fmt.Sprintf("if %s, ok := %s; ok", existing, target)
	}
	id, ok := value.(*ast.Ident)
	v, isVar := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || !isVar || existing == "" || !types.Identical(v.Type(), p.TypesInfo.TypeOf(assign.Lhs[0])) {
		return nil // nothing that could take the other value on
	}
	e := p.Edit(assign.Pos())
	indent := e.Indent(assign.Pos())
	e.Replace(assign.Pos(), assign.End(), fmt.Sprintf("%s {\n%s\t%s = %s\n%s} else {\n%s\t%s\n%s}",
		test, indent, id.Name, existing, indent, indent, p.Source(assign), indent))
	return e.Fix("Test again under the lock, and keep what is there", "the "+id.Name+" made here is dropped if there is one")
}

// fixDerived reads the field again into the variable that the test used.
func fixDerived(p *check.Pass, act lockstate.StaleAct, assign *ast.AssignStmt) *edit.Fix {
	read, _ := statement(p, act.Read.Pos)
	def, ok := read.(*ast.AssignStmt)
	if !ok || len(def.Lhs) != 1 || len(def.Rhs) != 1 || p.Source(def.Rhs[0]) != p.Source(assign.Lhs[0]) {
		return nil
	}
	id, ok := def.Lhs[0].(*ast.Ident)
	if !ok || p.TypesInfo.ObjectOf(id) == nil {
		return nil
	}
	again := id.Name + " = " + p.Source(def.Rhs[0])
	e := p.Edit(assign.Pos())
	e.Before(assign, again)
	return e.Fix("Read "+p.Source(def.Rhs[0])+" again under the lock", "")
}
