// Package closedchannelspin is the check goroutineleak/closed-channel-spin: loop spins once the
// channel that it receives from is closed.
package closedchannelspin

import (
	"cmp"
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed closedchannelspin.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "closed-channel-spin",
	Title:      "loop spins once the channel that it receives from is closed",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for {
//		select {
//		case d := <-deliveries: // closed by the library with the connection
//			handle(d)
//		case <-ctx.Done():
//			return
//		}
//	}
//
// where the receive does not test whether the channel is closed, and the package or the
// library that made it closes it, or the documentation says that it is closed. Safe where the case looks at what it has received before
// it continues, or leaves the loop. Doubtful where another case may end the loop at the
// same time.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var closed closings
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		loop := cur.Node().(*ast.ForStmt)
		if p.Quiet(loop.Pos()) {
			continue
		}
		for _, r := range receives(loop) {
			r.awaited = awaits(p, loop, r.ch)
			if loop.Cond != nil && !r.awaited {
				continue
			}
			if closed == nil {
				closed = closingsOf(p, in)
			}
			judge(p, cur, loop, r, closed)
			judgeSignal(p, cur, loop, r, closed)
		}
	}
}

// judge reports a receive whose channel is closed while the loop keeps running.
func judge(p *check.Pass, cur inspector.Cursor, loop *ast.ForStmt, r *receive, closed closings) {
	by := closed.of(p, cur, r.ch)
	if by == nil && !carriesNothing(p.TypesInfo.TypeOf(r.ch)) {
		by = cmp.Or(closedThroughFlow(p, cur, r.stmt), documented(p, cur, r.ch))
	}
	if r.awaited {
		by = &closing{when: "which the condition of the loop waits for"}
	}
	if by == nil || carriesNothing(p.TypesInfo.TypeOf(r.ch)) {
		return
	}
	if at := r.looks(p); at.IsValid() {
		p.Safe(r.ch, p.Source(r.ch), verdict.Handled, at)
		return
	}
	var doubts []check.Doubt
	if by.at.IsValid() && mayEnd(loop, r) && !byProducer(p, by.at) {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, by.at))
	}
	var trace []check.Hop
	if by.at.IsValid() {
		trace = append(trace, check.Hop{Pos: by.at, Message: "closed here"})
	}
	p.Report(check.Finding{
		At: r.stmt,
		Message: fmt.Sprintf("loop spins once %s is closed, %s: each receive then gives a zero value immediately, and none asks whether %[1]s is closed",
			p.Source(r.ch), by.when),
		Trace:  trace,
		Doubts: doubts,
		Fix:    fix(p, cur, r),
	})
}

// mayEnd reports whether another case of the select leaves the loop: what closes the
// channel may make that case ready as well.
func mayEnd(loop *ast.ForStmt, r *receive) bool {
	for _, other := range r.others {
		for _, s := range other.Body {
			if ends(s) {
				return true
			}
		}
	}
	return r.clause == nil && ends(loop.Body)
}

// fnOf returns the function around a loop.
func fnOf(cur inspector.Cursor) ast.Node {
	if fn, ok := astindex.FuncAround(cur); ok {
		return fn.Node()
	}
	return nil
}
