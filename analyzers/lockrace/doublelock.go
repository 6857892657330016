package lockrace

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var doubleLock = &check.Check{
	Slug:       "double-lock",
	Title:      "a goroutine asks for a lock that it holds",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runDoubleLock,
}

// runDoubleLock reports
//
//	s.mu.Lock()
//	defer s.mu.Unlock()
//	return s.Len() // locks s.mu
//
// directly, through callees, and through the String or Error method of what is
// formatted. A reader who reads again is reported when there is a writer: one
// who asks in between makes both wait. Silent when the lock is held on some ways
// only, when the callee locks only if its caller says so, when it releases the
// lock first, and when the two may be locks of different objects.
func runDoubleLock(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, f := range model.Funcs {
		if p.Quiet(f.SSA.Pos()) {
			continue
		}
		for _, d := range f.Doubles() {
			reportDoubleLock(p, f, d)
		}
	}
}

func reportDoubleLock(p *check.Pass, f *lockstate.Func, d lockstate.Double) {
	call := callExpr(p, d.At)
	if call == nil {
		return
	}
	held := callAt(p, d.Held.Pos)
	lock := "the lock"
	if held != nil && d.Held.Callee == nil {
		lock = receiverText(p, held)
	}
	where := p.Where(d.Held.Pos, call.Pos())
	what := fmt.Sprintf("%s is acquired again although it is held since %s", lock, where)
	trace := []check.Hop{{Pos: d.Held.Pos, Message: "acquired here"}}
	if d.Op.Callee != nil {
		what = fmt.Sprintf("%s acquires %s, which is held since %s", calleeText(p, d, call), lock, where)
		if d.Op.At.IsValid() {
			trace = append(trace, check.Hop{Pos: d.Op.At, Message: "acquired again here"})
		}
	}
	consequence := "the goroutine waits for itself for ever"
	if d.Op.Read && d.Held.Read {
		consequence = "a writer who asks in between makes both wait for ever"
	}
	p.Report(check.Finding{
		At:      call,
		Message: what + ": " + consequence,
		Trace:   trace,
		Fix:     fixDoubleLock(p, f, d, call, held),
	})
}

// calleeText names the callee as the call does; a String or Error method that is
// called by a formatter has no name there.
func calleeText(p *check.Pass, d lockstate.Double, call *ast.CallExpr) string {
	if fn := callmatch.Callee(p.TypesInfo, call); fn != nil && fn.Name() != d.Op.Callee.Name() {
		return "method " + d.Op.Callee.Name() + " of an operand"
	}
	return p.Source(call.Fun)
}

// fixDoubleLock takes out the inner acquisition, calls the variant of the callee
// that leaves locking to its caller, or releases the lock around the call.
func fixDoubleLock(p *check.Pass, f *lockstate.Func, d lockstate.Double, call, held *ast.CallExpr) *edit.Fix {
	if held == nil || d.Held.Callee != nil {
		return nil
	}
	if d.Op.Net {
		return fixInner(p, d, call, receiverText(p, held))
	}
	if variant := lockedVariant(f, d); variant != "" {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			e := p.Edit(call.Pos())
			e.Replace(sel.Sel.Pos(), sel.Sel.End(), variant)
			return e.Fix("Call "+variant+", which leaves the lock to its caller", "")
		}
	}
	stmt, _ := statement(p, call.Pos())
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.AssignStmt:
	default:
		return nil // nothing can be put behind it
	}
	lock := receiverText(p, held)
	e := p.Edit(call.Pos())
	e.Before(stmt, lock+"."+unlockName(d.Held.Read)+"()")
	e.After(stmt, lock+"."+lockName(d.Held.Read)+"()")
	return e.Fix("Release "+lock+" around the call", "others can take "+lock+" during "+d.Op.Callee.Name())
}

// fixInner removes the second acquisition together with its release, which must
// stand in the same list of statements; without one it releases the lock before.
func fixInner(p *check.Pass, d lockstate.Double, call *ast.CallExpr, lock string) *edit.Fix {
	stmt, path := statement(p, call.Pos())
	if expr, ok := stmt.(*ast.ExprStmt); !ok || expr.X != call {
		return nil
	}
	release := lock + "." + unlockName(d.Op.Read) + "()"
	e := p.Edit(call.Pos())
	e.DeleteLines(stmt)
	paired := countText(p, path, release) > 1
	for i, s := range listOf(path[0]) {
		if paired && i > slices.Index(listOf(path[0]), stmt) && (p.Source(s) == release || p.Source(s) == "defer "+release) {
			e.DeleteLines(s)
			return e.Fix("Remove the second acquisition of "+lock+" and its release", "")
		}
	}
	if paired {
		return nil
	}
	return e.Fix("Remove the second acquisition of "+lock, "")
}

// countText returns how many calls of the function around path read like text.
func countText(p *check.Pass, path []ast.Node, text string) int {
	n := 0
	for _, outer := range path {
		if _, ok := outer.(*ast.FuncDecl); !ok {
			continue
		}
		ast.Inspect(outer, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok && p.Source(call) == text {
				n++
			}
			return true
		})
	}
	return n
}

// lockedVariant returns the name of a method like the callee that expects the
// lock to be held, if there is one.
func lockedVariant(f *lockstate.Func, d lockstate.Double) string {
	common := d.At.Common()
	if common.IsInvoke() || common.StaticCallee() == nil || d.Op.Callee.Pkg() != f.SSA.Pkg.Pkg {
		return ""
	}
	return f.Variant(common.StaticCallee(), d.Op)
}
