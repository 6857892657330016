package resource

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// failed stands for an error that is one.
var failed ssa.Value = new(ssa.MakeInterface)

// closesPartly reports whether a call is one of a function of the package that closes what is open only
// where it fails, or only where it succeeds. The path continues with the outcome that leaves it open.
//
//	if err := statusError(resp); err != nil { // which closes the body of a refusal only
//		return err
//	}
func (w *walk) closesPartly(u use, st state) bool {
	call, ok := u.instr.(*ssa.Call)
	if !ok || u.role != closes {
		return false
	}
	fn, err := w.t.p.callee(&call.Call), Error(call)
	if fn == nil || err == nil {
		return false
	}
	for i, arg := range call.Call.Args {
		if holder, held := w.t.held[arg]; !held || holder || i >= len(fn.Params) || i == 0 && receives(&call.Call, arg) && w.o.Ends(fn.Name()) {
			continue
		}
		switch w.t.p.openAfter(fn, i, w.o) {
		case afterSuccess:
			st.value[err] = ssa.NewConst(nil, err.Type())
		case afterFailure:
			st.value[err] = failed
		default:
			continue
		}
		w.partly = append(w.partly, call)
		return true
	}
	return false
}

// An outcome of a function is one after which its parameter is open.
type outcome int

const (
	afterNone outcome = iota
	afterSuccess
	afterFailure
)

// openAfter returns whether a function leaves its parameter open where it succeeds, and closes it only where
// it fails, or the other way around.
func (p *Package) openAfter(fn *ssa.Function, i int, of *Opening) outcome {
	fate := p.followParam(fn, i, of)
	if fate == nil || len(fate.Leaks) == 0 {
		return afterNone
	}
	isFailing := func(l Leak) bool { return Failing(l.Exit) }
	switch fails := slices.ContainsFunc(fate.Leaks, isFailing); {
	case slices.ContainsFunc(fate.Leaks, func(l Leak) bool { return l.By != nil || l.Partly != nil }):
		return afterNone
	case fails && !slices.ContainsFunc(fate.Leaks, func(l Leak) bool { return !isFailing(l) }):
		return afterFailure
	case !fails && p.closesFailing(fn, i, of):
		return afterSuccess
	}
	return afterNone
}

// MustFail reports whether a return surely gives an error, as one that follows a test of it does.
func MustFail(ret *ssa.Return) bool {
	last := ssaflow.LastResult(ret)
	if last == nil || !callmatch.IsError(last.Type()) {
		return false
	}
	call, ok := last.(*ssa.Call)
	return ok && ssaflow.Callee(&call.Call) == "(context.Context).Err" || mustFail(last, ret.Block(), 2)
}

// mustFail reports whether what a return gives as its error is one: it was made there, or is known not to be
// nil.
func mustFail(err ssa.Value, at *ssa.BasicBlock, depth int) bool {
	switch err := err.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.UnOp:
		_, sentinel := err.X.(*ssa.Global)
		return sentinel || afterError(at)
	case *ssa.Call:
		if catalog.ErrorMakers[ssaflow.Callee(&err.Call)] {
			return true
		}
		fn := err.Call.StaticCallee()
		if fn == nil || len(fn.Blocks) == 0 || depth == 0 {
			return afterError(at)
		}
		for ret := range ssaflow.Returns(fn) {
			if !mustFail(ssaflow.LastResult(ret), ret.Block(), depth-1) {
				return afterError(at)
			}
		}
		return true
	case *ssa.Const, nil:
		return false
	}
	return afterError(at)
}

// closesFailing reports whether a function closes its parameter, and all returns that control may come to
// after that are ones with an error.
func (p *Package) closesFailing(fn *ssa.Function, i int, of *Opening) bool {
	t := p.track(fn, of)
	t.add(fn.Params[i], false)
	t.spread()
	if t.strongest() != closes {
		return false
	}
	for ret := range ssaflow.Returns(fn) {
		for _, u := range t.uses {
			b := u.instr.Block()
			if u.role == closes && !mustFail(ssaflow.LastResult(ret), ret.Block(), 2) && (b == ret.Block() || ssaflow.Reaches(b, ret.Block())) {
				return false
			}
		}
	}
	return true
}
