package abruptstop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A stopping knows what asks the functions of a package to stop.
type stopping struct {
	p    *check.Pass
	flow *ssaflow.Flow
}

// A reason is why a server is closed.
type reason struct {
	at     token.Pos
	what   string
	doubts []check.Doubt
}

// graceful returns where the package mentions the method that lets the requests of such a server
// finish.
func (s *stopping) graceful(hard string) (at token.Pos) {
	return s.mention(func(name string, fn *types.Func) bool {
		return catalog.LimitedShutdowns[name] == hard || catalog.HardStops[name] == hard || catalog.ConnCloses[hard].Drains[name] ||
			catalog.Drains[name] && !callmatch.Std(fn)
	})
}

// mention returns the first place where the package mentions one of some functions.
func (s *stopping) mention(match func(name string, fn *types.Func) bool) (at token.Pos) {
	for id, obj := range s.p.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if ok && (!at.IsValid() || id.Pos() < at) && match(callmatch.Name(fn), fn) {
			at = id.Pos()
		}
	}
	return at
}

// asked returns what asks for the end of the program, or of the server's owner, before a call:
// in its function, in one that calls it, or because the function is the owner's Stop. A deferred
// call is asked for by what its function waits for.
func (s *stopping) asked(call ssa.CallInstruction, depth int) *reason {
	fn := call.Parent()
	if _, goes := call.(*ssa.Go); goes {
		return nil
	}
	_, deferred := call.(*ssa.Defer)
	for from := range ssaflow.Instrs(fn) {
		if waitsForEnd(from) && (deferred || ssainstr.Precedes(from, call) && !failed(s.p, call)) {
			return &reason{at: from.Pos(), what: "the program is asked to stop here"}
		}
	}
	if why := ofMethod(fn); why != nil && !deferred && !failed(s.p, call) {
		return why
	}
	callers, _ := s.flow.Callers(fn)
	if depth == 0 || deferred {
		return nil
	}
	for _, caller := range callers {
		if why := s.asked(caller, depth-1); why != nil {
			return why
		}
	}
	return nil
}

// waitsForEnd reports whether an instruction waits for the end of a context, or for a signal.
func waitsForEnd(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && tellsEnd(instr.X)
	case *ssa.Select:
		for _, state := range instr.States {
			if state.Dir == types.RecvOnly && tellsEnd(state.Chan) {
				return instr.Blocking
			}
		}
	}
	return false
}

// tellsEnd reports whether a channel is one of signals, or that of a context's end.
func tellsEnd(ch ssa.Value) bool {
	if callmatch.IsSignals(ch.Type()) {
		return true
	}
	call, ok := ch.(*ssa.Call)
	return ok && ssaflow.Callee(&call.Call) == "(context.Context).Done"
}

// ofMethod returns why a method ends what its receiver serves, going by its name. That of Close
// may be to do so immediately.
func ofMethod(fn *ssa.Function) *reason {
	if fn.Signature.Recv() == nil || !catalog.StopNames[fn.Name()] && fn.Name() != "Stop" && fn.Name() != "Close" {
		return nil
	}
	r := &reason{at: fn.Pos(), what: fn.Name() + " is to stop it"}
	if fn.Name() == "Close" {
		r.doubts = append(r.doubts, check.Doubting(verdict.CallerDecides, fn.Pos()))
	}
	return r
}

// failed reports whether a call runs because of an error, as that of a start or of a shutdown.
func failed(p *check.Pass, call ssa.CallInstruction) bool {
	expr := ssainstr.CallExpr(p, call.Common().Pos())
	if expr == nil {
		return true
	}
	cur, ok := syntax.CursorOf(p, expr)
	if !ok {
		return true
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CommClause)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if syntax.Within(n.Body, expr.Pos()) && callmatch.TestedError(p.TypesInfo, n.Cond) != nil {
				return true
			}
		case *ast.CommClause:
			if receivesError(p, n.Comm) {
				return true
			}
		}
	}
	return false
}

// receivesError reports whether a case of a select receives an error.
func receivesError(p *check.Pass, comm ast.Stmt) bool {
	found := false
	if comm != nil {
		ast.Inspect(comm, func(n ast.Node) bool {
			recv, ok := n.(*ast.UnaryExpr)
			found = found || ok && recv.Op == token.ARROW && callmatch.IsError(elem(p.TypesInfo.TypeOf(recv.X)))
			return !found
		})
	}
	return found
}

func elem(t types.Type) types.Type {
	if ch, ok := t.Underlying().(*types.Chan); ok {
		return ch.Elem()
	}
	return nil
}
