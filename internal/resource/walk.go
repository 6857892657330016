package resource

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A walk follows the paths from an opening.
type walk struct {
	t      *tracker
	o      *Opening
	fate   *Fate
	seen   map[string]bool
	leaks  map[ssa.Instruction]bool
	path   []*ssa.BasicBlock
	budget int
	asked  map[string]int // how often conditions of one text are asked for
	partly []*ssa.Call    // calls that close it with one outcome only
}

// A state is what is known on a path.
type state struct {
	value   map[ssa.Value]ssa.Value // of phis, and of variables
	holds   map[string]bool         // conditions that hold, or do not
	onError *ssa.Alloc              // a deferred literal closes the value where this error is not nil
}

func (s state) fork() state { return state{maps.Clone(s.value), maps.Clone(s.holds), s.onError} }

func (s state) key(b *ssa.BasicBlock) string {
	list := make([]string, 0, len(s.value)+len(s.holds))
	for k, v := range s.value {
		list = append(list, k.Name()+"="+v.Name())
	}
	for k, v := range s.holds {
		list = append(list, k+" "+strconv.FormatBool(v))
	}
	if s.onError != nil {
		list = append(list, "closes on "+s.onError.Name())
	}
	slices.Sort(list)
	return strconv.Itoa(b.Index) + " " + strings.Join(list, ",")
}

func (w *walk) run() {
	b := w.o.At.Block()
	w.count(b.Parent())
	start := slices.Index(b.Instrs, ssa.Instruction(w.o.At)) + 1
	w.block(b, start, state{make(map[ssa.Value]ssa.Value), w.dominating(b), nil})
	slices.SortFunc(w.fate.Leaks, func(a, b Leak) int { return int(a.Exit.Pos() - b.Exit.Pos()) })
}

// count notes the conditions that are asked for more than once.
func (w *walk) count(fn *ssa.Function) {
	w.asked = make(map[string]int)
	for _, b := range fn.Blocks {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			key, _ := text(branch.Cond)
			w.asked[key]++
		}
	}
}

// dominating returns the outcomes of the conditions that lead to b on each path.
func (w *walk) dominating(b *ssa.BasicBlock) map[string]bool {
	holds := make(map[string]bool)
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		key, negated := text(branch.Cond)
		for i, succ := range d.Succs {
			if _, known := holds[key]; !known && w.asked[key] > 1 && len(succ.Preds) == 1 && succ.Dominates(b) {
				holds[key] = (i == 0) != negated
			}
		}
	}
	return holds
}

// block follows the instructions of b from one of them on.
func (w *walk) block(b *ssa.BasicBlock, from int, st state) {
	if w.budget--; w.budget < 0 {
		w.fate.Cut = true
		return
	}
	w.path = append(w.path, b)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	for _, instr := range b.Instrs[from:] {
		if instr == ssa.Instruction(w.o.At) {
			w.again(instr)
			return
		}
		if u, ok := w.t.uses[instr]; ok {
			if cell := w.onError(instr); cell != nil {
				st.onError = cell
			} else if w.ends(u, st) {
				return
			}
		}
		switch instr := instr.(type) {
		case *ssa.Return:
			if st.onError == nil || w.staysOpen(st) {
				w.leak(instr)
			}
			return
		case *ssa.Call:
			if exits(&instr.Call) || ssaflow.ExitsInChain(&instr.Call) {
				return
			}
			forget(st.holds, instr)
		case *ssa.Store:
			if cell, ok := instr.Addr.(*ssa.Alloc); ok && w.follows(instr.Val.Type()) {
				st.value[cell] = w.resolve(instr.Val, st)
			}
			forgetStored(st.holds, instr)
		case ssa.Value:
			forget(st.holds, instr)
			if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL {
				if v, ok := st.value[load.X]; ok {
					st.value[load] = v
				}
			}
		}
	}
	w.branch(b, st)
}

// exits reports whether a call of a function value ends the process, by the name of the variable.
//
//	fatalf := func(format string, args ...any) { …; os.Exit(1) }
func exits(call *ssa.CallCommon) bool {
	switch v := call.Value.(type) {
	case *ssa.FreeVar:
		return fatal(v.Name())
	case *ssa.UnOp:
		switch cell := v.X.(type) {
		case *ssa.FreeVar:
			return fatal(cell.Name())
		case *ssa.Alloc:
			return fatal(cell.Comment)
		}
	case *ssa.MakeClosure:
		return returnsNever(v.Fn.(*ssa.Function))
	}
	return false
}

