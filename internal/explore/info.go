package explore

import (
	"golang.org/x/tools/go/ssa"
)

// A funcInfo numbers the registers of a function.
type funcInfo struct {
	fn   *ssa.Function
	regs map[ssa.Value]int
	live map[ssa.Instruction][]int // registers that are not read from here on
	outs [][]bool                  // per block, what is read in it or after it
	runs map[*ssa.BasicBlock]way   // per block that ends with a branch
}

// A way says which branch at the end of a block runs a loop once more: none where both do, or neither.
type way int

const (
	noLoop way = iota
	whenTrue
	whenFalse
)

// runsAgain returns the branch of b that runs its loop once more.
func (info *funcInfo) runsAgain(b *ssa.BasicBlock) way {
	w, ok := info.runs[b]
	if ok {
		return w
	}
	switch yes, no := leadsTo(b.Succs[0], b), leadsTo(b.Succs[1], b); {
	case yes && !no:
		w = whenTrue
	case no && !yes:
		w = whenFalse
	}
	info.runs[b] = w
	return w
}

// leadsTo reports whether control gets from the start of one block to that of another.
func leadsTo(from, to *ssa.BasicBlock) bool {
	seen := make([]bool, len(from.Parent().Blocks))
	for next := []*ssa.BasicBlock{from}; len(next) > 0; {
		b := next[len(next)-1]
		next = next[:len(next)-1]
		if b == to {
			return true
		}
		if !seen[b.Index] {
			seen[b.Index] = true
			next = append(next, b.Succs...)
		}
	}
	return false
}

func (m *machine) info(fn *ssa.Function) *funcInfo {
	if info := m.infos[fn]; info != nil {
		return info
	}
	info := &funcInfo{fn: fn, regs: make(map[ssa.Value]int), live: make(map[ssa.Instruction][]int), runs: make(map[*ssa.BasicBlock]way)}
	m.infos[fn] = info
	for _, p := range fn.Params {
		info.regs[p] = len(info.regs)
	}
	for _, v := range fn.FreeVars {
		info.regs[v] = len(info.regs)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				info.regs[v] = len(info.regs)
			}
		}
	}
	info.flow()
	return info
}

// flow computes what is read in each block or after it.
func (info *funcInfo) flow() {
	blocks := info.fn.Blocks
	info.outs = make([][]bool, len(blocks))
	for i := range blocks {
		info.outs[i] = make([]bool, len(info.regs))
	}
	for changed := true; changed; {
		changed = false
		for i := len(blocks) - 1; i >= 0; i-- {
			if info.transfer(blocks[i]) {
				changed = true
			}
		}
	}
}

// transfer computes what is live at the start of b.
func (info *funcInfo) transfer(b *ssa.BasicBlock) bool {
	in := info.liveOut(b)
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		info.backwards(b.Instrs[i], in)
	}
	changed := false
	for r, on := range in {
		if on && !info.outs[b.Index][r] {
			info.outs[b.Index][r], changed = true, true
		}
	}
	return changed
}

// liveOut returns what is live at the end of b.
func (info *funcInfo) liveOut(b *ssa.BasicBlock) []bool {
	out := make([]bool, len(info.regs))
	for _, s := range b.Succs {
		for r, on := range info.outs[s.Index] {
			out[r] = out[r] || on
		}
		for _, instr := range s.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			for i, pred := range s.Preds {
				if r, ok := info.regs[phi.Edges[i]]; ok && pred == b {
					out[r] = true
				}
			}
		}
	}
	return out
}

func (info *funcInfo) backwards(instr ssa.Instruction, live []bool) {
	if v, ok := instr.(ssa.Value); ok {
		live[info.regs[v]] = false
	}
	switch instr.(type) {
	case *ssa.Phi, *ssa.DebugRef:
		return
	}
	for _, p := range instr.Operands(nil) {
		if *p == nil {
			continue
		}
		if r, ok := info.regs[*p]; ok {
			live[r] = true
		}
	}
}

// dead returns the registers that are not read after the instruction at pc has been
// completed, or is run once more.
func (info *funcInfo) dead(b *ssa.BasicBlock, pc int) []int {
	at := b.Instrs[pc]
	if list, ok := info.live[at]; ok {
		return list
	}
	live := info.liveOut(b)
	for i := len(b.Instrs) - 1; i >= pc; i-- {
		info.backwards(b.Instrs[i], live)
	}
	if info.fn.Recover != nil {
		for r, on := range info.outs[info.fn.Recover.Index] {
			live[r] = live[r] || on
		}
	}
	list := []int{}
	for r, on := range live {
		if !on {
			list = append(list, r)
		}
	}
	info.live[at] = list
	return list
}

// back reports whether the edge from a to b closes a loop.
func back(a, b *ssa.BasicBlock) bool { return b.Dominates(a) }
