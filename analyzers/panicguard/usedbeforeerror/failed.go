package usedbeforeerror

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// failed returns the first use of a result that panics where the call has failed and its error has been tested:
// in the branch for the error, or after it, if that does not leave the function. No condition decides about
// the use but the test.
//
//	history, err := c.history(ctx, channel)
//	if err != nil {
//		log.Print(err)
//	}
//	for _, m := range history.Messages { … }
func failed(pass *analysis.Pass, call *ssa.Call) *use {
	last := call.Call.Signature().Results().Len() - 1
	err := failure.Result(call, last)
	if err == nil {
		return nil
	}
	test := testOf(err)
	branch := branchFor(test)
	if branch == nil {
		return nil
	}
	for _, i := range failure.Pointers(call) {
		result := failure.Result(call, i)
		if result == nil || failure.Kept(pass, call, i) {
			continue
		}
		if instr, after := firstUse(branch, call, result); instr != nil {
			return &use{instr: instr, result: i, test: test, after: after}
		}
	}
	return nil
}

// branchFor returns the block that a test of an error leads to where there is one, nil if nothing branches.
func branchFor(test *ssa.BinOp) *ssa.BasicBlock {
	if test == nil {
		return nil
	}
	succs := test.Block().Succs
	branch, ok := test.Block().Instrs[len(test.Block().Instrs)-1].(*ssa.If)
	if !ok || branch.Cond != ssa.Value(test) || test.Op != token.NEQ && test.Op != token.EQL {
		return nil
	}
	if test.Op == token.NEQ {
		return succs[0]
	}
	return succs[1]
}

// firstUse returns the first instruction from a block on that panics where v is nil, as far as no condition
// comes before it, and whether it is out of the branch that begins with the block.
func firstUse(branch *ssa.BasicBlock, made *ssa.Call, v ssa.Value) (use ssa.Instruction, after bool) {
	seen := make(map[*ssa.BasicBlock]bool)
	for b := branch; !seen[b]; b = b.Succs[0] {
		seen[b] = true
		after = after || b != branch && len(b.Preds) > 1
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && (call == made || ssaflow.ExitsInChain(&call.Call)) {
				return nil, false
			}
			if panics(instr, v) {
				return instr, after
			}
		}
		if len(b.Succs) != 1 {
			break
		}
	}
	return nil, false
}

// reportFailed reports a use where the call has failed. Of a function that may return a value beside its error
// it is doubtful, in the branch for the error more than after it.
func reportFailed(p *check.Pass, in *inspector.Inspector, call *ssa.Call, u *use) {
	stmt, made, name := placeOf(p, in, call, u)
	if made == nil {
		return
	}
	doubts := endingDoubts(u, made)
	known := catalog.FailsForPeer[ssaflow.Callee(&call.Call)] || failure.Nil(p.Pass, call, u.result)
	if !known && (!u.after || failure.MayKeep(p.Pass, call, u.result)) {
		doubts = append(doubts, check.Doubting(verdict.ValueBeside, made.Pos()))
	}
	where := "in the branch for the error at %s"
	if u.after {
		where = "after the test of the error at %s, which does not return"
	}
	where = fmt.Sprintf(where, p.Where(u.test.Pos(), u.instr.Pos()))
	p.Report(check.Finding{
		At:      stmt.Node(),
		Message: fmt.Sprintf("panic where %s fails: %s is nil then, and is used %s", p.Name(made.Fun), name, where),
		Trace:   []check.Hop{{Pos: made.Pos(), Message: "called here"}, {Pos: u.test.Pos(), Message: "the error is tested here"}},
		Doubts:  doubts,
		Fix:     fixFailed(p, in, u),
	})
}
