package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var backgroundInLoop = &check.Check{
	Slug:       "background-in-loop",
	Title:      "background loop gives its work a context that no shutdown can end",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.Detaches | check.RunsForever,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runBackgroundInLoop,
}

// shortWork is how long a shutdown can wait for work that has a deadline: the
// least grace period that platforms give.
const shortWork = 10 * time.Second

// runBackgroundInLoop reports
//
//	go func() {
//		for range ticker.C {
//			collect(context.Background())
//		}
//	}()
//
// in goroutines, and in loops that ask for an end which cannot reach the work; and
// go s.loop(context.Background()), where only the context's end ends the loop.
// Safe is work with a short deadline, on the way out of the loop, behind the end of a
// context at hand, or where a comment gives the reason, and what the main goroutine runs
// until the process is killed. What was taken from a queue, work of unknown length, what
// something else may end, and what package initialization starts lower the finding.
func runBackgroundInLoop(p *check.Pass) {
	for _, cur := range roots(p) {
		var worst *round
		for _, s := range sinks(p, cur) {
			if startsEndless(p, cur, s) {
				worst = nil
				break
			}
			r := looped(p, cur, s)
			switch {
			case r == nil:
			case r.proof != nil:
				p.Safe(s.call.Node(), p.Name(s.call.Node().(*ast.CallExpr).Fun), r.proof, r.proved)
			case worst == nil || r.tier().Compare(worst.tier()) > 0:
				worst = r
			}
		}
		if worst != nil {
			reportLoop(p, cur, worst)
		}
	}
}

func (r *round) tier() verdict.Confidence { return left(r.doubts) }

// left returns what doubts leave of a confidence.
func left(doubts []check.Doubt) verdict.Confidence {
	var kinds []*verdict.Doubt
	for _, d := range doubts {
		kinds = append(kinds, d.Doubt)
	}
	return verdict.Lower(verdict.High, kinds)
}

// initializes reports whether fn is part of package initialization: what it starts lives
// as long as the process.
func initializes(fn ast.Node) bool {
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "init"
}

// looped returns the loop that gives a root context to the work s, again and again, nil
// if there is none, or if what speaks against that loop leaves the finding to
// background-over-param.
func looped(p *check.Pass, root inspector.Cursor, s sink) *round {
	given := atHand(p, root)
	r := recurring(p, s.call)
	if r == nil && given == nil {
		r = calledAgain(p, s.call)
	}
	if r == nil || !waitsAgain(p, s) || !r.begin(p, s.call) || given != nil && r.tier() != verdict.High {
		return nil
	}
	r.work = s.call
	r.doubts = append(r.doubts, againDoubts(p, root, s, r)...)
	if pos, ok := wanted(p, root, s.call); ok {
		r.proof, r.proved = verdict.Wanted, pos
	}
	if s.limit.set && 0 < s.limit.d && s.limit.d <= shortWork {
		r.proof, r.proved = verdict.Limited, s.call.Node().Pos()
	}
	if given != nil {
		fn, _ := innermost(s.call)
		if e := ended(p, s.call, givenExpr(p, fn, given), true); e != nil {
			r.proof, r.proved = verdict.Handled, e.pos
		}
	}
	return r
}

// waitsAgain reports whether the call waits for its context, and for nothing that it
// keeps or limits itself.
func waitsAgain(p *check.Pass, s sink) bool {
	return !ctxuse.Of(p.Pass).Bounded(s.fn, s.arg) && !kept(p, s)
}

// againDoubts are what speaks against the work of a round.
func againDoubts(p *check.Pass, root inspector.Cursor, s sink, r *round) (list []check.Doubt) {
	add := func(d *verdict.Doubt, pos token.Pos) { list = append(list, check.Doubting(d, pos)) }
	at := s.call.Node().Pos()
	if s.limit.set && s.limit.d == 0 {
		add(verdict.UnknownLimit, at)
	}
	if constructs(s.fn) || endsSomething(s.fn) && catalog.Words(s.fn.Name())[0] != "cleanup" {
		add(verdict.Deliberate, at)
	}
	if pos := toldByError(p, s.call, r.loop); pos.IsValid() {
		add(verdict.OtherEnd, pos)
	}
	if r.start != nil && initializes(r.start.In) {
		add(verdict.Lifetime, r.start.Node.Pos())
	}
	if r.raises(verdict.InHand) && endingContext(p, root) == "" {
		add(verdict.Deliberate, r.loop.Pos())
	}
	return list
}

func (r *round) raises(d *verdict.Doubt) bool {
	return slices.ContainsFunc(r.doubts, func(have check.Doubt) bool { return have.Doubt == d })
}

// begin finds out who runs the loop, and reports whether it has to end before the
// process does: in a goroutine, or because it asks for its end. What the main goroutine
// runs without asking is ended by the signal itself.
func (r *round) begin(p *check.Pass, work inspector.Cursor) bool {
	fn, ok := innermost(work)
	if r.called != nil {
		fn, ok = innermost(cursorAt(work, r.called))
	}
	if !ok {
		return false
	}
	if start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn.Node()); ok && !p.Quiet(start.Node.Pos()) {
		r.start = &start
		return true
	}
	if r.ends != nil {
		return true
	}
	r.doubts = append(r.doubts, check.Doubting(verdict.NoCaller, fn.Node().Pos()))
	return !ofMain(p, fn.Node())
}

// ofMain reports whether a function runs on the main goroutine, as far as calls by name
// show.
func ofMain(p *check.Pass, fn ast.Node) bool {
	index, seen := astindex.Of(p.Pass), make(map[ast.Node]bool)
	var climb func(fn ast.Node) bool
	climb = func(fn ast.Node) bool {
		decl, ok := fn.(*ast.FuncDecl)
		if !ok || seen[fn] {
			return false
		}
		seen[fn] = true
		if p.Pkg.Name() == "main" && decl.Recv == nil && decl.Name.Name == "main" || initializes(fn) {
			return true
		}
		obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		return slices.ContainsFunc(index.Calls[obj], func(c astindex.Call) bool { return !c.Go && climb(c.In) })
	}
	return climb(fn)
}

func reportLoop(p *check.Pass, cur inspector.Cursor, r *round) {
	call := r.work.Node().(*ast.CallExpr)
	where := fmt.Sprintf("in the loop at %s", p.Where(r.loop.Pos(), cur.Node().Pos()))
	var trace []check.Hop
	switch {
	case r.start != nil:
		where += " of the goroutine started at " + p.Where(r.start.Node.Pos(), cur.Node().Pos())
		trace = append(trace, check.Hop{Pos: r.start.Node.Pos(), Message: "started here"})
	case r.ends != nil:
		where += " that " + p.Source(r.ends) + " ends"
		trace = append(trace, check.Hop{Pos: r.ends.Pos(), Message: "asks for its end here"})
	}
	if r.called != nil {
		trace = append(trace, check.Hop{Pos: r.called.Pos(), Message: "called here in each round"})
	}
	trace = append(trace, check.Hop{Pos: call.Pos(), Message: "works here, again and again"})
	p.Report(check.Finding{
		At: cur.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s, %s, gets %s: a shutdown cannot end it and has to cut it off",
			p.Name(call.Fun), where, p.Source(cur.Node())),
		Trace:  trace,
		Doubts: r.doubts,
		Fix:    fixLoop(p, cur, r.work),
	})
}
