package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A signalled knows where the functions of a package learn of a signal.
type signalled struct {
	flow     *ssaflow.Flow
	channels map[*ssaflow.Class]bool // given to signal.Notify
}

func newSignalled(flow *ssaflow.Flow) *signalled {
	s := &signalled{flow, make(map[*ssaflow.Class]bool)}
	for _, fn := range flow.SSA.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "os/signal.Notify" {
					s.channels[flow.Class(call.Call.Args[0])] = true
				}
			}
		}
	}
	delete(s.channels, nil)
	return s
}

// atOnce returns where the signal comes that leads to instr with nothing in
// between that takes time: in the same function, or up to depth calls above it.
func (s *signalled) atOnce(instr ssa.Instruction, depth int) ssa.Instruction {
	fn := instr.Parent()
	for _, b := range fn.Blocks {
		for _, from := range b.Instrs {
			if s.learns(from) && precedes(from, instr) {
				if s.quick(from, instr) {
					return from
				}
				return nil
			}
		}
	}
	callers, _ := s.flow.Callers(fn)
	if depth == 0 || len(callers) != 1 || !s.quick(nil, instr) {
		return nil
	}
	if call, ok := callers[0].(*ssa.Call); ok {
		return s.atOnce(call, depth-1)
	}
	return nil
}

// learns reports whether instr waits for a signal.
func (s *signalled) learns(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && s.isSignal(instr.X)
	case *ssa.Select:
		for _, state := range instr.States {
			if state.Dir == types.RecvOnly && s.isSignal(state.Chan) {
				return instr.Blocking
			}
		}
	}
	return false
}

func (s *signalled) isSignal(ch ssa.Value) bool {
	c := s.flow.Class(ch)
	if c == nil {
		return false
	}
	if s.channels[c] {
		return true
	}
	for _, m := range c.Makes {
		if call, ok := m.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "(context.Context).Done" && s.ends(call.Call.Value, 4) {
			return true
		}
	}
	return false
}

// ends reports whether a signal ends ctx, directly or as a parent's child.
func (s *signalled) ends(ctx ssa.Value, depth int) bool {
	c := s.flow.Class(ctx)
	if c == nil || depth == 0 {
		return false
	}
	for _, m := range c.Makes {
		ex, ok := m.(*ssa.Extract)
		if !ok {
			continue
		}
		call, ok := ex.Tuple.(*ssa.Call)
		if !ok {
			continue
		}
		name := ssaflow.Callee(&call.Call)
		if name == "os/signal.NotifyContext" || catalog.ContextEnds[name] == "cancel" && s.ends(call.Call.Args[0], depth-1) {
			return true
		}
	}
	return false
}

// precedes reports whether control gets from one instruction to the other.
func precedes(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() {
		return index(from) < index(to)
	}
	return blockReaches(from.Block(), to.Block())
}

func index(instr ssa.Instruction) int {
	for i, x := range instr.Block().Instrs {
		if x == instr {
			return i
		}
	}
	return -1
}

func blockReaches(from, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if visit(s) {
					return true
				}
			}
		}
		return false
	}
	return visit(from)
}

// quick reports whether nothing that takes time lies on a path between two
// instructions of a function; from nil stands for its entry.
func (s *signalled) quick(from, to ssa.Instruction) bool {
	for _, b := range to.Parent().Blocks {
		onPath := b == to.Block() || blockReaches(b, to.Block())
		if from != nil {
			onPath = onPath && (b == from.Block() || blockReaches(from.Block(), b))
		}
		if !onPath {
			continue
		}
		for i, instr := range b.Instrs {
			if b == to.Block() && i >= index(to) {
				break
			}
			if from != nil && b == from.Block() && i <= index(from) {
				continue
			}
			if s.slow(instr, 3) {
				return false
			}
		}
	}
	return true
}

// slow reports whether an instruction may take time. Calls into the standard
// library that are not known to, and into logging packages, do not; other
// unknown calls may.
func (s *signalled) slow(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		if _, ok := instr.Call.Value.(*ssa.Builtin); ok {
			return false
		}
		if fns, complete := s.flow.Callees(instr); complete {
			return depth == 0 || s.slowBody(fns, depth)
		}
		name := ssaflow.Callee(&instr.Call)
		_, stops := catalog.ServerStops[name] // takes its time, and has had its own finding
		return stops || catalog.Drains[name] || catalog.Joins[name] || !harmless(&instr.Call)
	}
	return false
}

func (s *signalled) slowBody(fns []*ssa.Function, depth int) bool {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s.slow(instr, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// harmless reports whether the callee is known not to take time.
func harmless(call *ssa.CallCommon) bool {
	var fn *types.Func
	if call.IsInvoke() {
		fn = call.Method
	} else if callee := call.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	} else {
		return catalog.CancelTypes[callmatch.TypeName(call.Value.Type())]
	}
	if fn == nil || fn.Pkg() == nil {
		return fn != nil // error.Error
	}
	path := fn.Pkg().Path()
	first, _, _ := strings.Cut(path, "/")
	return catalog.LogPackages[path] || !strings.Contains(first, ".")
}

// beforeLimit returns the statement before which a pause must stand so as not to
// use up a time limit that starts before stmt: the first of those directly above
// it that make a context with a deadline, or defer its cancel function.
func beforeLimit(p *check.Pass, stmt inspector.Cursor) ast.Node {
	first := stmt.Node()
	for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		switch n := prev.Node().(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				if call, ok := n.Rhs[0].(*ast.CallExpr); ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" {
					return n
				}
			}
			return first
		case *ast.DeferStmt:
		default:
			return first
		}
	}
	return first
}
