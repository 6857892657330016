package ssaflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// An Exits determines whether functions can return if some of the sources they wait for
// never fire.
type Exits struct {
	flow  *Flow
	stuck func(*Source) bool
	// Cut collects the instructions at which a path ended because its source is
	// stuck, with the source, in the order they were met.
	Cut  []Wait
	memo map[*ssa.Function]outcome
	stay map[*ssa.Function]*walk // of functions without an exit
}

// A Wait is an instruction that waits for, or tests, a source. Value is the
// channel, context or condition.
type Wait struct {
	Instr  ssa.Instruction
	Value  ssa.Value
	Source *Source
}

type outcome int

const (
	unknown outcome = iota
	underway
	never   // no exit is reachable
	returns // a return is reachable, or the end of the goroutine or process
)

// Exits determines which functions can return if the sources that stuck accepts never fire.
// A nil stuck accepts none.
func (f *Flow) Exits(stuck func(*Source) bool) *Exits {
	if stuck == nil {
		stuck = func(*Source) bool { return false }
	}
	return &Exits{flow: f, stuck: stuck, memo: make(map[*ssa.Function]outcome), stay: make(map[*ssa.Function]*walk)}
}

// Reachable reports whether control that enters fn can leave it: by a return, a
// panic, runtime.Goexit or the end of the process. Callees whose body is not
// known return.
func (e *Exits) Reachable(fn *ssa.Function) bool {
	switch e.memo[fn] {
	case never:
		return false
	case returns, underway: // a recursive call returns, if the others do
		return true
	}
	e.memo[fn] = underway
	w := &walk{e: e, seen: make(map[*ssa.BasicBlock]bool)}
	if w.block(fn.Blocks[0]) {
		e.memo[fn] = returns
		return true
	}
	e.memo[fn], e.stay[fn] = never, w
	return false
}

// Loop returns the loop that keeps fn, a function without an exit, from returning: its
// blocks, which may be those of a callee. It returns nil if fn blocks forever in one place.
func (e *Exits) Loop(fn *ssa.Function) []*ssa.BasicBlock {
	w := e.stay[fn]
	if w == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		if !w.seen[b] {
			continue
		}
		if loop := w.cycle(b); loop != nil {
			return loop
		}
	}
	if w.trap != nil {
		return e.Loop(w.trap)
	}
	return nil
}

// Endless returns a loop that fn may come to and that control cannot leave, nil where there is
// none: its blocks, which may be those of a callee. A return in front of the loop ends nothing
// that is in it.
func (e *Exits) Endless(fn *ssa.Function) []*ssa.BasicBlock {
	if !e.Reachable(fn) {
		return e.Loop(fn)
	}
	for _, b := range fn.Blocks {
		w := &walk{e: e, seen: make(map[*ssa.BasicBlock]bool)}
		if b == fn.Recover || w.block(b) {
			continue
		}
		if loop := w.cycle(b); loop != nil {
			return loop
		}
		if w.trap != nil {
			return e.Loop(w.trap)
		}
	}
	return nil
}

// Span returns the first and the last position in blocks.
func Span(blocks []*ssa.BasicBlock) (first, last token.Pos) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			pos := instr.Pos()
			if _, ok := instr.(*ssa.Phi); ok || !pos.IsValid() {
				continue
			}
			if !first.IsValid() || pos < first {
				first = pos
			}
			last = max(last, pos)
		}
	}
	return first, last
}

// HandlesSignals reports whether code in blocks waits for signals of the operating system: a
// loop of it is there for the life of the process.
func HandlesSignals(blocks []*ssa.BasicBlock) bool {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW && callmatch.IsSignals(instr.X.Type()) {
					return true
				}
			case *ssa.Select:
				for _, s := range instr.States {
					if callmatch.IsSignals(s.Chan.Type()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Unavoidable reports whether its function cannot return without running instr, unless it
// recovers from a panic.
func Unavoidable(instr ssa.Instruction) bool {
	for _, b := range instr.Parent().Blocks {
		_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && b != b.Parent().Recover && !instr.Block().Dominates(b) {
			return false
		}
	}
	return true
}
