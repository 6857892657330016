package lockstate

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Leak is a way out of a function on which a lock stays held that is given
// back on other ways.
type Leak struct {
	Op    Op
	At    ssa.CallInstruction // the acquisition
	Exit  ssa.Instruction     // the *ssa.Return, or At again, round a loop
	Held  bool                // on every way to Exit
	Path  []*ssa.BasicBlock   // from At to Exit
	Frees ssa.CallInstruction // where another way releases it
}

// Leaks returns the leaks of f, in source order. Locks that are handed over are
// none: those that some other function of the package releases without having
// acquired them, or that f returns a release function for.
func (f *Func) Leaks() []Leak {
	if f.ranges() {
		return nil
	}
	var list []Leak
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		for _, op := range f.pkg.Ops(&call.Call) {
			if op.Acquire && op.Net && !op.Try && !f.pkg.handedOver(f, op) {
				list = append(list, f.leaks(call, op)...)
			}
		}
	})
	slices.SortStableFunc(list, func(a, b Leak) int { return int(a.At.Pos() - b.At.Pos()) })
	return list
}

// ranges reports whether f has bodies of range-over-func loops, whose jumps are
// calls in disguise.
func (f *Func) ranges() bool {
	return f.SSA.Synthetic != "" || slices.ContainsFunc(f.SSA.AnonFuncs, func(fn *ssa.Function) bool { return fn.Synthetic != "" })
}

// handedOver reports whether the lock may be released elsewhere.
func (p *Package) handedOver(f *Func, op Op) bool {
	if op.Key != "" && p.unpaired()[op.Key] {
		return true
	}
	for _, e := range f.Summary.Result {
		if !e.Acquire && (e.Key == op.Key || e.Fields == op.Fields) {
			return true
		}
	}
	return p.unpairedPaths[op.Path]
}

// unpaired returns the keys of the locks that some function releases without
// having acquired them.
func (p *Package) unpaired() map[string]bool {
	if p.unpairedKeys != nil {
		return p.unpairedKeys
	}
	p.unpairedKeys, p.unpairedPaths = make(map[string]bool), make(map[Path]bool)
	for _, f := range p.Funcs {
		if f.inPlace && !f.started() {
			continue // runs as a part of the function around it
		}
		if !f.relevant() {
			continue
		}
		f.alone().Walk(func(instr ssa.Instruction, held State) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				p.escaping(instr)
				return
			}
			for _, arg := range call.Common().Args {
				p.release(p.opsOfValue(arg))
			}
			for _, op := range p.Ops(call.Common()) {
				if !op.Acquire && !held.May(op.Path) {
					p.release([]Op{op})
				}
			}
		})
	}
	return p.unpairedKeys
}

// started reports whether f, a literal, runs as a goroutine.
func (f *Func) started() bool {
	return slices.ContainsFunc(f.sites, func(s site) bool {
		_, ok := s.instr.(*ssa.Go)
		return ok
	})
}

// escaping notes release functions that are stored or sent.
func (p *Package) escaping(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if p.alloc(instr.Addr) == nil {
			p.release(p.opsOfValue(instr.Val))
		}
	case *ssa.Send:
		p.release(p.opsOfValue(instr.X))
	case *ssa.MapUpdate:
		p.release(p.opsOfValue(instr.Value))
	case *ssa.Phi:
		for _, e := range instr.Edges {
			p.release(p.opsOfValue(e)) // called through a variable that changes
		}
	case *ssa.MakeInterface:
		p.release(p.opsOfValue(instr.X))
	}
}

func (p *Package) release(ops []Op) {
	for _, op := range ops {
		if !op.Acquire {
			p.unpairedPaths[op.Path] = true
			if op.Key != "" {
				p.unpairedKeys[op.Key] = true
			}
		}
	}
}

