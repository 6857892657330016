package unjoinedworker

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// cutOffIn finds work in the iterations of a goroutine, which reaches the functions, that
// must not be interrupted: it stores something, or works on what another goroutine has sent
// it, or, if it does neither, takes something away.
func cutOffIn(p *check.Pass, reached []*ssa.Function) *lifetime.LostCall {
	var handed, taken *lifetime.LostCall
	for _, fn := range reached {
		for _, call := range ssainstr.Calls(fn) {
			if _, ok := call.(*ssa.Go); ok {
				continue
			}
			callee := ssaflow.Object(call.Common())
			if stores(p, fn, call, callee) {
				work := &lifetime.LostCall{CutOff: lifetime.CutOff{What: "the call of " + callee.Name(), At: call.Pos()}, TakesAway: catalog.TakesAway(callee.Name())}
				if !work.TakesAway {
					return work
				}
				taken = cmp.Or(taken, work)
			}
			if handed == nil && worksOnReceived(call.Common()) {
				handed = &lifetime.LostCall{CutOff: lifetime.CutOff{What: "the work on what it received", At: call.Pos()}}
			}
		}
	}
	return cmp.Or(handed, taken)
}

// stores reports whether a call, itself and not by what it calls in turn, stores or takes
// away what outlives the process. A message that is not sent is sent again, or its sender
// was about to go.
func stores(p *check.Pass, fn *ssa.Function, call ssa.CallInstruction, callee *types.Func) bool {
	if callee == nil || catalog.Datagram(callee.Name()) || !call.Common().IsInvoke() && call.Common().StaticCallee().Pkg == fn.Pkg || !lasting.Of(p.Pass).Changes(callee) {
		return false
	}
	if len(call.Common().Args) > 0 && call.Common().Signature().Recv() != nil && isConnection(call.Common().Args[0].Type()) || call.Common().IsInvoke() && isConnection(call.Common().Value.Type()) {
		return false
	}
	if decl, expr := fn.Syntax(), callExpr(p, call); decl != nil && expr != nil && lasting.ToMemory(p.TypesInfo, decl, expr) {
		return false
	}
	return catalog.LastingChanges[callmatch.Name(callee)] != 0 || catalog.ChangeWords[catalog.Words(callee.Name())[0]]
}

func callExpr(p *check.Pass, call ssa.CallInstruction) *ast.CallExpr {
	if cur, ok := ssainstr.CursorAt(p, call.Pos()); ok {
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			return c.Node().(*ast.CallExpr)
		}
	}
	return nil
}

// worksOnReceived reports whether a call gets what has been received from a channel, a
// tick aside, to do more with it than to tell a logger, or to give it back.
func worksOnReceived(call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	if obj := ssaflow.Object(call); obj != nil && obj.Pkg() != nil && (catalog.InProcess(obj.Pkg().Path()) || slices.Contains(catalog.StopMethods, obj.Name())) {
		return false
	}
	for _, arg := range call.Args {
		if received := receivedValue(arg); received != nil && !syntax.IsTickType(types.NewChan(types.RecvOnly, received.Type())) {
			return true
		}
	}
	return false
}

// receivedValue returns v, or what it is a part of, when that has been received from a
// channel, else nil.
func receivedValue(v ssa.Value) ssa.Value {
	for range 8 {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				return x
			}
			v = x.X
		case *ssa.Extract:
			switch from := x.Tuple.(type) {
			case *ssa.Select:
				if x.Index >= 2 {
					return x
				}
			case *ssa.UnOp:
				if from.Op == token.ARROW && x.Index == 0 {
					return x
				}
			}
			return nil
		case *ssa.Field:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Alloc:
			if v = ssaflow.OnlyStore(x); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}
