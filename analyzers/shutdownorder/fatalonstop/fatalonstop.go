// Package fatalonstop is the check shutdownorder/fatal-on-stop: process exits with the
// error that stopping causes, before the shutdown has returned.
package fatalonstop

import (
	"embed"
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/errexit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed fatalonstop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "fatal-on-stop",
	Title:      "process exits with the error that stopping causes, before the shutdown has returned",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() {
//		for {
//			m, err := reader.ReadMessage(ctx) // returns an error when ctx ends
//			if err != nil {
//				log.Fatal(err)
//			}
//			…
//		}
//	}()
//	<-ctx.Done()
//	wg.Wait()
//
// and the same for ctx.Err(), and for the Accept of a listener that another function
// closes. Safe is an exit after anything that distinguishes the errors, or after a signal of
// its own that ends a process. Doubtful after other signals, where nothing waits during the
// shutdown, and for calls that are not known to return the context's error.
func run(p *check.Pass) {
	if !exits(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	f := &finder{p: p, flow: flow, signals: serving.NewSignalled(flow), told: make(map[ssa.Instruction]bool)}
	f.groups()
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok && !p.Quiet(instr.Pos()) {
				f.call(call)
			}
		}
	}
}

// exits reports whether the package calls anything that ends the process: most have no
// such call, and leave here.
func exits(p *check.Pass) bool {
	for id, obj := range p.TypesInfo.Uses {
		full, ok := obj.(interface{ FullName() string })
		if !ok {
			if id.Name == "panic" {
				return true
			}
			continue
		}
		name := full.FullName()
		if _, exit := catalog.Exits[name]; exit || catalog.Raises[name] {
			return true
		}
	}
	return false
}

type finder struct {
	p       *check.Pass
	flow    *ssaflow.Flow
	signals *serving.Signalled
	told    map[ssa.Instruction]bool // exits that have been reported
}

// A stopping is why a call fails when the program stops.
type stopping struct {
	what   string // what happens, for the message
	end    ssa.Instruction
	ctx    string // the context, where it has ended
	is     string // the error that the call returns, else
	doubts []check.Doubt
}

func (f *finder) call(call *ssa.Call) {
	why := f.stops(call)
	if why == nil {
		return
	}
	for _, exit := range errexit.Of(f.flow, call, "") {
		if exit.Group {
			f.failed(call, exit, why)
			continue
		}
		if !serving.InGoroutine(f.flow, exit.In) || exit.Recovered(f.p) || f.told[exit.Instr] {
			continue
		}
		f.told[exit.Instr] = true
		f.report(call, exit, why)
	}
}

// report reports an exit, or, where a helper makes it, the call that fails.
func (f *finder) report(call *ssa.Call, exit *errexit.Exit, why *stopping) {
	source, pos := ssainstr.CallExpr(f.p, call.Pos()), exit.Instr.Pos()
	if exit.Instr.Parent() != exit.In {
		pos = call.Pos()
	}
	at := ssainstr.CallExpr(f.p, pos)
	if source == nil || at == nil {
		return
	}
	doubts := why.doubts
	switch asked, ends := f.signals.Asked(call, why.end); {
	case ends:
		f.p.Safe(at, f.p.Name(source.Fun), verdict.Handled, asked.Pos())
		return
	case asked != nil:
		doubts = append(doubts, check.Doubting(verdict.OtherSignal, asked.Pos()))
	}
	stake, what, over := f.waits(exit, why.end)
	if what == "" && over.IsValid() {
		f.p.Safe(at, f.p.Name(source.Fun), verdict.Joined, over)
		return
	}
	hops := []check.Hop{{Pos: why.end.Pos(), Message: "the shutdown causes the error here"}}
	if what == "" {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, at.Pos()))
		what = "the shutdown"
	} else {
		hops = append(hops, check.Hop{Pos: stake, Message: "waits here during the shutdown"})
	}
	f.p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("process exits before %s returns: %s (%s) returns an error when %s (%s)",
			what, f.p.Name(source.Fun), f.p.Where(source.Pos(), at.Pos()), why.what, f.p.Where(why.end.Pos(), at.Pos())),
		Trace:  hops,
		Doubts: doubts,
		Fix:    fix(f.p, call, exit, why),
	})
}
