package blockedsend

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// This file finds pools of workers that shrink with each job that fails:
//
//	for range size {
//		go func() {
//			for job := range p.jobs {
//				if err := p.do(job); err != nil {
//					log.Print(err)
//					return // and p.jobs has one receiver less
//				}
//			}
//		}()
//	}

// A quitter is a worker that returns when a job has failed.
type quitter struct {
	ret      *ssa.Return
	start    ssaflow.Start
	receives token.Pos
}

// reportShrinkingPools reports workers that a loop starts for one channel and that return for the error of one job,
// which is only logged. Safe is a worker that hands the error on, does anything else when it fails, or defers more
// than to be counted: it may be what it works on that has failed.
func reportShrinkingPools(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		if reported[c] || len(c.Sends) == 0 {
			continue
		}
		q := shrinks(flow, c)
		if q == nil || p.Quiet(q.ret.Pos()) {
			continue
		}
		cur, ok := ssainstr.CursorAt(p, q.ret.Pos())
		if !ok {
			continue
		}
		for at := range cur.Enclosing((*ast.ReturnStmt)(nil)) {
			reported[c] = true
			p.Report(check.Finding{
				At: at.Node(),
				Message: fmt.Sprintf("each failed job ends one of the workers started at %s, and sends on %s block when none is left: the error is only logged, and nothing starts another worker",
					p.Where(q.start.Instr.Pos(), at.Node().Pos()), nameOf(c)),
				Trace: []check.Hop{{Pos: q.start.Instr.Pos(), Message: "started here"}},
				Fix:   fixQuitter(p, at, q),
			})
			break
		}
	}
}

// fixQuitter continues with the next job, where the innermost loop around the return is that which receives.
func fixQuitter(p *check.Pass, ret inspector.Cursor, q *quitter) *edit.Fix {
	for c := range ret.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, ok := c.Node().(ast.Stmt)
		if !ok || q.receives < loop.Pos() || q.receives >= loop.End() {
			return nil
		}
		e := p.Edit(ret.Node().Pos())
		e.Replace(ret.Node().Pos(), ret.Node().End(), "continue")
		return e.Fix("Continue with the next job", "the worker keeps running after a failure")
	}
	return nil
}

func nameOf(c *ssaflow.Class) string {
	if len(c.Fields) > 0 {
		return c.Fields[0].Name()
	}
	if name := ssaflow.Name(c.Makes[0]); name != "" {
		return name
	}
	return "the channel"
}

// shrinks returns the worker of a channel all of whose receivers are such workers.
func shrinks(flow *ssaflow.Flow, c *ssaflow.Class) (found *quitter) {
	for _, op := range slices.Concat(c.Receives, c.Ranges) {
		fn := op.Fn()
		loop := ssainstr.Innermost(ssainstr.LoopsOf(fn, nil), op.Instr.Block())
		if loop == nil || fn.Signature.Results().Len() > 0 || cleans(fn) {
			return nil
		}
		ret := leavesForJob(fn, loop, op)
		start, ok := poolOf(flow, fn)
		if ret == nil || !ok {
			return nil
		}
		found = &quitter{ret, start, op.Instr.Pos()}
	}
	return found
}

// poolOf returns the start in a loop that runs a function as a goroutine, if it is the only one.
func poolOf(flow *ssaflow.Flow, fn *ssa.Function) (found ssaflow.Start, ok bool) {
	for _, s := range flow.Starts() {
		bodies, _ := s.Runs()
		if !slices.Contains(bodies, fn) {
			continue
		}
		if ok || !lockset.Loops(s.Instr.Block()) || s.Starter == "time.AfterFunc" || ssaflow.Outermost(s.Instr.Parent()) == fn {
			return s, false
		}
		found, ok = s, true
	}
	return found, ok
}

// cleans reports whether a function defers more than to be counted down.
func cleans(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		d, ok := instr.(*ssa.Defer)
		if ok && ssaflow.Callee(&d.Call) != "(*sync.WaitGroup).Done" {
			return true
		}
	}
	return false
}

// leavesForJob returns the return by which a loop is left for the error of a call that gets what was received.
func leavesForJob(fn *ssa.Function, loop *ssainstr.Loop, op ssaflow.Op) *ssa.Return {
	for _, b := range fn.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !loop.Body[b] {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || !callmatch.IsError(cmp.X.Type()) || !ssainstr.IsNil(cmp.Y) || cmp.Op != token.NEQ || loop.Body[b.Succs[0]] {
			continue
		}
		call := ssainstr.CallOf(cmp.X)
		if call == nil || !loop.Body[call.Block()] || !getsJob(call, op) || !onlyLogged(cmp.X, 6) {
			continue
		}
		if ret, quiet := quietExit(b.Succs[0]); quiet {
			return ret
		}
	}
	return nil
}

// getsJob reports whether a call gets what was received, or is made on it.
func getsJob(call *ssa.Call, op ssaflow.Op) bool {
	return slices.ContainsFunc(call.Operands(nil), func(arg *ssa.Value) bool { return *arg != nil && fromReceive(*arg, op, 6) })
}

func fromReceive(v ssa.Value, op ssaflow.Op, depth int) bool {
	if at, ok := v.(ssa.Instruction); ok && at == op.Instr {
		return true
	}
	switch x := v.(type) {
	case *ssa.Alloc:
		return depth > 0 && slices.ContainsFunc(ssabuild.Referrers(x), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == x && fromReceive(store.Val, op, depth-1)
		})
	case *ssa.Phi, *ssa.Call, nil:
		return false
	case ssa.Instruction:
		return depth > 0 && slices.ContainsFunc(x.Operands(nil), func(o *ssa.Value) bool { return *o != nil && fromReceive(*o, op, depth-1) })
	}
	return false
}
