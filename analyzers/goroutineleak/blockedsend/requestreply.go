package blockedsend

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A request is a channel without a buffer that a function makes for one reply, and leaves in a map or sends on a channel;
// the function may stop waiting for it.
//
//	ch := make(chan Response)
//	c.pending[id] = ch
//	select {
//	case resp := <-ch:
//	case <-ctx.Done():
//	}
type request struct {
	made *ssa.MakeChan
	in   *types.Var // the map or the channel
	wait *ssa.Select
	more bool // a loop receives from it
}

// reportRequests reports sends of replies outside of a select, in a loop that has others to answer.
func reportRequests(p *check.Pass, reported map[*ssaflow.Class]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			mk, ok := instr.(*ssa.MakeChan)
			if !ok || reported[flow.Class(mk)] {
				continue
			}
			r := requestOf(mk)
			if r == nil {
				continue
			}
			if send := r.reply(flow); send != nil && !p.Quiet(send.Pos()) && !p.Reported(send.Pos()) {
				r.report(p, send)
			}
		}
	}
}

// requestOf returns the request that a channel is made for, nil if it is for something else.
func requestOf(mk *ssa.MakeChan) *request {
	if size, ok := mk.Size.(*ssa.Const); !ok || size.Int64() != 0 {
		return nil
	}
	r := &request{made: mk}
	for _, ref := range ssabuild.Referrers(mk) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			r.in = fieldOf(ref.Map)
		case *ssa.Send:
			r.in = fieldOf(ref.Chan)
		case *ssa.Select:
			r.selected(ref)
			r.more = r.more || ssaflow.Reaches(ref.Block(), ref.Block())
		default:
			return nil
		}
	}
	if r.in == nil || r.wait == nil {
		return nil
	}
	return r
}

// selected notes the channel that a select sends the request on, or that it may stop waiting for the reply.
func (r *request) selected(sel *ssa.Select) {
	for _, state := range sel.States {
		if state.Send == ssa.Value(r.made) {
			r.in = fieldOf(state.Chan)
		}
		others := slices.ContainsFunc(sel.States, func(other *ssa.SelectState) bool { return other != state && givesUp(other.Chan, ofCall) })
		if state.Chan == ssa.Value(r.made) && state.Dir == types.RecvOnly && sel.Blocking && others {
			r.wait = sel
		}
	}
}

// fieldOf returns the field or package variable that a map or channel is read from.
func fieldOf(v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	switch from := load.X.(type) {
	case *ssa.FieldAddr:
		return ssaflow.Field(from)
	case *ssa.Global:
		v, _ := from.Object().(*types.Var)
		return v
	}
	return nil
}

// reply returns the send on a channel that comes from where the request was left, in a loop and outside of a select.
func (r *request) reply(flow *ssaflow.Flow) *ssa.Send {
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			send, ok := instr.(*ssa.Send)
			if ok && origin(send.Chan) == r.in && ssaflow.Reaches(send.Block(), send.Block()) {
				return send
			}
		}
	}
	return nil
}

// origin returns the map or channel that a channel was taken from.
func origin(ch ssa.Value) *types.Var {
	if part, ok := ch.(*ssa.Extract); ok {
		ch = part.Tuple
		if sel, ok := ch.(*ssa.Select); ok && part.Index >= 2 {
			return caseOf(sel, part.Index-2)
		}
	}
	switch from := ch.(type) {
	case *ssa.Lookup:
		return fieldOf(from.X)
	case *ssa.UnOp:
		if _, ok := from.X.Type().Underlying().(*types.Chan); ok {
			return fieldOf(from.X)
		}
	}
	return nil
}

// caseOf returns the channel of the nth receive of a select.
func caseOf(sel *ssa.Select, n int) *types.Var {
	for _, state := range sel.States {
		if state.Dir != types.RecvOnly {
			continue
		}
		if n == 0 {
			return fieldOf(state.Chan)
		}
		n--
	}
	return nil
}

func (r *request) report(p *check.Pass, send *ssa.Send) {
	stmt, made := channel.SendNode(p, send.Pos()), channel.MakeNode(p, r.made.Pos())
	if stmt == nil || made == nil {
		return
	}
	var fix *edit.Fix
	if p.Fset.File(made.Pos()) == p.Fset.File(stmt.Pos()) && len(made.Args) == 1 && !r.more {
		e := p.Edit(made.Pos())
		e.Insert(made.Args[0].End(), ", 1")
		fix = e.Fix("Give the channel a buffer of one, for its one reply", "")
	}
	p.Report(check.Finding{
		At: stmt,
		Message: fmt.Sprintf("send on %s blocks forever when %s, which receives it, stops waiting at %s: %s then handles nothing else",
			p.Source(stmt.Chan), ssainstr.FuncName(r.made.Parent()), p.Where(r.wait.Pos(), stmt.Pos()), ssainstr.FuncName(send.Parent())),
		Trace: []check.Hop{{Pos: r.made.Pos(), Message: "made here, without a buffer"}, {Pos: r.wait.Pos(), Message: "may stop waiting here"}},
		Fix:   fix,
	})
}
