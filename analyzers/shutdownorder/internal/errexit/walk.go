package errexit

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

type walker struct {
	flow   *ssaflow.Flow
	is     string // the variable whose value the error is, "" for any
	in     *ssa.Function
	seen   map[ssa.Value]bool // where an error begins in a function
	exits  []*Exit
	blocks int
	joined bool // a group has been waited for
	told   bool // the path follows a test for the error
}

func (w *walker) exit(instr ssa.Instruction, panics bool) {
	w.exits = append(w.exits, &Exit{instr, w.in, panics, w.joined, w.told})
}

// from follows an error from the instruction that yields it.
func (w *walker) from(v ssa.Value) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	walk := &walk{walker: w, held: map[ssa.Value]bool{v: true}, blocks: make(map[*ssa.BasicBlock]bool)}
	if instr, ok := v.(ssa.Instruction); ok {
		walk.block(instr.Block(), slices.Index(instr.Block().Instrs, instr)+1)
	} else {
		walk.block(v.Parent().Blocks[0], 0)
	}
}

// A walk walks one function. held are the values that are the error or hold it, and the
// variables that it is stored in.
type walk struct {
	*walker
	held   map[ssa.Value]bool
	blocks map[*ssa.BasicBlock]bool
}

func (w *walk) block(b *ssa.BasicBlock, first int) {
	if w.walker.blocks++; w.blocks[b] && first == 0 || w.walker.blocks > maxBlocks {
		return
	}
	w.blocks[b] = true
	for _, instr := range b.Instrs[first:] {
		if !w.step(instr) {
			return
		}
	}
	if len(b.Succs) == 1 {
		w.enter(b, b.Succs[0])
	}
}

// enter continues in the next block, where phis take the error over.
func (w *walk) enter(from, to *ssa.BasicBlock) {
	at := slices.Index(to.Preds, from)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if w.held[phi.Edges[at]] {
			w.held[phi] = true
		}
	}
	w.block(to, 0)
}

// step follows the error through one instruction, and reports whether the path continues.
func (w *walk) step(instr ssa.Instruction) bool {
	if isWait(instr) {
		return false
	}
	switch instr := instr.(type) {
	case *ssa.Call:
		return w.call(instr)
	case *ssa.If:
		w.test(instr)
		return false
	case *ssa.Panic:
		if w.held[instr.X] {
			w.exit(instr, true)
		}
		return false
	case *ssa.Return:
		w.returned(instr)
		return false
	case *ssa.Send:
		if w.held[instr.X] {
			w.sent(instr.Chan)
		}
	case *ssa.Store:
		w.store(instr)
	case *ssa.UnOp:
		w.held[instr] = instr.Op == token.MUL && w.held[instr.X]
	case *ssa.MakeInterface:
		w.held[instr] = w.held[instr.X]
	case *ssa.ChangeInterface:
		w.held[instr] = w.held[instr.X]
	case *ssa.Slice:
		w.held[instr] = w.held[instr.X]
	}
	return true
}

// store notes what the error is put into: a variable, or the arguments of a variadic call.
func (w *walk) store(s *ssa.Store) {
	addr := s.Addr
	if elem, ok := addr.(*ssa.IndexAddr); ok {
		if w.held[s.Val] {
			w.held[elem.X] = true
		}
		return
	}
	w.held[addr] = w.held[s.Val]
}

// test continues where the error is not nil, and where it is the one that is asked for. Any other
// condition ends the path.
func (w *walk) test(branch *ssa.If) {
	if w.isNamed(branch.Cond) {
		before := w.told
		w.told = true
		w.enter(branch.Block(), branch.Block().Succs[0])
		w.told = before
		return
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return
	}
	if c, isConst := cmp.Y.(*ssa.Const); !isConst || !c.IsNil() || !w.held[cmp.X] {
		return
	}
	if cmp.Op == token.EQL {
		w.enter(branch.Block(), branch.Block().Succs[1])
		return
	}
	w.enter(branch.Block(), branch.Block().Succs[0])
}

// isNamed reports whether a condition is true for the error that is asked for: errors.Is(err, is), or
// err == is.
func (w *walk) isNamed(cond ssa.Value) bool {
	var with ssa.Value
	switch cond := cond.(type) {
	case *ssa.Call:
		if ssaflow.Callee(&cond.Call) != "errors.Is" || !w.held[cond.Call.Args[0]] {
			return false
		}
		with = cond.Call.Args[1]
	case *ssa.BinOp:
		if cond.Op != token.EQL || !w.held[cond.X] {
			return false
		}
		with = cond.Y
	}
	load, ok := with.(*ssa.UnOp)
	if !ok {
		return false
	}
	global, ok := load.X.(*ssa.Global)
	return ok && global.Pkg.Pkg.Path()+"."+global.Name() == w.is
}
