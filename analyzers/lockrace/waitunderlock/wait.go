package waitunderlock

import (
	"go/ast"
	"go/constant"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// noticed is the shortest pause that a request notices, and long one that is not worth having it wait.
const noticed, long = 100 * time.Millisecond, time.Second

// A wait is what takes long.
type wait struct {
	expr    ast.Expr
	kind    *kind
	unknown bool // how long it takes is not constant
	short   bool // it is a pause of less than a second
	far     bool // more than a helper is between it and what waits
}

// A kind of wait says in takes, with the source of the wait, how long it lasts and what is done.
// Noun is what titles call it.
type kind struct{ takes, noun string }

var (
	remote = &kind{"the other machine takes to respond to %s: the call is made", "the call"}
	pause  = &kind{"%s takes: it is called", "the pause"}
	child  = &kind{"the child process runs: %s is called", "the child process"}
)

// waitAt returns the wait that an instruction is, nil if it is none.
func waitAt(p *check.Pass, instr ssa.Instruction) *wait {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	expr := source.CallAt(p, call.Pos())
	if expr == nil {
		return nil
	}
	fn := callmatch.Callee(p.TypesInfo, expr)
	switch name := callmatch.Name(fn); {
	case catalog.Sleeps[name] && len(expr.Args) == 1:
		return pauseOf(p, expr)
	case catalog.CommandWaits[name] || catalog.CommandRuns[name]:
		return &wait{expr: expr, kind: child}
	}
	if steps, ok := outbound.Of(p.Pass).Waits(fn); ok && outbound.Of(p.Pass).Any() && steps <= mostSteps {
		return &wait{expr: expr, kind: remote, far: steps > 1}
	}
	return nil
}

// mostSteps is how many calls lead to the one that talks to the other machine: further away it is one of
// many things that a function may do.
const mostSteps = 2

// pauseOf returns a call of time.Sleep, unless it is known to be too short to matter.
func pauseOf(p *check.Pass, call *ast.CallExpr) *wait {
	w := &wait{expr: call, kind: pause, unknown: true}
	if value := p.TypesInfo.Types[call.Args[0]].Value; value != nil {
		d, exact := constant.Int64Val(constant.ToInt(value))
		if !exact || time.Duration(d) < noticed {
			return nil
		}
		w.unknown, w.short = false, time.Duration(d) < long
	}
	return w
}

// text is how a message calls the wait.
func (w *wait) text(p *check.Pass) string {
	call, ok := w.expr.(*ast.CallExpr)
	if !ok || w.kind == pause {
		return p.Source(w.expr)
	}
	return p.Name(call.Fun)
}
