package waitwithoutadd

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/timebound"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// errGroups returns the local variables that hold an errgroup, in source order, with what
// is done to each; none that is passed on, and others may wait for.
func errGroups(p *check.Pass) []*waitgroup.Counter {
	index := astindex.Of(p.Pass)
	byVar := make(map[*types.Var]*waitgroup.Counter)
	calls := make(map[*types.Var]int)
	for fn, list := range index.Calls {
		role, ok := catalog.ErrGroupMethods[callmatch.Name(fn)]
		for _, call := range list {
			v := syntax.LocalVariable(p.TypesInfo, waitgroup.Receiver(call.Expr))
			if !ok || v == nil {
				continue
			}
			if byVar[v] == nil {
				byVar[v] = &waitgroup.Counter{V: v}
			}
			byVar[v].NoteGroup(role, call)
			calls[v]++
		}
	}
	var list []*waitgroup.Counter
	for v, c := range byVar {
		c.Open = len(index.Uses[v]) > calls[v] || v.Kind() != types.LocalVar
		list = append(list, c)
		slices.SortFunc(c.Gos, func(a, b astindex.Call) int { return int(a.Expr.Pos() - b.Expr.Pos()) })
	}
	slices.SortFunc(list, func(a, b *waitgroup.Counter) int { return int(a.V.Pos() - b.V.Pos()) })
	return list
}

// reportMissedWait reports a local group that starts or counts goroutines and is waited for
// nowhere.
func reportMissedWait(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	starts := slices.Concat(c.Adds, c.Gos)
	if c.Open || len(c.Waits) > 0 || len(starts) == 0 || c.V.Kind() != types.LocalVar || c.V.Parent() == p.Pkg.Scope() {
		return
	}
	if at := answersOtherwise(p, c); at.IsValid() {
		p.Safe(syntax.Keyword{At: c.V.Pos(), Text: c.V.Name()}, "the group", verdict.Joined, at)
		return
	}
	p.Report(check.Finding{
		At:      syntax.Keyword{At: c.V.Pos(), Text: c.V.Name()},
		Message: fmt.Sprintf("nothing waits for the goroutines of %s: there is no %s.Wait()", c.V.Name(), c.V.Name()),
		Trace:   []check.Hop{{Pos: starts[0].Expr.Pos(), Message: "started or counted here"}},
		Doubts:  servesOn(p, starts[0]),
		Fix:     fixMissedWait(p, in, c),
	})
}

// servesOn returns what speaks against a report in a function that serves, and returns when
// the program ends.
func servesOn(p *check.Pass, start astindex.Call) []check.Doubt {
	fn := ssaflow.Of(p.Pass).SSA.Func(start.In)
	if fn == nil || !channel.StaysAtWork(p, fn) {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.Lifetime, start.Expr.Pos())}
}

// answersOtherwise returns where a goroutine of the group begins that others wait for by a
// channel, or that runs until something ends it, or forever: waits for such goroutines are
// judged by other checks.
func answersOtherwise(p *check.Pass, c *waitgroup.Counter) token.Pos {
	flow := ssaflow.Of(p.Pass)
	for _, s := range flow.Starts() {
		for _, body := range s.Bodies {
			counts := body.Syntax() != nil && len(somewhereIn(c.Dones, body.Syntax())) > 0
			if (counts || slices.ContainsFunc(c.Gos, ssainstr.AtInstr(s.Instr))) && (!waitgroup.EndsAlone(flow, []*ssa.Function{body}) || slices.ContainsFunc(worker.Reached(flow, body), sendsOrCloses)) {
				return s.Instr.Pos()
			}
		}
	}
	return token.NoPos
}

func sendsOrCloses(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		switch instr := instr.(type) {
		case *ssa.Send:
			return true
		case *ssa.Select:
			if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Send != nil }) {
				return true
			}
		case ssa.CallInstruction:
			if b, ok := instr.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
				return true
			}
		}
	}
	return false
}

