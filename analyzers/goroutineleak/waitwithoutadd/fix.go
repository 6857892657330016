package waitwithoutadd

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixNoAdd counts the goroutines that the Wait must be meant for: those that its
// function starts before it, or else, where the group is a field, those that run
// the methods of its struct. If there are none, the Wait goes.
//
//	go work()  →  wg.Go(work)
func fixNoAdd(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter, wait astindex.Call) *edit.Fix {
	e := p.Edit(wait.Expr.Pos())
	x := p.Source(waitgroup.Receiver(wait.Expr))
	counted, groups := false, waitgroup.Counters(p)
	for _, s := range astindex.Of(p.Pass).Starts {
		stmt, ok := s.Node.(*ast.GoStmt)
		if !ok || countedElsewhere(p, groups, c, s) {
			continue
		}
		group := x
		if s.In != wait.In || stmt.Pos() > wait.Expr.Pos() {
			if group = groupOf(p, s, wait); group == "" {
				continue
			}
		}
		if !waitgroup.Steady(p, stmt) || endsBehind(p, wait, s) {
			return nil
		}
		counted = true
		if s.Lit != nil && len(somewhereIn(c.Dones, s.Lit)) > 0 {
			e.Before(stmt, group+".Add(1)")
		} else {
			startIn(p, e, group, stmt)
		}
	}
	if counted {
		return e.Fix("Count the goroutines in "+x, "")
	}
	cur, ok := astindex.Find(in, wait.Expr)
	if !ok || c.V.Kind() == types.LocalVar || len(c.Dones) > 0 {
		return nil
	}
	stmt, ok := cur.Parent().Node().(ast.Stmt)
	if !ok {
		return nil
	}
	e.DeleteStmts(stmt, stmt)
	return e.Fix("Remove "+x+".Wait(), which waits for nothing", "")
}

// countedElsewhere reports whether the goroutine calls Done of another group than c.
func countedElsewhere(p *check.Pass, groups []*waitgroup.Counter, c *waitgroup.Counter, s astindex.Start) bool {
	var body ast.Node = s.Lit
	if s.Lit == nil {
		decl := astindex.Of(p.Pass).Decls[s.Func]
		if s.Func == nil || decl == nil {
			return false
		}
		body = decl
	}
	return slices.ContainsFunc(groups, func(other *waitgroup.Counter) bool {
		return other.V != c.V && len(somewhereIn(other.Dones, body)) > 0
	})
}

// groupOf returns the group of wait, the field of a struct, as a goroutine start
// would name it that runs a method of the same struct; else "".
func groupOf(p *check.Pass, s astindex.Start, wait astindex.Call) string {
	owner, ok := ast.Unparen(waitgroup.Receiver(wait.Expr)).(*ast.SelectorExpr)
	if !ok || s.Func == nil || callmatch.Callee(p.TypesInfo, s.Call) == nil || p.Fset.File(s.Node.Pos()) != p.Fset.File(wait.Expr.Pos()) {
		return ""
	}
	x := waitgroup.Receiver(s.Call)
	named := callmatch.Named(p.TypesInfo.TypeOf(owner.X))
	if x == nil || named == nil || named.Obj() != syntax.TypeName(p.TypesInfo.TypeOf(x)) {
		return ""
	}
	return p.Source(x) + "." + owner.Sel.Name
}

// startIn makes the group x start what a go statement starts.
func startIn(p *check.Pass, e *edit.Builder, x string, stmt *ast.GoStmt) {
	call := stmt.Call
	if goversion.AtLeast(p.Version(stmt.Pos()), "go1.25") && len(call.Args) == 0 {
		e.Replace(stmt.Pos(), call.Fun.Pos(), x+".Go(")
		e.Replace(call.Lparen, call.End(), ")")
		return
	}
	e.Before(stmt, x+".Add(1)")
	deferDone(p, e, x, stmt)
}

// deferDone makes the goroutine of a go statement call x.Done when it ends.
func deferDone(p *check.Pass, e *edit.Builder, x string, stmt *ast.GoStmt) {
	if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
		waitgroup.AtStart(e, lit.Body, "defer "+x+".Done()")
		return
	}
	indent := e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Lines(indent,
		"go func() {", "\tdefer "+x+".Done()", "\t"+p.Source(stmt.Call), "}()"))
}

// endsBehind reports whether one of the goroutines waits for what comes only after the
// wait: counted, it would deadlock with the wait.
func endsBehind(p *check.Pass, wait astindex.Call, start astindex.Start) bool {
	flow := ssaflow.Of(p.Pass)
	call := ssainstr.CallAt(flow.SSA.Func(wait.In), wait.Expr.Lparen)
	if call == nil {
		return false
	}
	behind := ssainstr.PlaceOf(call)
	behind.Index++
	comesLater := func(ops []ssaflow.Op) bool {
		return len(ops) > 0 && !slices.ContainsFunc(ops, func(op ssaflow.Op) bool { return !behind.Before(ssainstr.PlaceOf(op.Instr)) })
	}
	i := slices.IndexFunc(flow.Starts(), func(s ssaflow.Start) bool { return syntax.Within(start.Node, s.Instr.Pos()) })
	if i < 0 {
		return false
	}
	bodies, _ := flow.Starts()[i].Runs()
	runs := func(op ssaflow.Op) bool { return !op.Guarded && slices.Contains(bodies, op.Fn()) }
	return slices.ContainsFunc(flow.Channels(), func(c *ssaflow.Class) bool {
		return slices.ContainsFunc(c.Ranges, runs) && comesLater(c.Closes) ||
			slices.ContainsFunc(c.Receives, runs) && comesLater(slices.Concat(c.Closes, c.Sends))
	})
}
