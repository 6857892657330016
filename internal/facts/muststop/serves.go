package muststop

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// servesAfter reports whether every path from instr to a return of its function accepts
// connections: the call returns when serving has failed, and its caller can stop nothing
// before.
//
//	func (p *Proxy) Run() error {
//		go p.monitor()
//		for {
//			conn, err := p.listener.Accept()
//			…
func servesAfter(instr ssa.Instruction) bool {
	start := instr.Block()
	if accepts(start, instr) {
		return true
	}
	seen, list := map[*ssa.BasicBlock]bool{}, []*ssa.BasicBlock{start}
	for len(list) > 0 {
		b := list[len(list)-1]
		list = list[:len(list)-1]
		if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
			return false
		}
		for _, next := range b.Succs {
			if !seen[next] && !accepts(next, nil) {
				list = append(list, next)
			}
			seen[next] = true
		}
	}
	return true
}

// accepts reports whether a block, after the instruction behind if it is not nil, accepts
// connections.
func accepts(b *ssa.BasicBlock, behind ssa.Instruction) bool {
	passed := behind == nil
	for _, instr := range b.Instrs {
		call, ok := instr.(*ssa.Call)
		if ok && passed && catalog.Accepts[ssaflow.Callee(&call.Call)] {
			return true
		}
		passed = passed || instr == behind
	}
	return false
}
