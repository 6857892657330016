// Package usedafterput is the check lockrace/used-after-put: value of a pool is used after it was put back.
package usedafterput

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed usedafterput.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "used-after-put",
	Title:      "value of a pool is used after it was put back",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	buf := buffers.Get().(*bytes.Buffer)
//	defer buffers.Put(buf)
//	…
//	return buf.Bytes() // the next user of buf writes to the same memory
//
// and uses that follow the Put on a path. Silent where what is returned is a copy, and where the memory is
// taken out of the value before the Put.
func run(p *check.Pass) {
	if !usesPool(p) {
		return
	}
	funcs := ssabuild.Of(p.Pass).Funcs
	truncated := truncatedFields(funcs)
	for _, fn := range funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		for _, put := range puts(fn) {
			m := memoryOf(put, truncated)
			if use := put.firstUse(m); use != nil {
				report(p, put, m, use)
			}
		}
	}
}

// usesPool is the fast path: whether the package gives anything to a pool.
func usesPool(p *check.Pass) bool {
	for _, to := range calls.All(p.Pass) {
		if _, ok := catalog.PoolPuts[to.Name]; ok {
			return true
		}
	}
	return false
}

func report(p *check.Pass, put *put, m *memory, use *use) {
	expr := use.expr(p)
	if expr == nil || p.Quiet(expr.Pos()) || p.Reported(expr.Pos()) {
		return
	}
	var doubts []check.Doubt
	if !put.deferred() && !put.instr.Block().Dominates(use.instr.Block()) {
		doubts = append(doubts, check.Doubting(verdict.Alternatives, put.instr.Pos()))
	}
	p.Report(check.Finding{
		At:      expr,
		Message: put.message(p, use, expr),
		Trace:   []check.Hop{{Pos: put.instr.Pos(), Message: "put back here"}, {Pos: expr.Pos(), Message: "used here"}},
		Doubts:  doubts,
		Fix:     fix(p, put, m, use, expr),
	})
}

func (put *put) message(p *check.Pass, use *use, expr ast.Expr) string {
	what, where := p.Source(expr), p.Where(put.instr.Pos(), expr.Pos())
	switch {
	case use.again != nil:
		return fmt.Sprintf("data race: %s puts the value back, and so does the deferred call at %s: two goroutines may get it at the same time",
			what, p.Where(use.again.Pos(), expr.Pos()))
	case put.deferred():
		return fmt.Sprintf("data race: %s %s, and the deferred call at %s puts the value back before: its next user writes to the same memory", what, use.what, where)
	}
	return fmt.Sprintf("data race: %s %s, and the pool has the value back since %s: its next user writes to the same memory", what, use.what, where)
}
