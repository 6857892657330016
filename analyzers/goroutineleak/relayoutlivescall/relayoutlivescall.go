// Package relayoutlivescall is the check goroutineleak/relay-outlives-call: goroutine that cancels a
// context for another signal outlives the call.
package relayoutlivescall

import (
	"embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed relayoutlivescall.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "relay-outlives-call",
	Title:      "goroutine that cancels a context for another signal outlives the call",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	ctx, cancel := context.WithCancel(ctx)
//	go func() {
//		<-s.stop
//		cancel()
//	}()
//	return s.send(ctx, msg) // the goroutine waits for s.stop
//
// where nothing else calls cancel, and the context is used only until the function returns; and what closes a value in
// the place of the function, see [closerOf]. Silent where
// the function returns or stores what uses the context, and where something that ends with the call ends
// the wait.
func run(p *check.Pass) {
	if !ssainstr.StartsGoroutines(p) {
		return
	}
	var lives *lifetime.Lifetimes
	for _, g := range deadwait.Goroutines(p) {
		r := relayOf(g)
		closer, closed := closerOf(g)
		if r == nil && closer == nil {
			continue
		}
		if lives == nil {
			lives = lifetime.LifetimesIn(p)
		}
		if r != nil {
			judge(p, lives, r)
		} else {
			judgeCloser(p, lives, closer, closed)
		}
	}
}

func judge(p *check.Pass, lives *lifetime.Lifetimes, r *relay) {
	at := syntax.Keyword{At: r.start.Instr.Pos(), Text: "go"}
	if !r.onlyEnd() {
		p.Safe(at, "the goroutine", verdict.Ended, r.made.Pos())
		return
	}
	flow := ssaflow.Of(p.Pass)
	out := r.outer(flow)
	if out == nil || !flow.Exits(nil).Reachable(r.fn()) {
		return
	}
	u := &uses{p: p, relay: r}
	if !u.endWithCall(out) {
		p.Safe(at, "the goroutine", verdict.HandedOver, r.made.Pos())
		return
	}
	end := "cancels its context"
	if _, _, cancel := names(p, r); cancel != nil {
		end = "calls " + cancel.Name()
	}
	var change *edit.Fix
	if u.kept == nil {
		change = fix(p, r)
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("goroutine stays after %s has returned, one for each call: it waits for %s, and nothing else %s",
			ssainstr.FuncName(r.fn()), out.names(p), end),
		Trace: []check.Hop{
			{Pos: r.made.Pos(), Message: "context made here"},
			{Pos: r.wait.Pos(), Message: "waits here"},
		},
		Doubts: r.doubts(p, lives, out, u),
		Fix:    change,
	})
}

// doubts returns what speaks against a report: what callers may do, and that there may be one such call in
// the life of the process.
func (r *relay) doubts(p *check.Pass, lives *lifetime.Lifetimes, out *outer, u *uses) []check.Doubt {
	at := r.start.Instr.Pos()
	list := lives.OfStart(r.start)
	switch {
	case u.kept != nil:
		list = append(list, check.Doubting(verdict.Deliberate, u.kept.Pos()))
	case out.given:
		list = append(list, check.Doubting(verdict.HandedIn, r.wait.Pos()))
	}
	if u.unknown != nil {
		list = append(list, check.Doubting(verdict.UnknownCallee, u.unknown.Pos()))
	}
	if r.lasts() {
		list = append(list, check.Doubting(verdict.Lifetime, at))
	}
	return list
}

// lasts reports whether the function around the goroutine is named as one that runs as long as its owner.
func (r *relay) lasts() bool {
	fn := ssaflow.Outermost(r.fn())
	if fn.Name() == "main" || lifetime.IsInit(fn) {
		return true
	}
	return slices.ContainsFunc(catalog.Words(fn.Name()), func(word string) bool { return catalog.BlockingWords[word] || catalog.LifetimeWords[word] })
}

// answers reports whether the function around the goroutine answers a request, whose context ends with it.
func (r *relay) answers() bool {
	for fn := r.fn(); fn != nil; fn = fn.Parent() {
		if astindex.AnswersRequests(fn.Signature) || callmatch.AnswersCall(fn.Signature) {
			return true
		}
	}
	return false
}

// fn is the function that starts the goroutine, and makes the context that it cancels.
func (r *relay) fn() *ssa.Function { return r.start.Instr.Parent() }
