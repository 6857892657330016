// Package lockcopied is the check lockrace/lock-copied: lock or WaitGroup is used in a copy,
// which excludes nothing.
package lockcopied

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed lockcopied.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "lock-copied",
	Title:      "lock or WaitGroup is used in a copy, which excludes nothing",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (t Tally) Inc(name string) { // each call locks a mutex of its own
//		t.mu.Lock()
//		defer t.mu.Unlock()
//		t.counts[name]++
//	}
//
// and the same for parameters, for the variable of a range loop and for a variable that is
// assigned an element, a field or what a pointer points to. A WaitGroup counts if the copy is
// added to, or taken from, and not waited for. Silent where the lock is behind a pointer, and
// for copies that are not locked, which go vet reports.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	uses := make(map[*types.Var]*use)
	var order []*types.Var
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		v, op := locked(p.TypesInfo, call)
		if v == nil || p.Quiet(call.Pos()) {
			continue
		}
		if uses[v] == nil {
			uses[v] = &use{call: call, at: cur, ops: make(map[string]bool)}
			order = append(order, v)
		}
		uses[v].ops[op] = true
	}
	for _, v := range order {
		if u := uses[v]; !u.own() {
			if c := copyOf(p, in, v); c != nil {
				report(p, in, v, u, c)
			}
		}
	}
}

// A use is what is done with a lock in a variable.
type use struct {
	call *ast.CallExpr // the first call
	at   inspector.Cursor
	ops  map[string]bool
}

// own reports whether a group is added to and waited for: then it need not be the one of the caller.
func (u *use) own() bool { return u.ops["wait"] && (u.ops["add"] || u.ops["go"]) }

// locked returns the variable that holds the lock or group of a call, with no pointer between the
// two, and what the call does.
func locked(info *types.Info, call *ast.CallExpr) (*types.Var, string) {
	fn := callmatch.Callee(info, call)
	name := callmatch.Name(fn)
	if fn == nil || fn.Signature().Recv() == nil || types.IsInterface(fn.Signature().Recv().Type()) {
		return nil, "" // what the interface holds is a pointer
	}
	op, group := catalog.WaitGroupMethods[name]
	if lock, ok := catalog.Locks[name]; !group && (!ok || !lock.Acquire) {
		return nil, ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || info.Selections[sel] == nil || info.Selections[sel].Indirect() {
		return nil, ""
	}
	return root(info, sel.X), op
}

// root returns the local variable of which expr is a part, nil if a pointer, a slice or a map is
// between the two.
func root(info *types.Info, expr ast.Expr) *types.Var {
	if _, pointer := info.TypeOf(expr).Underlying().(*types.Pointer); pointer {
		return nil
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.Uses[expr].(*types.Var)
		if v == nil || v.IsField() || v.Parent() == nil || v.Parent() == v.Pkg().Scope() {
			return nil
		}
		return v
	case *ast.SelectorExpr:
		if s := info.Selections[expr]; s != nil && !s.Indirect() {
			return root(info, expr.X)
		}
	}
	return nil
}

func report(p *check.Pass, in *inspector.Inspector, v *types.Var, u *use, c *copied) {
	what := p.Source(ast.Unparen(u.call.Fun).(*ast.SelectorExpr).X)
	f := check.Finding{
		At:      c.at,
		Trace:   []check.Hop{{Pos: u.call.Pos(), Message: "used here"}},
		Message: fmt.Sprintf("%s is %s, so that %s at %s locks a copy, which keeps no other goroutine out", v.Name(), c.what, what, p.Where(u.call.Pos(), c.at.Pos())),
		Fix:     c.fix(p, in, v),
	}
	if len(u.ops) > 0 && !u.ops[""] {
		f.Message = fmt.Sprintf("%s is %s, so that %s at %s counts in a copy: the Wait of the caller blocks forever, or does not wait", v.Name(), c.what, p.Source(u.call.Fun), p.Where(u.call.Pos(), c.at.Pos()))
	}
	p.Report(f)
}
