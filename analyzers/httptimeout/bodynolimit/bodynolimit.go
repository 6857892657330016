// Package bodynolimit is the check httptimeout/body-no-limit: request body is read into memory without
// a limit.
package bodynolimit

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed bodynolimit.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "body-no-limit",
	Title:      "request body is read into memory without a limit",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
//		data, err := io.ReadAll(r.Body)
//
// and the same with decoders, here or in a helper: once for each package, since one middleware repairs all.
// Safe is what limits the body before, in the function, its callers or a middleware of the package, and a
// function that asks for the length. Of low confidence are handlers of a web framework, which may limit
// them, and helpers whose handlers are elsewhere.
//
// It also reports a response that is read to its end before its length is compared with a limit, and one of a
// server that others choose; bytes that are decompressed without a limit; messages of WebSocket clients; and
// frames whose length a client says.
func run(p *check.Pass) {
	inflated(p)
	downloaded(p)
	messages(p)
	framed(p)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var reads []*read
	for cur := range calls.All(p.Pass) {
		if r := readAt(p, cur); r != nil {
			reads = append(reads, r)
		}
	}
	if len(reads) == 0 {
		return
	}
	everywhere := middleware(p, in)
	var open []*read
	for _, r := range reads {
		switch at := r.limited(p); {
		case r.answer:
			r.report(p, nil)
		case everywhere != nil:
			p.Safe(r.call, p.Source(r.body), verdict.Limited, everywhere.Pos())
		case at != nil:
			p.Safe(r.call, p.Source(r.body), verdict.Limited, at.Pos())
		case len(r.doubts) > 0:
			r.report(p, nil)
		default:
			open = append(open, r)
		}
	}
	if len(open) > 0 {
		open[0].report(p, open[1:])
	}
}

// A read is a call that reads a body into memory.
type read struct {
	call   *ast.CallExpr
	cur    inspector.Cursor
	fn     ast.Node // the function around it
	body   *ast.SelectorExpr
	answer bool // of a response, whose length is compared later
	doubts []check.Doubt
}

// readAt returns the read at cur, nil if there is none.
func readAt(p *check.Pass, cur inspector.Cursor) *read {
	call := cur.Node().(*ast.CallExpr)
	fn, ok := astindex.FuncAround(cur)
	body := bodyOf(p, cur)
	if !ok || body == nil || p.Quiet(call.Pos()) {
		return nil
	}
	r := &read{call: call, cur: cur, fn: fn.Node(), body: body}
	if callmatch.IsType(p.TypesInfo.TypeOf(body.X), "net/http.Response") {
		r.answer = true
		if late(p, cur) == nil {
			return nil
		}
		return r
	}
	if r.fn = answered(p, cur); r.fn == nil {
		return nil
	}
	if elsewhere(p, r.fn) {
		r.doubts = []check.Doubt{check.Doubting(verdict.FrontLimit, call.Pos())}
	}
	return r
}

// report reports a read, and the others that a limit is missing for.
func (r *read) report(p *check.Pass, others []*read) {
	f := check.Finding{
		At:      r.call,
		Message: fmt.Sprintf("one request can exhaust the memory: %s reads %s to the end, however long it is", p.Name(r.call.Fun), p.Source(r.body)),
		Doubts:  r.doubts,
		Fix:     fix(p, append([]*read{r}, others...)),
	}
	if r.answer {
		at := late(p, r.cur)
		f.Message = fmt.Sprintf("one response can exhaust the memory: %s reads %s to the end before its length is compared with a limit at %s",
			p.Name(r.call.Fun), p.Source(r.body), p.Where(at.Pos(), r.call.Pos()))
		f.Fix = fixLate(p, r, at)
	}
	for _, other := range others[:min(len(others), 3)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.call.Pos(), Message: "also read here without a limit"})
	}
	p.Report(f)
}
