package lockstate

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A CapturedRace is a write of a local variable that races with another access of it, where no
// access holds any lock: in a goroutine, and in the function that declares the variable, in another
// goroutine, or in a second one of the same start.
type CapturedRace struct {
	Pos    token.Pos       // of the write, or of the read where only that is in the goroutine
	Write  bool            // what is at Pos
	Other  token.Pos       // what it races with, the same for goroutines of one start
	Writes bool            // what is at Other
	Begins ssa.Instruction // starts the goroutine, or makes the handler
	Alike  bool            // goroutines of one start, in a loop
	Served bool            // a server calls the literal, for each request
	Map    bool            // both are about elements of a map
	Method string          // the method by which the write at one of the two happens, "" for an assignment
	Var    token.Pos       // where the variable is declared, as far as it is known
	All    []token.Pos     // the accesses in goroutines
	Doubts []Doubt
}

// A capture is one access of a local variable as the function that declares it sees it.
type capture struct {
	f      *Func
	instr  ssa.Instruction
	pos    token.Pos
	write  bool
	part   part
	method string
	locked bool            // a lock is held, or the only place of a channel
	at     ssa.Instruction // in the function that declares the variable
	start  *Func           // what at starts, nil when it runs in place
	served bool
	waited bool // the goroutine has waited for something before
	keeps  bool // what comes before may keep other goroutines out
}

// A part says what of a variable is accessed.
type part int

const (
	whole   part = iota
	element      // of the map that it holds
	process      // of the exec.Cmd that it holds
)

