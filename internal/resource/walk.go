package resource

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
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
}

// A state is what is known on a path.
type state struct {
	value map[ssa.Value]ssa.Value // of phis, and of variables
	holds map[string]bool         // conditions that hold, or do not
}

func (s state) fork() state { return state{maps.Clone(s.value), maps.Clone(s.holds)} }

func (s state) key(b *ssa.BasicBlock) string {
	var list []string
	for k, v := range s.value {
		list = append(list, k.Name()+"="+v.Name())
	}
	for k, v := range s.holds {
		list = append(list, fmt.Sprint(k, v))
	}
	slices.Sort(list)
	return fmt.Sprint(b.Index, " ", strings.Join(list, ","))
}

func (w *walk) run() {
	b := w.o.At.Block()
	w.count(b.Parent())
	start := slices.Index(b.Instrs, ssa.Instruction(w.o.At)) + 1
	w.block(b, start, state{make(map[ssa.Value]ssa.Value), w.dominating(b)})
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
			w.leak(instr)
			return
		}
		if u, ok := w.t.uses[instr]; ok && w.ends(u, st) {
			return
		}
		switch instr := instr.(type) {
		case *ssa.Return:
			w.leak(instr)
			return
		case *ssa.Call:
			if exits(&instr.Call) {
				return
			}
			forget(st.holds, "<"+instr.Name()+">")
		case *ssa.Store:
			if cell, ok := instr.Addr.(*ssa.Alloc); ok && follows(instr.Val.Type()) {
				st.value[cell] = w.resolve(instr.Val, st)
			}
			forget(st.holds, operand(instr.Addr, 4))
		case ssa.Value:
			forget(st.holds, "<"+instr.Name()+">")
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
	if ret, ok := u.instr.(*ssa.Return); ok {
		for _, v := range ret.Results {
			if c, ok := w.resolve(v, st).(*ssa.Const); ok && c.IsNil() {
				continue // another path returns it
			}
			if _, ok := w.t.held[v]; ok {
				w.fate.Gone = append(w.fate.Gone, Hop{ret, Returned})
				return true
			}
		}
		return false
	}
	if call, ok := u.instr.(ssa.CallInstruction); ok && u.lent && !slices.Contains(w.fate.Lent, call) {
		w.fate.Lent = append(w.fate.Lent, call)
	}
	if _, call := u.instr.(ssa.CallInstruction); u.role == keeps || u.role == closes && !call {
		w.fate.Gone = append(w.fate.Gone, Hop{u.instr, u.way})
	}
	return u.role != uses
}

func (w *walk) leak(exit ssa.Instruction) {
	if !w.leaks[exit] {
		w.leaks[exit] = true
		w.fate.Leaks = append(w.fate.Leaks, Leak{exit, slices.Clone(w.path)})
	}
}

