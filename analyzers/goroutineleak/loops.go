package goroutineleak

import "golang.org/x/tools/go/ssa"

// A loop is a natural loop of a control-flow graph.
type loop struct {
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool // head included
}

// loopsOf returns the natural loops of fn that do not contain except.
func loopsOf(fn *ssa.Function, except *ssa.BasicBlock) []loop {
	byHead := make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool)
	var list []loop
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			body := byHead[head]
			if body == nil {
				body = map[*ssa.BasicBlock]bool{head: true}
				byHead[head] = body
				list = append(list, loop{head, body})
			}
			addLoop(body, b)
		}
	}
	kept := list[:0]
	for _, l := range list {
		if except == nil || !l.body[except] {
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

// innermost returns the smallest loop around b, or nil.
func innermost(loops []loop, b *ssa.BasicBlock) *loop {
	var found *loop
	for i, l := range loops {
		if l.body[b] && (found == nil || len(l.body) < len(found.body)) {
			found = &loops[i]
		}
	}
	return found
}
