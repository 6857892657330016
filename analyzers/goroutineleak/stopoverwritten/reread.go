package stopoverwritten

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A reread is a goroutine that reads its stop signal from a field in each pass, and the function that replaces
// what is there as soon as it has ended it, and starts the goroutine again:
//
//	func (s *session) restart() {
//		s.cancel()
//		s.ctx, s.cancel = context.WithCancel(context.Background())
//		go s.loop() // for { select { case <-s.ctx.Done(): return; default: … } }
//	}
//
// What is in the middle of a pass finds the new signal, and runs beside the new goroutine. So does a function that
// sets the field to nil: what is in the middle of a pass waits for a nil channel then, for which there is no end.
type reread struct {
	start    ssaflow.Start
	load     *ssa.FieldAddr // in a loop of the goroutine
	field    *types.Var
	store    *ssa.Store
	replaces *ssa.Function
	toNil    bool // the function sets the field to nil
	waits    bool // the loop blocks in a select on the signal
}

// reportRereads reports goroutines that may not see their own end.
func reportRereads(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, s := range flow.Starts() {
		if s.Starter != "" || !s.Complete || len(s.Bodies) != 1 || p.Quiet(s.Instr.Pos()) {
			continue
		}
		for _, load := range signalLoads(s.Bodies[0]) {
			r := &reread{start: s, load: load, field: ssaflow.Field(load).Origin()}
			if r.waits = blocks(load); r.replaced(p) {
				r.report(p)
				break
			}
		}
	}
}

// signalLoads returns the fields with a context or stop channel that a loop of a goroutine reads to see whether
// that has ended.
func signalLoads(body *ssa.Function) (list []*ssa.FieldAddr) {
	for instr := range ssaflow.Instrs(body) {
		addr, ok := instr.(*ssa.FieldAddr)
		if !ok || !ssaflow.Reaches(addr.Block(), addr.Block()) {
			continue
		}
		t := callmatch.Deref(addr.Type())
		if ssaflow.IsContext(t) || callmatch.IsSignal(t) {
			if slices.ContainsFunc(loadsOf(addr), asked) {
				list = append(list, addr)
			}
		}
	}
	return list
}

func loadsOf(addr *ssa.FieldAddr) (list []*ssa.UnOp) {
	for _, ref := range ssabuild.Referrers(addr) {
		if load, ok := ref.(*ssa.UnOp); ok && load.Op == token.MUL {
			list = append(list, load)
		}
	}
	return list
}

// asked reports whether what is read is received from, or asked whether it has ended.
func asked(load *ssa.UnOp) bool {
	return slices.ContainsFunc(ssabuild.Referrers(load), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Call:
			name := ssaflow.Callee(&use.Call)
			return name == "(context.Context).Done" || name == "(context.Context).Err"
		case *ssa.Select:
			return true
		case *ssa.UnOp:
			return use.Op == token.ARROW
		}
		return false
	})
}

// blocks reports whether the loop waits in a select for the signal that it has read.
func blocks(addr *ssa.FieldAddr) bool {
	for _, load := range loadsOf(addr) {
		channels := []ssa.Value{load}
		for _, use := range ssabuild.Referrers(load) {
			if call, ok := use.(*ssa.Call); ok {
				channels = append(channels, call)
			}
		}
		for _, ch := range channels {
			if slices.ContainsFunc(ssabuild.Referrers(ch), func(use ssa.Instruction) bool {
				sel, ok := use.(*ssa.Select)
				return ok && sel.Blocking
			}) {
				return true
			}
		}
	}
	return false
}

// replaced finds the function that replaces the signal after it has ended that of before, and does not wait for
// the goroutine before it starts it again, or that sets the field to nil.
func (r *reread) replaced(p *check.Pass) bool {
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			r.toNil = ssainstr.Cleared(store) != nil
			addr, ok := store.Addr.(*ssa.FieldAddr)
			if !ok || ssaflow.Field(addr).Origin() != r.field || !r.endsBefore(store) {
				continue
			}
			if !r.toNil && !(renews(store.Val) && r.startsAfter(store)) {
				continue
			}
			if at := waitsBefore(store); at.IsValid() {
				p.Safe(check.Span(r.load.Pos(), r.load.Pos()), r.field.Name(), verdict.Joined, at)
				continue
			}
			r.store, r.replaces = store, fn
			return true
		}
	}
	return false
}

