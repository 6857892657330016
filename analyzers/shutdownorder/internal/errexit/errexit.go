// Package errexit determines whether the error that a call returns ends the process,
// whatever error it is: it follows the error through tests for nil, wrappers, results,
// channels and helpers of the package up to the call that exits.
package errexit

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Exit is where the process ends. In is the function that decides it: the one that
// makes the call, or one that is given its error as a result or through a channel.
type Exit struct {
	Instr ssa.Instruction
	In    *ssa.Function
	Panic bool // which a deferred call may recover from
	Group bool // the error is that of a group, which has waited for all its goroutines
	Told  bool // it follows a test for the very error
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

// Of returns the exits that an error of a call leads to, which is the value of a variable
// ("net/http.ErrServerClosed"), or any error where none is named. A path ends where the error is
// compared with others, at a condition on anything else, since what follows need not
// happen, and at a wait.
func Of(flow *ssaflow.Flow, call *ssa.Call, is string) []*Exit {
	v := errorOf(call)
	if v == nil {
		return nil
	}
	w := &walker{flow: flow, is: is, in: call.Parent(), seen: make(map[ssa.Value]bool)}
	w.from(v)
	return w.exits
}

// OfGroup returns the exits that the error of each Wait of a group leads to, of which a goroutine
// returns an error.
func OfGroup(flow *ssaflow.Flow, start ssaflow.Start) []*Exit {
	w := &walker{flow: flow, seen: make(map[ssa.Value]bool)}
	w.group(start)
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
	for _, ref := range ssabuild.Referrers(call) {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == n-1 {
			return ex
		}
	}
	return nil
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
