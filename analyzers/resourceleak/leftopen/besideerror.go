package leftopen

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// besideError reports a return of what is open with the error of a later step, where the callers leave the value alone
// when there is an error, and reports whether there is one:
//
//	conn, err := ldap.DialURL(url)
//	if err != nil {
//		return nil, err
//	}
//	err = conn.Bind(name, password)
//	return conn, err
func (c *opened) besideError(p *check.Pass) bool {
	fn := c.SSA.Parent()
	if !c.known || !resource.Fails(fn) {
		return false
	}
	for _, h := range c.Fate.Gone {
		ret, ok := h.Instr.(*ssa.Return)
		if !ok || h.Way != resource.Returned {
			continue
		}
		step, i := stepOf(ssaflow.LastResult(ret), ret, 3), resultIndex(ret, c.value)
		if step == nil || i < 0 || step == c.SSA || !ssaflow.Follows(c.SSA, step) {
			continue
		}
		callers, complete := ssaflow.Of(p.Pass).Callers(fn)
		for _, call := range callers {
			if !dropsFailed(call, i) {
				return false
			}
		}
		if len(callers) == 0 && complete {
			continue
		}
		var doubts []check.Doubt
		if len(callers) == 0 {
			doubts = append(doubts, check.Doubting(verdict.Escapes, ret.Pos()))
		}
		p.Report(check.Finding{
			At:      site.ReturnAt(p, ret).At,
			Message: fmt.Sprintf("%s, opened at %s, stays open when %s fails: callers leave what is returned with an error alone", c.Name, p.Where(c.Call.Pos(), ret.Pos()), stepName(step)),
			Trace:   []check.Hop{{Pos: step.Pos(), Message: "fails here"}},
			Doubts:  doubts,
		})
		return true
	}
	return false
}

// stepOf returns the call whose error a return may return, or that makes one of it; nil where there is no error.
func stepOf(err ssa.Value, ret *ssa.Return, depth int) *ssa.Call {
	if err == nil || depth == 0 || succeeded(err, ret.Block()) {
		return nil
	}
	switch v := err.(type) {
	case *ssa.Call:
		return v
	case *ssa.Extract:
		call, _ := v.Tuple.(*ssa.Call)
		return call
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if call := stepOf(edge, ret, depth-1); call != nil {
				return call
			}
		}
	}
	return nil
}

// succeeded reports whether a block runs only where err is nil.
func succeeded(err ssa.Value, b *ssa.BasicBlock) bool {
	for d := b; d.Idom() != nil; d = d.Idom() {
		branch, ok := d.Idom().Instrs[len(d.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || test.X != err || !site.IsNil(test.Y) {
			continue
		}
		if test.Op == token.NEQ && d.Idom().Succs[1] == d || test.Op == token.EQL && d.Idom().Succs[0] == d {
			return true
		}
	}
	return false
}

// dropsFailed reports whether a caller uses a result only where the call has not failed: otherwise it neither closes it
// nor passes it on.
func dropsFailed(instr ssa.CallInstruction, index int) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	err, value := resource.Error(call), resource.Result(call, index)
	if err == nil {
		return false
	}
	return value == nil || !slices.ContainsFunc(ssabuild.Referrers(value), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug && !succeeded(err, ref.Block())
	})
}

// resultIndex returns which result of a return a value is, -1 if it is none itself.
func resultIndex(ret *ssa.Return, value ssa.Value) int {
	for i := range ret.Results {
		if site.Same(ret.Results[i], value) {
			return i
		}
	}
	return -1
}

// stepName says what fails.
func stepName(step *ssa.Call) string {
	fn := ssaflow.Object(&step.Call)
	if fn == nil || catalog.MakesError(callmatch.Name(fn), fn.Name()) {
		return "the function"
	}
	return fn.Name()
}