// CapturedRaces returns one race for each local variable that has any.
func (p *Package) CapturedRaces() []*CapturedRace {
	uses, order := p.captures()
	var list []*CapturedRace
	for _, v := range order {
		if c := p.capturedRace(v, uses[v]); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// captures returns the accesses of the local variables that a goroutine or a handler has as well,
// and the variables in order.
func (p *Package) captures() (map[ssa.Value][]*capture, []ssa.Value) {
	uses := make(map[ssa.Value][]*capture)
	var order []ssa.Value
	for _, f := range p.Funcs {
		if f.SSA.Synthetic != "" {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held State) {
			c := p.localOperand(instr)
			if c == nil || !c.pos.IsValid() {
				return
			}
			c.f, c.instr, c.locked = f, happens(instr), len(held) > 0 || p.hasToken(instr)
			c.keeps = p.keepsOut(instr)
			w := &captureWalk{p: p, of: c, seen: make(map[ssa.Instruction]bool)}
			w.up([]frame{{f: f, at: c.instr, obj: c.root}})
			for _, found := range w.list {
				if uses[found.root] == nil {
					order = append(order, found.root)
				}
				use := found.capture
				uses[found.root] = append(uses[found.root], &use)
			}
		})
	}
	return uses, order
}

// A localOperand is an access, and the variable in terms of the function that it is in.
type localOperand struct {
	capture
	root ssa.Value
}

// localOperand returns the access of a local variable, of elements of a map that one holds, or of
// the process of a command.
func (p *Package) localOperand(instr ssa.Instruction) *localOperand {
	content := func(m ssa.Value, write bool) *localOperand {
		if _, isMap := m.Type().Underlying().(*types.Map); !isMap {
			return nil
		}
		pos := instr.Pos()
		if load, ok := m.(*ssa.UnOp); ok {
			pos = loadPos(load)
		} else if name := nameOf(m, instr); name.IsValid() {
			pos = name
		}
		return newOperand(p.localMap(m), element, write, pos)
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		return newOperand(p.localAddress(instr.Addr), whole, true, instr.Pos())
	case *ssa.UnOp:
		if _, isMap := instr.Type().Underlying().(*types.Map); instr.Op == token.MUL && !isMap && !unused(instr) {
			return newOperand(p.localAddress(instr.X), whole, false, loadPos(instr))
		}
	case *ssa.FieldAddr:
		if callmatch.TypeName(callmatch.Deref(instr.X.Type())) == "os/exec.Cmd" && p.place(instr).Field.Name() == "Process" {
			return newOperand(p.place(instr.X).Root, process, false, instr.Pos())
		}
	case *ssa.MapUpdate:
		return content(instr.Map, true)
	case *ssa.Lookup:
		return content(instr.X, false)
	case *ssa.Range:
		return content(instr.X, false)
	case *ssa.Call:
		return p.calledLocal(instr, content)
	}
	return nil
}

func newOperand(root ssa.Value, of part, write bool, pos token.Pos) *localOperand {
	if root == nil || exempt(callmatch.Deref(root.Type())) {
		return nil
	}
	return &localOperand{capture{part: of, write: write, pos: pos}, root}
}

// nameOf returns where an instruction names a value that is in no variable of its own.
func nameOf(v ssa.Value, near ssa.Instruction) token.Pos {
	best := token.NoPos
	refs := v.Referrers()
	if refs == nil { // a constant: a nil map
		return best
	}
	for _, ref := range *refs {
		if d, ok := ref.(*ssa.DebugRef); ok && !d.IsAddr && d.Block() == near.Block() && d.Expr.Pos() <= near.Pos() && d.Expr.Pos() > best {
			best = d.Expr.Pos()
		}
	}
	return best
}

// calledLocal returns the access that a call makes: delete, len and clear of a map, and the methods
// that start a command.
func (p *Package) calledLocal(call *ssa.Call, content func(ssa.Value, bool) *localOperand) *localOperand {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && len(call.Call.Args) > 0 {
		switch b.Name() {
		case "delete", "clear":
			return content(call.Call.Args[0], true)
		case "len":
			return content(call.Call.Args[0], false)
		}
		return nil
	}
	fn, args := p.target(&call.Call)
	if fn == nil || len(args) == 0 || !catalog.StartsProcess[callmatch.Name(fn)] {
		return nil
	}
	c := newOperand(p.place(args[0]).Root, process, true, call.Pos())
	if c != nil {
		c.method = fn.Name()
	}
	return c
}

// localAddress returns the variable of which v is the address, or the parameter that is a pointer
// to it.
func (p *Package) localAddress(v ssa.Value) ssa.Value {
	if param, ok := v.(*ssa.Parameter); ok {
		if _, isStruct := callmatch.Deref(param.Type()).Underlying().(*types.Struct); isStruct {
			return nil
		}
		return param
	}
	if a := p.alloc(v); a != nil && a.Heap {
		return a
	}
	return nil
}

// localMap returns the variable that holds a map, the map itself if there is none, or the parameter
// that is the map.
func (p *Package) localMap(m ssa.Value) ssa.Value {
	switch m := m.(type) {
	case *ssa.UnOp:
		if a := p.alloc(m.X); a != nil {
			return a
		}
	case *ssa.MakeMap:
		return m
	case *ssa.Parameter:
		return m
	case *ssa.ChangeType:
		return p.localMap(m.X)
	}
	return nil
}

// A captureWalk follows an access to the function that declares the variable.
type captureWalk struct {
	p    *Package
	of   *localOperand
	list []localOperand
	seen map[ssa.Instruction]bool
}

func (w *captureWalk) up(frames []frame) {
	top := frames[len(frames)-1]
	if top.obj == nil || len(frames) > maxFrames || len(w.list) >= maxThreads {
		return
	}
	param, isParam := top.obj.(*ssa.Parameter)
	if !isParam && top.obj.Parent() == top.f.SSA {
		w.arrived(frames)
		return
	}
	if isParam && param.Parent() != top.f.SSA {
		return // captured by the literal: the callers of the function around it are not followed
	}
	if mc := w.p.closures[top.f.SSA]; mc != nil && !isParam && hasRequest(top.f.SSA) && handles(top.f.SSA) {
		c := w.of.capture
		c.at, c.start, c.served = mc, top.f, true
		w.list = append(w.list, localOperand{c, top.obj})
		return
	}
	for _, s := range top.f.sites {
		if s.value {
			s = w.p.handedTo(top.f, s)
		}
		if s.instr == nil || w.p.ranOnce(s.instr) != nil || w.seen[s.instr] || slices.ContainsFunc(frames, func(fr frame) bool { return fr.f == s.caller }) {
			continue
		}
		w.seen[s.instr] = true
		obj := w.argument(s, top)
		w.up(append(frames[:len(frames):len(frames)], frame{f: s.caller, at: s.instr, obj: obj, start: s.start}))
	}
}

// handedTo returns the call that hands a literal to a function which calls or starts it: of that
// one's callers, the only one that does so.
func (p *Package) handedTo(f *Func, s site) site {
	mc := p.closures[f.SSA]
	if mc == nil {
		return site{}
	}
	refs := slices.Clone(*mc.Referrers())
	for _, ref := range refs {
		if change, ok := ref.(*ssa.ChangeType); ok {
			refs = append(refs, *change.Referrers()...)
		}
	}
	for _, ref := range refs {
		if call, ok := ref.(ssa.CallInstruction); ok {
			return site{caller: p.byFunc[mc.Parent()], instr: call, start: s.start || s.began != nil}
		}
	}
	return site{}
}

// argument returns what a variable of the callee is in its caller.
func (w *captureWalk) argument(s site, top frame) ssa.Value {
	param, ok := top.obj.(*ssa.Parameter)
	if !ok || param.Parent() != top.f.SSA {
		return top.obj
	}
	call := s.instr.Common()
	if begun := w.p.begun(call); begun != nil {
		call = begun
	}
	_, args := w.p.target(call)
	i := slices.Index(top.f.SSA.Params, param)
	if i < 0 || i >= len(args) {
		return nil
	}
	switch {
	case w.of.part == element:
		return w.p.localMap(args[i])
	case w.of.part == process:
		return w.p.place(args[i]).Root
	}
	return w.p.localAddress(args[i])
}

// arrived notes the access in terms of the function that declares the variable.
func (w *captureWalk) arrived(frames []frame) {
	c := w.of.capture
	top := frames[len(frames)-1]
	c.at = top.at
	for i := len(frames) - 1; i > 0; i-- {
		if !frames[i].start {
			continue
		}
		if i < len(frames)-1 && !returnsBefore(w.p, frames[i]) {
			return // the function that starts the goroutine waits for it
		}
		c.start = frames[i-1].f
		c.waited = waitedIn(frames[:i])
		break
	}
	if _, deferred := c.at.(*ssa.Defer); deferred && c.start == nil {
		c.at = runDefers(c.at)
	}
	if c.at != nil {
		w.list = append(w.list, localOperand{c, top.obj})
	}
}

// runDefers returns where a function runs what a statement defers, nil if it waits for goroutines
// there as well.
func runDefers(deferred ssa.Instruction) ssa.Instruction {
	var end ssa.Instruction
	for _, b := range deferred.Parent().Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.RunDefers:
				if end == nil {
					end = instr
				}
			case *ssa.Defer:
				if instr != deferred {
					return nil
				}
			}
		}
	}
	return end
}