func fatal(name string) bool {
	return name != "" && catalog.Fatal(strings.ToUpper(name[:1])+name[1:])
}

// returnsNever reports whether a literal has no return.
func returnsNever(fn *ssa.Function) bool {
	for range ssaflow.Returns(fn) {
		return false
	}
	return fn.Blocks != nil
}

// ends reports whether a path ends at a use of the value, and notes what it does.
func (w *walk) ends(u use, st state) bool {
	if _, ok := u.instr.(*ssa.Select); ok {
		return false // which case it takes is known at the branch after it
	}
	if ret, ok := u.instr.(*ssa.Return); ok {
		for _, v := range ret.Results {
			if c, ok := w.resolve(v, st).(*ssa.Const); ok && (c.IsNil() || w.o.Path) {
				continue // another path returns it
			}
			if w.t.hides(w.resolve(v, st)) {
				w.fate.Hidden = append(w.fate.Hidden, Hop{ret, Returned})
				continue
			}
			_, held := w.t.held[v]
			if _, closure := w.resolve(v, st).(*ssa.MakeClosure); held || closure && u.way == Captured {
				w.fate.Gone = append(w.fate.Gone, Hop{ret, Returned})
				if by := w.failsOpen(w.resolve(v, st)); by != nil && !w.leaks[ret] {
					w.leaks[ret] = true
					w.fate.Leaks = append(w.fate.Leaks, Leak{ret, slices.Clone(w.path), by, nil})
				}
				return true
			}
		}
		return false
	}
	if w.closesPartly(u, st) {
		return false
	}
	if call, ok := u.instr.(ssa.CallInstruction); ok && u.borrowed && !slices.Contains(w.fate.Borrowers, call) {
		w.fate.Borrowers = append(w.fate.Borrowers, call)
	}
	if u.hidden {
		w.fate.Hidden = append(w.fate.Hidden, Hop{u.instr, u.way})
	}
	if _, call := u.instr.(ssa.CallInstruction); u.role == keeps || u.role == closes && !call {
		w.fate.Gone = append(w.fate.Gone, Hop{u.instr, u.way})
	}
	return u.role != uses
}

// again notes that the value is opened again while that of the last pass is open, unless the pass
// has appended it to a slice.
func (w *walk) again(at ssa.Instruction) {
	for _, kept := range w.t.appends {
		if slices.Contains(w.path, kept.Block()) {
			w.fate.Gone = append(w.fate.Gone, Hop{kept, Kept})
			return
		}
	}
	w.leak(at)
}

func (w *walk) leak(exit ssa.Instruction) {
	if !w.leaks[exit] {
		w.leaks[exit] = true
		l := Leak{exit, slices.Clone(w.path), nil, nil}
		for _, call := range w.partly {
			if slices.Contains(w.path, call.Block()) {
				l.Partly = call
			}
		}
		w.fate.Leaks = append(w.fate.Leaks, l)
	}
}

// follows reports whether the value of a variable of type t is tracked: conditions may test
// it.
func (w *walk) follows(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0 || w.o.Path && t.Info()&types.IsString != 0
	case *types.Interface, *types.Pointer, *types.Signature:
		return true
	}
	return false
}

// branch follows the successors of a block that a path may take.
func (w *walk) branch(b *ssa.BasicBlock, st state) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	for i, succ := range b.Succs {
		next := st.fork()
		if ok && !w.takes(branch.Cond, i == 0, next) || ok && i == 0 && w.sent(branch.Cond) {
			continue
		}
		w.enter(b, succ, st, next)
		if key := next.key(succ); !w.seen[key] {
			w.seen[key] = true
			w.block(succ, 0, next)
		}
	}
}

// enter gives the phis of a block their values.
func (w *walk) enter(from, to *ssa.BasicBlock, st, next state) {
	i := slices.Index(to.Preds, from)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return
		}
		if w.follows(phi.Type()) {
			next.value[phi] = w.resolve(phi.Edges[i], st)
		}
	}
}

// resolve returns what a value is on a path.
func (w *walk) resolve(v ssa.Value, st state) ssa.Value {
	for range 10 {
		known, ok := st.value[v]
		switch conv := v.(type) {
		case *ssa.ChangeInterface:
			known, ok = conv.X, true
		case *ssa.ChangeType:
			known, ok = conv.X, true
		}
		if !ok || known == v {
			break
		}
		v = known
	}
	return v
}
