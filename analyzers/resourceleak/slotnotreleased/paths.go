package slotnotreleased

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// acquired returns the acquisition that a send is, nil for one that only signals: with data,
// of a select with a default, or in a function that releases nothing behind it. Where the
// send depends on a condition, the receive may depend on the same one.
func acquired(c *ssaflow.Class, op ssaflow.Op) *acquisition {
	a := &acquisition{class: c, at: op.Instr, pos: op.Instr.Pos()}
	switch send := op.Instr.(type) {
	case *ssa.Send:
		a.entry, a.from = send.Block(), slices.Index(send.Block().Instrs, ssa.Instruction(send))+1
		if !callmatch.IsEmpty(send.X.Type()) || !outlives(send.Chan) {
			return nil
		}
	case *ssa.Select:
		state := send.States[op.State]
		if !send.Blocking || !callmatch.IsEmpty(state.Send.Type()) || !outlives(state.Chan) {
			return nil
		}
		a.entry, a.pos = chosen(send, op.State), state.Pos
	}
	if a.entry == nil || a.deferred() {
		return nil
	}
	if slices.ContainsFunc(c.Receives, func(r ssaflow.Op) bool { return precedes(r.Instr, op.Instr) }) {
		return nil // a token that was taken is put back
	}
	for instr := range ssaflow.Instrs(op.Fn()) {
		if a.behind(instr) && (a.receives(instr) || a.handsOn(instr)) {
			return a
		}
	}
	return nil
}

// behind reports whether an instruction comes after the send, on a path that has the slot.
func (a *acquisition) behind(instr ssa.Instruction) bool {
	if instr == a.at || !a.entry.Dominates(instr.Block()) {
		return false
	}
	return instr.Block() != a.entry || slices.Index(a.entry.Instrs, instr) >= a.from
}

// handsOn reports whether an instruction leaves the release to what the function defers, or to a
// goroutine or function literal that it makes.
func (a *acquisition) handsOn(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Defer, *ssa.Go:
		return a.gives(instr.(ssa.CallInstruction).Common(), 2)
	case *ssa.MakeClosure:
		return a.in(instr.Fn.(*ssa.Function), 2)
	}
	return false
}

// precedes reports whether a comes before b on each path to b.
func precedes(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() || a == b {
		return false
	}
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
	}
	return a.Block().Dominates(b.Block())
}

// outlives reports whether a channel is a field, a parameter, or a variable from outside: one
// that the function makes, or has made, is gone when it returns.
func outlives(ch ssa.Value) bool {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		ch = load.X
	}
	switch ch.(type) {
	case *ssa.FieldAddr, *ssa.Field, *ssa.Global, *ssa.FreeVar, *ssa.Parameter:
		return true
	}
	return false
}

// chosen returns the block of a case of a select.
func chosen(sel *ssa.Select, state int) *ssa.BasicBlock {
	for _, ref := range ssabuild.Referrers(sel) {
		index, ok := ref.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, use := range ssabuild.Referrers(index) {
			test, ok := use.(*ssa.BinOp)
			if !ok || test.Op != token.EQL {
				continue
			}
			n, ok := test.Y.(*ssa.Const)
			if !ok || n.Value == nil || n.Value.Kind() != constant.Int || int(n.Int64()) != state {
				continue
			}
			if branch, ok := test.Block().Instrs[len(test.Block().Instrs)-1].(*ssa.If); ok && branch.Cond == test {
				return test.Block().Succs[0]
			}
		}
	}
	return nil
}

// deferred reports whether a deferred call releases the slot that the function has deferred before it
// takes one, or under a condition of its own. One that it defers later does so only from there on.
func (a *acquisition) deferred() bool {
	for instr := range ssaflow.Instrs(a.at.Parent()) {
		if call, ok := instr.(*ssa.Defer); ok && a.gives(&call.Call, 2) && !a.behind(call) {
			return true
		}
	}
	return false
}

// follow returns the returns that a path reaches with the slot, and what releases it on another.
func (a *acquisition) follow() (leaks []*ssa.Return, release ssa.Instruction) {
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(b *ssa.BasicBlock, from int)
	walk = func(b *ssa.BasicBlock, from int) {
		for _, instr := range b.Instrs[from:] {
			if ret, ok := instr.(*ssa.Return); ok {
				leaks = append(leaks, ret)
				return
			}
			if a.ends(instr) {
				if a.receives(instr) || a.handsOn(instr) {
					release = instr
				}
				return
			}
		}
		for _, succ := range b.Succs {
			if !seen[succ] {
				seen[succ] = true
				walk(succ, 0)
			}
		}
	}
	walk(a.entry, a.from)
	slices.SortFunc(leaks, func(x, y *ssa.Return) int { return int(x.Pos() - y.Pos()) })
	if release == nil {
		return nil, a.at
	}
	return leaks, release
}

// ends reports whether a path no longer has the slot behind an instruction, or others may
// release it.
func (a *acquisition) ends(instr ssa.Instruction) bool {
	if instr == a.at || a.receives(instr) {
		return true
	}
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return a.gives(instr.Common(), 2)
	case *ssa.MakeClosure:
		return a.in(instr.Fn.(*ssa.Function), 2)
	}
	return false
}

func (a *acquisition) receives(instr ssa.Instruction) bool {
	return slices.ContainsFunc(a.class.Receives, func(op ssaflow.Op) bool { return op.Instr == instr })
}

// gives reports whether what a call runs receives from the channel.
func (a *acquisition) gives(call *ssa.CallCommon, depth int) bool {
	fn := call.StaticCallee()
	return fn != nil && a.in(fn, depth)
}

func (a *acquisition) in(fn *ssa.Function, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		if a.receives(instr) {
			return true
		}
		if call, ok := instr.(ssa.CallInstruction); ok && depth > 0 && a.gives(call.Common(), depth-1) {
			return true
		}
	}
	return false
}

// stmt returns the send in the source.
func (a *acquisition) stmt(in *inspector.Inspector) *ast.SendStmt {
	if cur, ok := in.Root().FindByPos(a.pos, a.pos+1); ok {
		for c := range cur.Enclosing((*ast.SendStmt)(nil)) {
			return c.Node().(*ast.SendStmt)
		}
	}
	return nil
}

// returns returns the return statements of the leaks; the end of a function is none.
func returns(in *inspector.Inspector, leaks []*ssa.Return) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	for _, leak := range leaks {
		if !leak.Pos().IsValid() {
			continue
		}
		if cur, ok := in.Root().FindByPos(leak.Pos(), leak.Pos()+1); ok {
			for c := range cur.Enclosing((*ast.ReturnStmt)(nil)) {
				list = append(list, c.Node().(*ast.ReturnStmt))
				break
			}
		}
	}
	return list
}
