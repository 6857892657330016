package bodynolimit

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// downloaded reports a response that is kept in memory, however long it is, where the address is data of the
// program and no setting: others choose the server.
//
//	req, err := http.NewRequestWithContext(ctx, http.MethodGet, item.URL, nil)
//	…
//	return io.ReadAll(resp.Body)
func downloaded(p *check.Pass) {
	var sinks []*calls.Call
	for cur, to := range calls.All(p.Pass) {
		decodes := catalog.ValueDecoders[to.Name]
		if _, _, ok := memorySink(p, to.Expr, to.Name); ok && !decodes && !p.Quiet(cur.Node().Pos()) {
			if limitIn(p, astindex.DeclAround(cur)) == nil && late(p, cur) == nil {
				sinks = append(sinks, to)
			}
		}
	}
	if len(sinks) == 0 {
		return
	}
	flow := ssaflow.Of(p.Pass)
	at := callsAt(flow)
	for _, sink := range sinks {
		call := at[sink.Expr.Lparen]
		_, i, _ := memorySink(p, sink.Expr, sink.Name)
		if call == nil || i >= len(call.Call.Args) {
			continue
		}
		t := &tracer{flow: flow}
		if t.body(call.Call.Args[i], maxSteps) != "net/http.Response" {
			continue
		}
		u := &addresses{flow: flow, seen: make(map[*ssa.Parameter]bool)}
		if !u.isData(addressOf(t.message, maxSteps), maxSteps) {
			continue
		}
		f := check.Finding{
			At:      sink.Expr,
			Message: fmt.Sprintf("one response can exhaust the memory: %s reads what another server sends to the end, however long it is", p.Name(sink.Expr.Fun)),
			Fix:     limitReaders(p, sink),
		}
		if !u.record && !u.others && !fetches(call.Parent()) {
			f.Doubts = append(f.Doubts, check.Doubting(verdict.OwnAddress, sink.Expr.Pos()))
		}
		p.Report(f)
	}
}

// fetches reports whether a function, by its name, gets what others offer.
func fetches(fn *ssa.Function) bool {
	for ; fn.Parent() != nil; fn = fn.Parent() {
	}
	return slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.FetchWords[w] })
}
