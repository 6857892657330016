// Package retainedbuffer is the check lockrace/retained-buffer: memory that a library reuses is retained.
package retainedbuffer

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed retainedbuffer.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "retained-buffer",
	Title:      "memory that the library reuses is retained",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for sc.Scan() {
//		lines = append(lines, sc.Bytes()) // the next Scan writes to the same memory
//	}
//
// and so values of a request, a transaction or a Write that are sent, stored, or used by a goroutine that outlives
// it. Silent for copies, and where the function waits for what gets the value.
func run(p *check.Pass) {
	if !reuses(p) {
		return
	}
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		reported := make(map[token.Pos]bool)
		for b := range buffers(p, fn) {
			judge(p, b, reported)
		}
	}
}

// reuses is the fast path: whether the package calls anything that returns such a value, or has a method that is passed
// one.
func reuses(p *check.Pass) bool {
	for _, call := range calls.All(p.Pass) {
		_, returns := catalog.ReusedResults[call.Name]
		_, passes := catalog.ReusedParams[call.Name]
		if returns || passes {
			return true
		}
	}
	for fn := range astindex.Of(p.Pass).Decls {
		if _, ok := catalog.NotRetained[fn.Name()]; ok {
			return true
		}
	}
	return false
}

func judge(p *check.Pass, b *buffer, reported map[token.Pos]bool) {
	h := follow(b.value.Parent(), b.value)
	k := b.retained(h)
	if k == nil {
		return
	}
	at := nodeAt(p, k.instr)
	if at == nil || p.Quiet(at.Pos()) || reported[at.Pos()] {
		return
	}
	if wait := b.waits(k.instr); wait != nil {
		p.Safe(at, p.Source(at), verdict.Joined, wait.Pos())
		return
	}
	if on := b.immutable(p); on.IsValid() {
		p.Safe(at, p.Source(at), verdict.Private, on)
		return
	}
	reported[at.Pos()] = true
	what := b.text(p)
	p.Report(check.Finding{
		At:      at,
		Message: fmt.Sprintf("%s %s and changes later: its memory is used again after %s", what, k.what, b.row.Until),
		Trace:   trace(p, b, k),
		Fix:     fix(p, b, k),
	})
}

// trace tells where the value is from, and where a function that gets it retains it.
func trace(p *check.Pass, b *buffer, k *retention) (hops []check.Hop) {
	hops = append(hops, check.Hop{Pos: b.pos(), Message: "refers to memory that is reused"})
	if k.in != nil && k.in.Pos().IsValid() {
		hops = append(hops, check.Hop{Pos: k.in.Pos(), Message: "retained here"})
	}
	return hops
}

// nodeAt returns the statement or call of an instruction.
func nodeAt(p *check.Pass, instr ssa.Instruction) ast.Node {
	if call, ok := instr.(*ssa.Call); ok {
		if expr := source.CallExpr(p, call); expr != nil {
			return expr
		}
	}
	stmt, _ := source.Statement(p, instr.Pos())
	if stmt == nil {
		return nil
	}
	return stmt
}
