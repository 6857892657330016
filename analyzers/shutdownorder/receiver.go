package shutdownorder

import "golang.org/x/tools/go/ssa"

// unconditional reports whether every path through fn passes b, once.
func unconditional(fn *ssa.Function, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	var avoids func(x *ssa.BasicBlock) bool
	avoids = func(x *ssa.BasicBlock) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		if len(x.Succs) == 0 {
			return true
		}
		for _, s := range x.Succs {
			if avoids(s) {
				return true
			}
		}
		return false
	}
	return !avoids(fn.Blocks[0])
}

// receiverField returns the address of the field of fn's receiver that v was
// read from, nil if it was not.
func receiverField(fn *ssa.Function, v ssa.Value) *ssa.FieldAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok || original(addr.X) != ssa.Value(fn.Params[0]) {
		return nil
	}
	return addr
}

// original looks through the variable that a captured parameter is kept in.
func original(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	var stored ssa.Value
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(alloc) {
			if stored != nil {
				return v
			}
			stored = st.Val
		}
	}
	if stored == nil {
		return v
	}
	return stored
}

// stores reports whether fn assigns to the field at addr: it makes the channel
// anew, or forgets it.
func stores(fn *ssa.Function, addr *ssa.FieldAddr) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				if to, ok := st.Addr.(*ssa.FieldAddr); ok && to.Field == addr.Field && original(to.X) == original(addr.X) {
					return true
				}
			}
		}
	}
	return false
}
