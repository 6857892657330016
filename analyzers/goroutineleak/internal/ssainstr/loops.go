package ssainstr

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// A Loop is a natural loop of a control-flow graph.
type Loop struct {
	Head *ssa.BasicBlock
	Body map[*ssa.BasicBlock]bool // head included
}

// Blocks returns the blocks of the loop in the order that the function has them: what is
// reported of them is the same in each run.
func (l *Loop) Blocks() iter.Seq[*ssa.BasicBlock] {
	return func(yield func(*ssa.BasicBlock) bool) {
		for _, b := range l.Head.Parent().Blocks {
			if l.Body[b] && !yield(b) {
				return
			}
		}
	}
}

// LoopsOf returns the natural loops of fn that do not contain except.
func LoopsOf(fn *ssa.Function, except *ssa.BasicBlock) []Loop {
	byHead := make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool)
	var list []Loop
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			body := byHead[head]
			if body == nil {
				body = map[*ssa.BasicBlock]bool{head: true}
				byHead[head] = body
				list = append(list, Loop{head, body})
			}
			addLoop(body, b)
		}
	}
	kept := list[:0]
	for _, l := range list {
		if except == nil || !l.Body[except] {
			kept = append(kept, l)
		}
	}
	return kept
}

// addLoop adds b and all that leads to it inside the loop.
func addLoop(body map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	if body[b] {
		return
	}
	body[b] = true
	for _, pred := range b.Preds {
		addLoop(body, pred)
	}
}

// Innermost returns the smallest loop around b, or nil.
func Innermost(loops []Loop, b *ssa.BasicBlock) *Loop {
	var found *Loop
	for i, l := range loops {
		if l.Body[b] && (found == nil || len(l.Body) < len(found.Body)) {
			found = &loops[i]
		}
	}
	return found
}
