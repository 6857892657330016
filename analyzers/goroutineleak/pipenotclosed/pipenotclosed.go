// Package pipenotclosed is the check goroutineleak/pipe-not-closed: one end of a pipe is left open,
// and the goroutine at the other end blocks forever.
package pipenotclosed

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed pipenotclosed.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "pipe-not-closed",
	Title:      "one end of a pipe is left open, and the goroutine at the other end blocks forever",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"io"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	r, w := io.Pipe()
//	go func() {
//		w.CloseWithError(json.NewEncoder(w).Encode(v)) // blocks where Save stops reading early
//	}()
//	return store.Save(path, r) // and nothing closes r
//
// and a goroutine that returns without closing w: the reader waits for the end. Safe is an end that is
// closed anywhere in the function, or passed on to what can close it, and a reader that reads to the
// end whatever happens.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		if to.Name != "io.Pipe" || p.Quiet(cur.Node().Pos()) {
			continue
		}
		pipe := pipeOf(p, cur)
		if pipe == nil {
			continue
		}
		pipe.checkReader(p)
		pipe.checkWriter(p)
	}
}

// A pipe is what one call of io.Pipe makes.
type pipe struct {
	made           inspector.Cursor // the statement
	reader, writer *end
}

// pipeOf returns the pipe of a call whose two ends are variables, nil for others.
func pipeOf(p *check.Pass, call inspector.Cursor) *pipe {
	targets, stmt := localvar.Targets(call)
	if len(targets) != 2 {
		return nil
	}
	var ends [2]*end
	for i, target := range targets {
		id, ok := target.(*ast.Ident)
		if !ok || id.Name == "_" {
			return nil
		}
		v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || v.Parent() == p.Pkg.Scope() {
			return nil
		}
		ends[i] = endOf(p, call, v)
	}
	return &pipe{stmt, ends[0], ends[1]}
}

// checkReader reports a reader that is passed to what may stop reading, and is never closed.
func (pi *pipe) checkReader(p *check.Pass) {
	r := pi.reader
	switch {
	case len(pi.writer.taken)+len(pi.writer.handed)+len(pi.writer.other) == 0: // nothing writes
		return
	case len(r.closed) > 0:
		p.Safe(pi.made.Node(), r.v.Name(), verdict.Handled, r.closed[0].Node().Pos())
		return
	case len(r.handed) > 0:
		p.Safe(pi.made.Node(), r.v.Name(), verdict.HandedOver, r.handed[0].Node().Pos())
		return
	}
	for _, use := range r.taken {
		call := use.Parent().Node().(*ast.CallExpr)
		if drains(p, call) {
			continue
		}
		pi.reportReader(p, use)
		return
	}
}

func (pi *pipe) reportReader(p *check.Pass, use inspector.Cursor) {
	call := use.Parent().Node().(*ast.CallExpr)
	how := p.Name(call.Fun) + " stops reading early"
	var doubts []check.Doubt
	switch result := p.TypesInfo.TypeOf(call); {
	case callmatch.TypeName(result) == "io.ReadCloser":
		how = "what " + p.Name(call.Fun) + " returns is closed early"
	case gives(p, call):
		how = "reading what " + p.Name(call.Fun) + " returns stops early"
		doubts = append(doubts, check.Doubting(verdict.MayDrain, call.Pos()))
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("writes to %s block forever when %s: nothing closes %s", pi.writer.v.Name(), how, pi.reader.v.Name()),
		Trace:   []check.Hop{{Pos: pi.made.Node().Pos(), Message: "the pipe is made here"}},
		Doubts:  doubts,
		Fix:     fixReader(p, pi, use),
	})
}

// checkWriter reports a goroutine that writes, and may return without closing its end.
func (pi *pipe) checkWriter(p *check.Pass) {
	w := pi.writer
	if len(w.handed) > 0 {
		return
	}
	lit := w.goroutine()
	if lit == nil {
		return
	}
	var at ast.Node
	if len(w.closed) == 0 {
		at = pi.made.Node()
	} else if ret := w.leaves(p, lit); ret != nil && ret.Pos() < lit.Body.Rbrace {
		at = ret
	} else if ret != nil {
		at = w.closed[0].Parent().Node() // which the end of the literal is reached without
	}
	if at == nil {
		return
	}
	p.Report(check.Finding{
		At:      at,
		Message: fmt.Sprintf("reads from %s block forever: the goroutine that writes returns without closing %s", pi.reader.v.Name(), w.v.Name()),
		Trace:   []check.Hop{{Pos: lit.Pos(), Message: "the goroutine writes here"}},
		Fix:     fixWriter(p, pi, lit, at),
	})
}