// search looks for ways from one acquisition to the end of its function.
type search struct {
	f      *Func
	at     *ssa.Call
	op     Op
	held   map[*ssa.Return]State
	frees  ssa.CallInstruction
	seen   map[string]bool
	path   []*ssa.BasicBlock
	leaks  map[ssa.Instruction]Leak
	budget int
}

func (f *Func) leaks(at *ssa.Call, op Op) []Leak {
	s := &search{f: f, at: at, op: op, seen: make(map[string]bool), leaks: make(map[ssa.Instruction]Leak), budget: 4000}
	if !s.paired() {
		return nil
	}
	s.held = f.returns()
	block := at.Block()
	s.walk(block, slices.Index(block.Instrs, ssa.Instruction(at))+1, f.dominating(block))
	if s.budget <= 0 {
		return nil // too many ways to be sure of anything
	}
	var list []Leak
	for _, l := range s.leaks {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Leak) int { return int(a.Exit.Pos() - b.Exit.Pos()) })
	return list
}

// paired reports whether f releases the lock somewhere by the same name and
// nowhere by another, and not in a deferred call that was registered before.
func (s *search) paired() bool {
	ok := false
	for _, b := range s.f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, isCall := instr.(ssa.CallInstruction)
			if !isCall {
				continue
			}
			for _, op := range s.f.pkg.Ops(call.Common()) {
				if op.Acquire || op.Key != s.op.Key && op.Path != s.op.Path {
					continue
				}
				if op.Path != s.op.Path {
					return false
				}
				if _, deferred := instr.(*ssa.Defer); precedes(instr, s.at) && (deferred || s.f.reachesUnlocked(call, op.Path)) {
					return false
				}
				if !ok {
					s.frees = call
				}
				ok = true
			}
		}
	}
	return ok
}

// reachesUnlocked reports whether a way leads from the entry to a call without an
// acquisition of the lock at path: the caller holds it.
func (f *Func) reachesUnlocked(target ssa.CallInstruction, path Path) bool {
	seen := make(blockSet, len(f.SSA.Blocks))
	for work := []*ssa.BasicBlock{f.SSA.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen.has(b) {
			continue
		}
		seen[b.Index] = true
		met := slices.IndexFunc(b.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(*ssa.Call)
			return ok && (instr == ssa.Instruction(target) || slices.ContainsFunc(f.pkg.Ops(&call.Call), func(op Op) bool {
				return op.Path == path && op.Acquire && op.Net
			}))
		})
		if met < 0 {
			work = append(work, b.Succs...)
		} else if b.Instrs[met] == ssa.Instruction(target) {
			return true
		}
	}
	return false
}

// walk follows the instructions of b from index on. facts are the outcomes of
// the branches taken so far, by the text of their condition.
func (s *search) walk(b *ssa.BasicBlock, index int, facts map[string]bool) {
	s.budget--
	if s.budget <= 0 {
		return
	}
	key := fmt.Sprint(b.Index, index, facts)
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	s.path = append(s.path, b)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	for _, instr := range b.Instrs[index:] {
		if s.ends(instr) {
			return
		}
		if _, phi := instr.(*ssa.Phi); phi {
			continue // see enter
		}
		if v, ok := instr.(ssa.Value); ok {
			forget(facts, v.Name())
		}
	}
	s.branch(b, facts)
}

// ends reports whether instr is where the way ends, and notes a leak if the lock
// is still held there.
func (s *search) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Return:
		s.leak(instr)
		return true
	case *ssa.Panic:
		return true
	case ssa.CallInstruction:
		if instr == ssa.CallInstruction(s.at) {
			s.leak(instr)
			return true
		}
		for _, op := range s.f.pkg.Ops(instr.Common()) {
			if op.Path == s.op.Path && (!op.Acquire || op.Net && !op.Try) {
				return true // released, or a double lock, which is another matter
			}
		}
	}
	held := State{s.op.Lock: Hold{Op: s.op, Pos: s.at.Pos()}}
	s.f.renamed(instr, held)
	return !held.May(s.op.Path)
}

