// Package errexit determines whether the error that a call returns ends the process,
// whatever error it is: it follows the error through tests for nil, wrappers, results,
// channels and helpers of the package up to the call that exits.
package errexit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Exit is where the process ends. In is the function that decides it: the one that
// makes the call, or one that is given its error as a result or through a channel.
type Exit struct {
	Instr ssa.Instruction
	In    *ssa.Function
	Panic bool // which a deferred call may recover from
}

// Recovered reports whether a function on the path recovers from the panic.
func (e *Exit) Recovered(p *check.Pass) bool {
	return e.Panic && (guards(p, e.In) || guards(p, e.Instr.Parent()))
}

func guards(p *check.Pass, fn *ssa.Function) bool {
	switch n := fn.Syntax().(type) {
	case *ast.FuncLit:
		return recovers.Of(p.Pass).Guards(n.Body)
	case *ast.FuncDecl:
		return recovers.Of(p.Pass).Guards(n.Body)
	}
	return false
}

// maxBlocks limits how many blocks are visited for one call.
const maxBlocks = 400

// Of returns the exits that every error of a call leads to. A path ends where the error is
// compared with others, at a condition on anything else, since what follows need not
// happen, and at a wait.
func Of(flow *ssaflow.Flow, call *ssa.Call) []*Exit {
	v := errorOf(call)
	if v == nil {
		return nil
	}
	w := &walker{flow: flow, in: call.Parent(), seen: make(map[ssa.Value]bool)}
	w.from(v)
	return w.exits
}

// errorOf returns the error that a call returns, nil where it returns none that is used.
func errorOf(call *ssa.Call) ssa.Value {
	results := call.Call.Signature().Results()
	n := results.Len()
	if n == 0 || !callmatch.IsError(results.At(n-1).Type()) {
		return nil
	}
	if n == 1 {
		return call
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == n-1 {
			return ex
		}
	}
	return nil
}

type walker struct {
	flow   *ssaflow.Flow
	in     *ssa.Function
	seen   map[ssa.Value]bool // where an error begins in a function
	exits  []*Exit
	blocks int
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
			w.exits = append(w.exits, &Exit{instr, w.in, true})
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

// test continues where the error is not nil. Any other condition ends the path.
func (w *walk) test(branch *ssa.If) {
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

// call reports whether the path continues after a call.
func (w *walk) call(call *ssa.Call) bool {
	name := ssaflow.Callee(&call.Call)
	if _, exits := catalog.Exits[name]; exits {
		w.exits = append(w.exits, &Exit{call, w.in, false})
		return false
	}
	if catalog.Raises[name] {
		w.exits = append(w.exits, &Exit{call, w.in, true})
		return false
	}
	given := slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return w.held[arg] })
	fns, complete := w.flow.Callees(call)
	if complete && len(fns) == 1 {
		return w.callee(call, fns[0])
	}
	w.held[call] = given && callmatch.IsError(call.Type())
	return true
}

// callee follows the error into a function of the package that is passed it. The path
// continues after the call unless that exits, or waits.
func (w *walk) callee(call *ssa.Call, fn *ssa.Function) bool {
	before := len(w.exits)
	for i, arg := range call.Call.Args {
		if w.held[arg] && i < len(fn.Params) && !w.held[fn.Params[i]] {
			w.from(fn.Params[i])
			w.held[call] = callmatch.IsError(call.Type())
		}
	}
	return len(w.exits) == before && !waits(fn)
}

// waits reports whether a function waits for something by itself.
func waits(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if isWait(instr) {
			return true
		}
	}
	return false
}

// isWait reports whether an instruction waits: a receive, a select, a join, or the shutdown
// of a server.
func isWait(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		name := ssaflow.Callee(&instr.Call)
		_, stops := catalog.ServerStops[name]
		return stops || catalog.Joins[name]
	}
	return false
}

// returned follows the error to the callers.
func (w *walk) returned(ret *ssa.Return) {
	index := -1
	for i, v := range ret.Results {
		if w.held[v] {
			index = i
		}
	}
	if index < 0 {
		return
	}
	outer := w.in
	callers, _ := w.flow.Callers(ret.Parent())
	for _, caller := range callers {
		call, ok := caller.(*ssa.Call)
		if !ok {
			continue
		}
		w.in = call.Parent()
		if v := errorOf(call); v != nil && index == call.Call.Signature().Results().Len()-1 {
			w.from(v)
		}
	}
	w.in = outer
}

// sent follows the error to its receivers.
func (w *walk) sent(ch ssa.Value) {
	class := w.flow.Class(ch)
	if class == nil {
		return
	}
	outer := w.in
	for _, op := range class.Receives {
		w.in = op.Fn()
		if v := received(op); v != nil {
			w.from(v)
		}
	}
	w.in = outer
}

// received returns the value that a receive yields.
func received(op ssaflow.Op) ssa.Value {
	switch instr := op.Instr.(type) {
	case *ssa.UnOp:
		if !instr.CommaOk {
			return instr
		}
		return extracted(instr, 0)
	case *ssa.Select:
		index := 2
		for _, state := range instr.States[:max(op.State, 0)] {
			if state.Dir == types.RecvOnly {
				index++
			}
		}
		return extracted(instr, index)
	}
	return nil
}

func extracted(tuple ssa.Value, index int) ssa.Value {
	for _, ref := range *tuple.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == index {
			return ex
		}
	}
	return nil
}
