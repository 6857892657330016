package bodynolimit

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// inflated reports a request whose compressed bytes alone may be limited:
//
//	zr, err := gzip.NewReader(http.MaxBytesReader(w, r.Body, maxSize))
//	…
//	return io.ReadAll(zr) // a thousand times as much
//
// Safe is what limits the reader of the decompressed bytes.
func inflated(p *check.Pass) {
	var sinks []*calls.Call
	unpacks := false
	for cur, to := range calls.All(p.Pass) {
		if _, _, ok := memorySink(p, to.Expr, to.Name); ok && !p.Quiet(cur.Node().Pos()) {
			sinks = append(sinks, to)
		}
		unpacks = unpacks || catalog.Decompressors[to.Name] || catalog.Decompressors[resetName(to.Name)]
	}
	if !unpacks || len(sinks) == 0 {
		return
	}
	flow := ssaflow.Of(p.Pass)
	at := callsAt(flow)
	var found []*calls.Call
	for _, sink := range sinks {
		call := at[sink.Expr.Lparen]
		_, i, _ := memorySink(p, sink.Expr, sink.Name)
		if call == nil || i >= len(call.Call.Args) {
			continue
		}
		t := &tracer{flow: flow}
		if body := t.body(call.Call.Args[i], maxSteps); body == "net/http.Request" && t.inflated {
			found = append(found, sink)
		}
	}
	if len(found) == 0 {
		return
	}
	f := check.Finding{
		At:      found[0].Expr,
		Message: fmt.Sprintf("one request can exhaust the memory: %s reads all that it is decompressed to, however long that is", p.Name(found[0].Expr.Fun)),
		Fix:     limitReaders(p, found...),
	}
	for _, other := range found[1:min(len(found), 4)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.Expr.Pos(), Message: "also read here without a limit"})
	}
	p.Report(f)
}

// memorySink returns the reader that a call reads into memory, and which argument of the SSA form it is.
func memorySink(p *check.Pass, call *ast.CallExpr, name string) (reader ast.Expr, ssaArg int, ok bool) {
	i, ok := catalog.ReadsAll[name]
	if !ok && catalog.Copies[name] && name != "io.CopyN" && inMemory(p, call.Args[0]) {
		i, ok = 1, true
	}
	if !ok || i >= len(call.Args) {
		return nil, 0, false
	}
	ssaArg = i
	if fn := callmatch.Callee(p.TypesInfo, call); fn != nil && fn.Signature().Recv() != nil {
		ssaArg++
	}
	return call.Args[i], ssaArg, true
}

// callsAt returns the calls of the package by the positions of their parentheses.
func callsAt(flow *ssaflow.Flow) map[token.Pos]*ssa.Call {
	at := make(map[token.Pos]*ssa.Call)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok {
				at[call.Pos()] = call
			}
		}
	}
	return at
}