func (s *search) leak(exit ssa.Instruction) {
	if _, ok := s.leaks[exit]; ok {
		return
	}
	l := Leak{Op: s.op, At: s.at, Exit: exit, Path: slices.Clone(s.path), Frees: s.frees}
	if ret, ok := exit.(*ssa.Return); ok {
		h, held := s.held[ret][s.op.Lock]
		l.Held = held && h.Must
	}
	s.leaks[exit] = l
}

func (s *search) branch(b *ssa.BasicBlock, facts map[string]bool) {
	branch, ok := lastOf(b).(*ssa.If)
	for i, succ := range b.Succs {
		next := maps.Clone(facts)
		if ok {
			key, negated := s.f.pkg.condition(branch.Cond)
			outcome := (i == 0) != negated
			if value, isConst := constBool(branch.Cond); isConst && value != (i == 0) {
				continue
			}
			if value, known := facts[key]; known && value != outcome {
				continue
			}
			if key != "" {
				next[key] = outcome
			}
		}
		s.enter(b, succ, next)
		s.walk(succ, 0, next)
	}
}

// enter carries what is known of operands over to the phis of succ.
func (s *search) enter(from, succ *ssa.BasicBlock, facts map[string]bool) {
	for i, pred := range succ.Preds {
		if pred != from {
			continue
		}
		for _, instr := range succ.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				return
			}
			value, known := constBool(phi.Edges[i])
			key, negated := s.f.pkg.condition(phi.Edges[i])
			if outcome, ok := facts[key]; ok && !known {
				value, known = outcome != negated, true
			}
			forget(facts, phi.Name())
			if known {
				facts[phi.Name()] = value
			}
			if isNil, ok := nilness(phi.Edges[i]); ok {
				facts[nilKey(phi.Name())] = isNil
			}
		}
		return
	}
}

// nilness reports whether v is known to be nil or not nil.
func nilness(v ssa.Value) (isNil, known bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return true, v.Value == nil && !isBasic(v.Type())
	case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeMap, *ssa.Function:
		return false, true
	}
	return false, false
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

func nilKey(name string) string { return "(" + name + "==nil)" }

// condition returns a text for v and whether v is its negation, so that a
// condition and its opposite have one text.
func (p *Package) condition(v ssa.Value) (key string, negated bool) {
	for {
		not, ok := v.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		v, negated = not.X, !negated
	}
	if cmp, ok := v.(*ssa.BinOp); ok && cmp.Op == token.NEQ {
		key = p.pure(cmp, 6)
		if i := strings.LastIndex(key, "!="); i >= 0 && strings.Count(key, "!=") == 1 {
			return key[:i] + "==" + key[i+2:], !negated
		}
		return key, negated
	}
	return p.pure(v, 6), negated
}

func constBool(v ssa.Value) (value, ok bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}

// forget drops what is known of conditions that mention a value which is
// computed anew.
func forget(facts map[string]bool, name string) {
	for key := range facts {
		if strings.Contains(key, name) {
			delete(facts, key)
		}
	}
}

// dominating returns the outcomes of the branches that lead to b on every way.
func (f *Func) dominating(b *ssa.BasicBlock) map[string]bool {
	facts := make(map[string]bool)
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := lastOf(d).(*ssa.If)
		if !ok {
			continue
		}
		key, negated := f.pkg.condition(branch.Cond)
		for i, succ := range d.Succs {
			if key != "" && len(succ.Preds) == 1 && succ.Dominates(b) {
				if _, ok := facts[key]; !ok {
					facts[key] = (i == 0) != negated
				}
			}
		}
	}
	return facts
}

// HeldAfter reports whether lock is held for sure at the end of b.
func (f *Func) HeldAfter(b *ssa.BasicBlock, lock Lock) bool {
	held := false
	last := lastOf(b)
	f.Walk(func(instr ssa.Instruction, st State) {
		if instr == last {
			h, ok := st[lock]
			held = ok && h.Must
		}
	})
	return held
}