// returnsBefore reports whether the function that starts a goroutine may return while it runs.
func returnsBefore(p *Package, fr frame) bool {
	for _, b := range fr.f.SSA.Blocks {
		if ret, ok := lastOf(b).(*ssa.Return); ok {
			if (&ordering{p: p, from: fr.at, to: ret, start: p.Callee(fr.at.(ssa.CallInstruction).Common())}).open(false) {
				return true
			}
		}
	}
	return false
}

// capturedRace returns the race of one variable that is most certain.
func (p *Package) capturedRace(v ssa.Value, uses []*capture) *CapturedRace {
	if slices.ContainsFunc(uses, func(c *capture) bool { return c.locked }) || !slices.ContainsFunc(uses, func(c *capture) bool { return c.write && (c.start != nil || shares(uses)) }) {
		return nil
	}
	var best *CapturedRace
	var all []token.Pos
	for i, a := range uses {
		if a.start != nil {
			all = append(all, a.pos)
		}
		for _, b := range uses[i:] {
			if !a.write && !b.write || a.part != b.part || a.start == nil && b.start == nil || a.instr == b.instr && a.at != b.at && (a.start == nil || b.start == nil) {
				continue
			}
			c := p.racing(v, a, b)
			if c != nil && (best == nil || c.better(best)) {
				best = c
			}
		}
	}
	if best != nil {
		best.Var, best.All = declaredAt(v), all
	}
	return best
}

// declaredAt returns where the variable is declared that a value is the address of, or that holds it.
func declaredAt(v ssa.Value) token.Pos {
	if a, ok := v.(*ssa.Alloc); ok {
		return a.Pos()
	}
	for _, ref := range *v.Referrers() {
		if d, ok := ref.(*ssa.DebugRef); ok && d.Object() != nil {
			return d.Object().Pos()
		}
	}
	return token.NoPos
}

// shares reports whether a goroutine has one of the accesses.
func shares(uses []*capture) bool {
	return slices.ContainsFunc(uses, func(c *capture) bool { return c.start != nil })
}

// racing returns the race of two accesses, nil where the code orders them.
func (p *Package) racing(v ssa.Value, a, b *capture) *CapturedRace {
	if a.start == nil || !a.write && b.write && b.start != nil {
		a, b = b, a
	}
	if a.part == process && a.write {
		a, b = b, a
	}
	race := &CapturedRace{
		Pos: a.pos, Write: a.write, Other: b.pos, Writes: b.write, Begins: a.at, Alike: a.at == b.at, Served: a.served && b.served,
		Map: a.part == element, Method: cmp.Or(a.method, b.method),
	}
	if a.served && b.served {
		if a.keeps || b.keeps {
			race.Doubts = append(race.Doubts, Doubt{verdict.Ordered, a.pos})
		}
		return race
	}
	if a.start == nil {
		race.Begins = b.at
	}
	level := max(p.unordered(v, a, b), p.unordered(v, b, a))
	switch {
	case level == ordered:
		return nil
	case level == perhaps:
		race.Doubts = append(race.Doubts, Doubt{verdict.MayWait, a.pos})
	}
	if a.at != b.at && (a.waited || b.waited) || a.keeps || b.keeps || p.learned(a) || p.learned(b) {
		race.Doubts = append(race.Doubts, Doubt{verdict.Ordered, a.pos})
	}
	return race
}

// better compares two races by what lowers them, and prefers that of several goroutines, and the one
// whose first access is a write.
func (c *CapturedRace) better(than *CapturedRace) bool {
	rank := func(c *CapturedRace) int {
		rank := 4 * len(c.Doubts)
		if !c.Alike {
			rank += 2
		}
		if !c.Write {
			rank++
		}
		return rank
	}
	return rank(c) < rank(than)
}