// renews reports whether a value is a new context that a cancel function ends, or a new channel.
func renews(v ssa.Value) bool {
	ex, ok := v.(*ssa.Extract)
	if !ok {
		return signal(v)
	}
	call, ok := ex.Tuple.(*ssa.Call)
	return ok && ex.Index == 0 && catalog.ContextEnds[ssaflow.Callee(&call.Call)] == "cancel"
}

// endsBefore reports whether the function calls a cancel function from a field, or closes the field, before a
// store.
func (r *reread) endsBefore(store *ssa.Store) bool {
	return slices.ContainsFunc(ssainstr.Calls(store.Parent()), func(call ssa.CallInstruction) bool {
		if !precedes(call, store) {
			return false
		}
		v := call.Common().Value
		if b, ok := v.(*ssa.Builtin); ok {
			return b.Name() == "close" && (setting{field: r.field}).loadOf(call.Common().Args[0])
		}
		load, ok := v.(*ssa.UnOp)
		if !ok || callmatch.TypeName(v.Type()) != "context.CancelFunc" {
			return false
		}
		_, field := load.X.(*ssa.FieldAddr)
		return field
	})
}

// startsAfter reports whether the function starts the goroutine after a store, or calls what does.
func (r *reread) startsAfter(store *ssa.Store) bool {
	at := r.start.Instr
	if at.Parent() == store.Parent() {
		return precedes(store, at)
	}
	return slices.ContainsFunc(ssainstr.Calls(store.Parent()), func(call ssa.CallInstruction) bool {
		return call.Common().StaticCallee() == at.Parent() && precedes(store, call)
	})
}

// waitsBefore returns where a function receives, or waits for a group, before a store.
func waitsBefore(store *ssa.Store) token.Pos {
	for instr := range ssaflow.Instrs(store.Parent()) {
		waits := false
		switch instr := instr.(type) {
		case *ssa.UnOp:
			waits = instr.Op == token.ARROW
		case *ssa.Select:
			waits = instr.Blocking
		case *ssa.Call:
			waits = catalog.Joins[ssaflow.Callee(&instr.Call)]
		}
		if waits && precedes(instr, store) {
			return instr.Pos()
		}
	}
	return token.NoPos
}

func (r *reread) report(p *check.Pass) {
	cur, ok := ssainstr.CursorAt(p, r.load.Pos())
	if !ok {
		return
	}
	var doubts []check.Doubt
	if r.waits && !r.toNil {
		doubts = append(doubts, check.Doubting(verdict.Woken, r.load.Pos()))
	}
	for c := range cur.Enclosing((*ast.SelectorExpr)(nil)) {
		sel := c.Node().(*ast.SelectorExpr)
		at := r.store.Pos()
		f := check.Finding{
			At: sel,
			Message: fmt.Sprintf("the goroutine started at %s may miss its own end: it reads %s in each pass, and %s %s at %s as soon as it has ended it",
				p.Where(r.start.Instr.Pos(), sel.Pos()), p.Source(sel), r.replaces.Name(), r.does(), p.Where(at, sel.Pos())),
			Trace:  []check.Hop{{Pos: at, Message: "replaced here"}, {Pos: r.start.Instr.Pos(), Message: "started here, again"}},
			Doubts: doubts,
			Fix:    r.fix(p, sel),
		}
		if r.toNil {
			f.Trace = []check.Hop{{Pos: r.start.Instr.Pos(), Message: "started here"}, {Pos: at, Message: "set to nil here"}}
		}
		p.Report(f)
		return
	}
}

// does says what the function does with the field.
func (r *reread) does() string {
	if r.toNil {
		return "sets that to nil"
	}
	return "replaces that"
}
