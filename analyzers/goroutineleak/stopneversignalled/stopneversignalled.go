// Package stopneversignalled is the check goroutineleak/stop-never-signalled: goroutine
// waits for a stop signal that nothing sends.
package stopneversignalled

import (
	"embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed stopneversignalled.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "stop-never-signalled",
	Title:      "goroutine waits for a stop signal that nothing sends",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.Stops | check.Closes | check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case <-ticker.C:
//			…
//		case <-m.stop: // made, and neither closed nor sent to anywhere
//			return
//		}
//	}
//
// for goroutines that have no other exit: a channel, a context whose cancel function is not
// called, a flag that is not set. A signal in a function that nothing calls does not count.
// Silent when code elsewhere may send it (an exported field or function, a value in a
// container or an interface), and when the goroutine can end otherwise. A queue that a
// goroutine ranges over is one of them where nothing closes it; that its owner cannot be
// stopped is a doubt. It reports every wait for a sync.Cond that nothing signals, and every
// case of a select for a signal that nothing gives, too.
func run(p *check.Pass) {
	reportLonelyConds(p)
	lives := lifetime.LifetimesIn(p)
	told := make(map[token.Pos]bool)
	for _, n := range deadwait.NeverSignalled(p) {
		told[n.At.Node().Pos()] = true
		reportNeverSignalled(p, n.G, n.Wait, n.At, lives)
	}
	reportDeadCases(p, told)
}

func reportNeverSignalled(p *check.Pass, g deadwait.Goroutine, w ssaflow.Wait, at inspector.Cursor, lives *lifetime.Lifetimes) {
	start := g.Start.Instr.Pos()
	var doubts []check.Doubt
	class := w.Source.Channel
	if class != nil && (class.Sealed || deadwait.IsQueue(w.Source)) && !forgotten(ssaflow.Of(p.Pass), class) {
		doubts = lives.Doubts(g.Start)
		if !lives.OwnerStops(g.Start) {
			doubts = append(doubts, check.Doubting(verdict.Deliberate, start))
		}
	}
	p.Report(check.Finding{
		At:      at.Node(),
		Message: fmt.Sprintf("goroutine started at %s cannot be stopped: it returns only after a stop signal, and %s", p.Where(start, at.Node().Pos()), deadText(p, w, at)),
		Trace: []check.Hop{
			{Pos: start, Message: "started here"},
			{Pos: at.Node().Pos(), Message: "waits here"},
		},
		Doubts: doubts,
		Fix:    fixNeverSignalled(p, g, w, at),
	})
}

// deadText returns what is waited for, and which function does not signal it.
func deadText(p *check.Pass, w ssaflow.Wait, at inspector.Cursor) string {
	text := p.Source(subject(at.Node()))
	dead := deadwait.NeverRaised(ssaflow.Of(p.Pass), w.Source)
	switch {
	case dead != nil:
		return fmt.Sprintf("nothing calls %s, which alone closes or sets %s", dead.Name(), text)
	case w.Source.Flag != nil:
		return "nothing sets " + text
	case w.Source.Context != nil:
		return "nothing cancels the context of " + text
	}
	if deadwait.IsQueue(w.Source) {
		return "nothing closes " + text
	}
	return "nothing closes " + text + " or sends on it"
}
