package stopnotcalled

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// doubtsOf returns what speaks against a return without the call.
func doubtsOf(c *site.Case) (doubts []check.Doubt) {
	if takesBack(c.Fate) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, c.Fate.Closed[0].Pos()))
	}
	if mayTakeAway(c) {
		doubts = append(doubts, check.Doubting(verdict.NothingHeld, c.Call.Pos()))
	}
	return doubts
}

// takesBack reports whether only paths that fail call the function, and those that succeed leave
// without: it takes back what has been made, which otherwise remains.
func takesBack(fate *resource.Fate) bool {
	return !slices.ContainsFunc(fate.Leaks, func(l resource.Leak) bool { return fails(l.Exit) }) &&
		!slices.ContainsFunc(fate.Closed, func(call ssa.CallInstruction) bool {
			instrs := call.Block().Instrs
			return !fails(instrs[len(instrs)-1])
		})
}

// fails reports whether an instruction is a return with an error that is not nil.
func fails(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ssaflow.LastResult(ret)
	constant, ok := last.(*ssa.Const)
	return callmatch.IsError(last.Type()) && !(ok && constant.IsNil())
}

// mayTakeAway reports whether the function may remove what was there before, by its name, and comes from a
// method of an interface: what that has acquired is not known.
func mayTakeAway(c *site.Case) bool {
	recv := c.Func.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && slices.ContainsFunc(catalog.Words(c.Name), catalog.MayRemove)
}
