// Package timerdrain is the check goroutineleak/timer-drain: receive after a timer's Stop, from a channel
// that stays empty.
package timerdrain

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed timerdrain.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "timer-drain",
	Title:      "receive after a timer's Stop, from a channel that stays empty",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if timer.Stop() {
//		<-timer.C // Stop was in time: no value comes
//	}
//
// the same where the result of Stop is not used, and a drain with !timer.Stop() on a path that has received
// the value before. Silent where the timer may be started again before the receive.
func run(p *check.Pass) {
	if !stopsTimers(p) {
		return
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			recv, ok := instr.(*ssa.UnOp)
			if !ok || recv.Op != token.ARROW || p.Quiet(recv.Pos()) {
				continue
			}
			if timer := timerOf(recv.X); timer != nil {
				judge(p, recv, timer)
			}
		}
	}
}

// stopsTimers reports whether the package stops a timer at all.
func stopsTimers(p *check.Pass) bool {
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Stop" && catalog.OneShotTimers.Stops[to.Name] {
			return true
		}
	}
	return false
}

// judge reports a receive from a timer's channel that comes after its Stop.
func judge(p *check.Pass, recv *ssa.UnOp, timer ssa.Value) {
	d := &drain{recv: recv, fn: recv.Parent(), timer: timer}
	for _, stop := range d.stops() {
		var earlier *earlier
		o := outcome(stop, recv.Block())
		if o == stopped || o == ignored || o == expired {
			earlier = d.earlier(stop)
		}
		if o == expired && earlier == nil {
			earlier = d.ofCaller(p, stop)
		}
		at := channel.ReceiveNode(p, recv.Pos())
		if at == nil || o == other || o == expired && earlier == nil {
			continue
		}
		report(p, d, stop, at, o, earlier)
		return
	}
}

func report(p *check.Pass, d *drain, stop *ssa.Call, at ast.Node, o result, before *earlier) {
	ch := channel.ChannelOf(at)
	name, where := p.Source(ch), p.Where(stop.Pos(), at.Pos())
	trace := []check.Hop{{Pos: stop.Pos(), Message: "stopped here"}}
	why := "Stop has returned true at " + where + ", so that the timer does not fire"
	var doubts []check.Doubt
	if flag := d.flagged(stop); o == ignored && flag != nil {
		doubts = append(doubts, check.Doubting(verdict.Alternatives, flag.Pos()))
	}
	switch {
	case o == expired:
		why = fmt.Sprintf("the only value was received at %s, and Stop then returns false", p.Where(before.place(), at.Pos()))
		trace = append([]check.Hop{{Pos: before.place(), Message: "received here"}}, trace...)
		doubts = before.doubts()
	case o == ignored && goversion.AtLeast(p.Version(at.Pos()), "go1.23"):
		why = "since Go 1.23 no value is left in the channel after Stop, which is called at " + where
	case o == ignored:
		why = "Stop, called at " + where + " before the timer has fired, leaves the channel empty"
	}
	p.Report(check.Finding{
		At:      ch,
		Message: fmt.Sprintf("receive from %s blocks forever: %s", name, why),
		Trace:   trace,
		Doubts:  doubts,
		Fix:     fix(p, at, stop, o),
	})
}

// timerOf returns the timer whose channel a value is, nil for other channels.
func timerOf(ch ssa.Value) ssa.Value {
	switch ch := ch.(type) {
	case *ssa.UnOp:
		addr, ok := ch.X.(*ssa.FieldAddr)
		if ok && ch.Op == token.MUL && catalog.OneShotTimers.Fields[ssaflow.OwnedField(addr)] {
			return addr.X
		}
	case *ssa.Call:
		if ch.Call.IsInvoke() && catalog.OneShotTimers.Channels[ssaflow.Callee(&ch.Call)] {
			return ch.Call.Value
		}
	case *ssa.ChangeType:
		return timerOf(ch.X)
	}
	return nil
}