// follows reports whether the value of a variable of type t is worth knowing: conditions ask for it.
func follows(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// branch follows the successors of a block that a path may take.
func (w *walk) branch(b *ssa.BasicBlock, st state) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	for i, succ := range b.Succs {
		next := st.fork()
		if ok && !w.takes(branch.Cond, i == 0, next) {
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
		if follows(phi.Type()) {
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

// takes reports whether a condition may have an outcome on a path, and notes that it has.
func (w *walk) takes(cond ssa.Value, outcome bool, st state) bool {
	cond = w.resolve(cond, st)
	for { // the negations
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, outcome = w.resolve(not.X, st), !outcome
	}
	if call, ok := cond.(*ssa.Call); ok && !outcome && w.drained(call) {
		return false // and closed
	}
	if is, known := w.outcome(cond, st); known {
		return is == outcome
	}
	key, negated := text(cond)
	if err := w.tested(cond, st); err != nil {
		key = "<" + err.Name() + ">==nil"
	} else if key == "" || w.asked[key] < 2 {
		return true
	}
	if is, known := st.holds[key]; known {
		return is == (outcome != negated)
	}
	st.holds[key] = outcome != negated
	return true
}

// tested returns the error that a condition compares with nil, as it is known on a path.
func (w *walk) tested(cond ssa.Value, st state) ssa.Value {
	bin, ok := cond.(*ssa.BinOp)
	if !ok || bin.Op != token.EQL && bin.Op != token.NEQ || !isNil(bin.Y) || !callmatch.IsError(bin.X.Type()) {
		return nil
	}
	return w.resolve(bin.X, st)
}

// outcome returns what a condition is on a path on which opening has not failed.
func (w *walk) outcome(cond ssa.Value, st state) (is, known bool) {
	switch cond := cond.(type) {
	case *ssa.Extract: // f, ok, err := open(path)
		if at, ok := w.o.At.(ssa.Value); ok && cond.Tuple == at {
			return true, true
		}
	case *ssa.Const:
		if cond.Value != nil && cond.Value.Kind() == constant.Bool {
			return constant.BoolVal(cond.Value), true
		}
	case *ssa.Call: // os.IsNotExist(err)
		if slices.ContainsFunc(cond.Call.Args, func(arg ssa.Value) bool { return w.opened(w.resolve(arg, st)) }) {
			return false, true
		}
	case *ssa.BinOp:
		if cond.Op != token.EQL && cond.Op != token.NEQ {
			return false, false
		}
		x, y := w.resolve(cond.X, st), w.resolve(cond.Y, st)
		if isNil(x) {
			x, y = y, x
		}
		switch {
		case isNil(y):
			isNil, known := w.nilness(x)
			return isNil == (cond.Op == token.EQL), known
		case w.opened(x) || w.opened(y), x == w.o.Value || y == w.o.Value: // err == io.EOF, f == os.Stdin
			return cond.Op == token.NEQ, true
		}
	}
	return false, false
}

// drained reports whether a call that returns false has closed what is opened, at its end.
//
//	for rows.Next() {
func (w *walk) drained(call *ssa.Call) bool {
	if !w.o.Drains || named(&call.Call) != "Next" {
		return false
	}
	return slices.ContainsFunc(append([]ssa.Value{call.Call.Value}, call.Call.Args...), func(v ssa.Value) bool {
		holder, held := w.t.held[v]
		return held && !holder
	})
}

// opened reports whether v is the error of opening.
func (w *walk) opened(v ssa.Value) bool {
	return w.o.Err != nil && v == w.o.Err || w.ownError(v)
}

// ownError reports whether v is the error in a field of what is opened, read before anything
// else is done with it.
//
//	tx := db.Begin()
//	if tx.Error != nil {
func (w *walk) ownError(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !callmatch.IsError(v.Type()) {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && field.X == w.o.Value
}

// nilness reports whether v is nil, if that is known.
func (w *walk) nilness(v ssa.Value) (is, known bool) {
	if w.opened(v) {
		return true, true
	}
	if holder, held := w.t.held[v]; held && !holder {
		if _, phi := v.(*ssa.Phi); !phi {
			return false, true
		}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil(), true
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeMap:
		return false, true
	case *ssa.Call:
		switch ssaflow.Callee(&v.Call) {
		case "errors.New", "fmt.Errorf":
			return false, true
		}
	}
	return false, false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// text returns a text that conditions share which have the same outcome as long as what they
// read is the same, and whether cond is the negation; "" for what may change.
func text(cond ssa.Value) (key string, negated bool) {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, negated = not.X, !negated
	}
	if bin, ok := cond.(*ssa.BinOp); ok {
		x, y := operand(bin.X, 4), operand(bin.Y, 4)
		op := bin.Op
		if op == token.NEQ {
			op, negated = token.EQL, !negated
		}
		if x == "" || y == "" {
			return "", negated
		}
		return x + op.String() + y, negated
	}
	return operand(cond, 4), negated
}

func operand(v ssa.Value, depth int) string {
	if depth == 0 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.String()
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if x := operand(v.X, depth-1); x != "" {
				return "*" + x
			}
		}
		return ""
	case *ssa.FieldAddr:
		if x := operand(v.X, depth-1); x != "" {
			return fmt.Sprint(x, ".", v.Field)
		}
		return ""
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			if x := operand(v.Call.Args[0], depth-1); x != "" {
				return "len(" + x + ")"
			}
		}
	}
	return "<" + v.Name() + ">"
}

// forget drops the conditions that read what an instruction changes, by its text.
func forget(holds map[string]bool, name string) {
	for key := range holds {
		if name != "" && strings.Contains(key, name) {
			delete(holds, key)
		}
	}
}