// fixMissedWait waits at the end of the function that has the group.
func fixMissedWait(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) *edit.Fix {
	cur, ok := in.Root().FindByPos(c.V.Pos(), c.V.Pos())
	if !ok {
		return nil
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		body := astindex.FuncBody(fn.Node())
		last := body.List[len(body.List)-1]
		if last.Pos() < c.V.Pos() || !slices.ContainsFunc(body.List, func(s ast.Stmt) bool { return syntax.Within(s, c.V.Pos()) && notBlock(s) }) {
			return nil
		}
		e := p.Edit(c.V.Pos())
		wait, changes := c.V.Name()+".Wait()", "the function waits for the goroutines"
		ret, returns := last.(*ast.ReturnStmt)
		isErr := callmatch.TypeName(c.V.Type()) != "sync.WaitGroup"
		switch {
		case isErr && returns && len(ret.Results) == 1 && p.TypesInfo.Types[ret.Results[0]].IsNil():
			e.Replace(ret.Pos(), ret.End(), "return "+wait)
		case isErr:
			return nil
		case returns:
			e.Before(last, wait)
		default:
			e.After(last, wait)
		}
		return e.Fix("Wait with "+wait, changes)
	}
	return nil
}

// notBlock reports whether a statement declares for those that follow it.
func notBlock(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.AssignStmt, *ast.DeclStmt:
		return true
	}
	return false
}

// reportCountedOnce reports
//
//	wg.Add(1)
//	for _, host := range hosts {
//		go func() { defer wg.Done(); … }()
//	}
//
// where the second Done finds no count: it panics, or Wait has returned before.
func reportCountedOnce(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) {
	if len(c.Adds) != 1 || len(c.Gos) > 0 || c.Open || len(c.Waits) == 0 {
		return
	}
	add := c.Adds[0]
	n, ok := constant.Int64Val(constant.ToInt(valueOrUnknown(p, add.Expr.Args[0])))
	cur, found := astindex.Find(in, add.Expr)
	if !ok || !found || len(syntax.LoopsAround(cur.Parent())) > 0 || conditional(cur) {
		return
	}
	for i, s := range astindex.Of(p.Pass).Starts {
		if s.Lit == nil || s.In != add.In || s.Node.Pos() < add.Expr.Pos() || !slices.ContainsFunc(somewhereIn(c.Dones, s.Lit), func(done astindex.Call) bool { return takesBack(in, done, s.Lit) }) {
			continue
		}
		node, ok := astindex.Find(in, s.Node)
		if !ok {
			continue
		}
		loops := syntax.LoopsAround(node)
		if len(loops) != 1 || node.Parent().Parent().Node() != loops[0].Node() || leftEarly(loops[0].Node()) || roundsOf(p, loops[0].Node()) == n {
			continue
		}
		reportTooFew(p, cur, add, astindex.Of(p.Pass).Starts[i].Node, loops[0].Node())
		return
	}
}

func valueOrUnknown(p *check.Pass, expr ast.Expr) constant.Value {
	if value := p.TypesInfo.Types[expr].Value; value != nil {
		return value
	}
	return constant.MakeUnknown()
}

// roundsOf returns how often a loop runs that counts to a constant, else -1.
func roundsOf(p *check.Pass, loop ast.Node) int64 {
	b := &timebound.Bound{P: p, Info: p.TypesInfo}
	if b.Counts(loop) {
		return int64(b.Rounds)
	}
	return -1
}

// leftEarly reports whether a return, break or goto is in the loop itself.
func leftEarly(loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok != token.CONTINUE
		}
		return !found
	})
	return found
}

func reportTooFew(p *check.Pass, cur inspector.Cursor, add astindex.Call, start, loop ast.Node) {
	e := p.Edit(add.Expr.Pos())
	text := p.Source(add.Expr)
	f := check.Finding{
		At: add.Expr,
		Message: fmt.Sprintf("%s is called once, and the loop at line %d starts a goroutine that calls Done in each iteration: Done panics, or Wait returns too early",
			text, p.Line(loop.Pos())),
		Trace: []check.Hop{{Pos: start.Pos(), Message: "one is started per iteration"}},
	}
	stmt, isStmt := cur.Parent().Node().(*ast.ExprStmt)
	if goStmt, ok := start.(*ast.GoStmt); ok && isStmt && p.TypesInfo.Types[add.Expr.Args[0]].Value.ExactString() == "1" {
		e.DeleteLines(stmt)
		e.Before(goStmt, text)
		f.Fix = e.Fix("Move "+text+" into the loop", "")
	}
	p.Report(f)
}

const errGroupGo = "(*golang.org/x/sync/errgroup.Group).Go"
