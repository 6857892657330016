package lifetime

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A CutOff is work of a goroutine that the end of the program may interrupt.
type CutOff struct {
	What string
	At   token.Pos
}

// A LostCall is one that stores or sends something.
type LostCall struct {
	CutOff
	TakesAway bool // does no more than that
	Sends     bool // stores nothing
}

// OfLost returns what speaks against a report of the goroutine that start begins, whose
// work is lost.
func (l *Lifetimes) OfLost(start ssaflow.Start, work *LostCall) []check.Doubt {
	at := start.Instr.Pos()
	list := l.OfProgram(at)
	if fn := start.Instr.Parent(); !l.Repeats(start.Instr, 4) && (l.StartsOnce(fn) || l.oncePerProgram(fn, 4)) {
		list = append(list, check.Doubting(verdict.Bootstrap, at))
	}
	if work.TakesAway || cleansUp(start) {
		list = append(list, check.Doubting(verdict.Cleanup, work.At))
	}
	if work.Sends {
		list = append(list, check.Doubting(verdict.Message, work.At))
	}
	if pause := beginsWithPause(start); pause.IsValid() {
		list = append(list, check.Doubting(verdict.Scheduled, pause))
	}
	if !l.asked {
		list = append(list, check.Doubting(verdict.NoSignals, at))
	}
	if l.p.SaysBeside(at, catalog.NotAwaitedPhrases...) || limitsItself(start) {
		list = append(list, check.Doubting(verdict.Deliberate, at))
	}
	return list
}

// limitsItself reports whether the goroutine makes a context with a deadline: it is to outlive its caller,
// but not for long.
func limitsItself(start ssaflow.Start) bool {
	return slices.ContainsFunc(start.Bodies, func(fn *ssa.Function) bool {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok && catalog.ContextEnds[ssaflow.Callee(&call.Call)] == "deadline" {
				return true
			}
		}
		return false
	})
}

// cleansUp reports whether the goroutine is a function that takes away what is no longer wanted, going by
// its name.
func cleansUp(start ssaflow.Start) bool {
	return slices.ContainsFunc(start.Bodies, func(fn *ssa.Function) bool {
		if fn.Object() != nil {
			return catalog.TakesAway(fn.Name())
		}
		calls := callees(fn)
		return len(calls) == 1 && catalog.TakesAway(calls[0].Name())
	})
}

// callees returns the functions that the calls of a literal name.
func callees(fn *ssa.Function) (list []*types.Func) {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if callee := ssaflow.Object(&call.Call); callee != nil {
			list = append(list, callee)
		}
	}
	return list
}

// beginsWithPause returns the pause with which a goroutine begins: its work is to be done later.
func beginsWithPause(start ssaflow.Start) token.Pos {
	for _, fn := range start.Bodies {
		if len(fn.Blocks) == 0 {
			continue
		}
		for _, instr := range fn.Blocks[0].Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if catalog.Sleeps[ssaflow.Callee(&call.Call)] {
					return call.Pos()
				}
				return token.NoPos
			}
		}
	}
	return token.NoPos
}
