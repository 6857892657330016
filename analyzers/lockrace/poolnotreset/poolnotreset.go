// Package poolnotreset is the check lockrace/pool-not-reset: a value of a sync.Pool is used with what its last user
// left in it.
package poolnotreset

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed poolnotreset.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "pool-not-reset",
	Title:      "a value of a pool is used with what its last user left in it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Imports:    []string{"sync"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	buf := pool.Get().(*bytes.Buffer)
//	defer pool.Put(buf)
//	fmt.Fprintf(buf, …) // after what an earlier call has written
//
// where the package resets no value of the type, ahead of the use or of the Put; so with maps that are written to,
// and slices that are appended to. Silent for a pool to which nothing is put back.
func run(p *check.Pass) {
	if !usesPool(p) {
		return
	}
	funcs := ssabuild.Of(p.Pass).Funcs
	for _, fn := range funcs {
		for instr := range ssaflow.Instrs(fn) {
			got, ok := instr.(*ssa.TypeAssert)
			if !ok || p.Quiet(got.Pos()) {
				continue
			}
			if pool, get := poolOf(got); pool != nil && putsBack(funcs, pool) {
				judge(p, funcs, got, get)
			}
		}
	}
}

// usesPool is the fast path: whether the package takes anything out of a pool.
func usesPool(p *check.Pass) bool {
	for _, to := range calls.All(p.Pass) {
		if to.Name == "(*sync.Pool).Get" {
			return true
		}
	}
	return false
}

func judge(p *check.Pass, funcs []*ssa.Function, got *ssa.TypeAssert, get *ssa.Call) {
	value := ssa.Value(got)
	if got.CommaOk {
		return
	}
	k := kindOf(got.Type())
	if k == nil || !k.fills(value) {
		return
	}
	cur, call := at(p, get)
	if call == nil {
		return
	}
	if reset := k.resetIn(funcs, got.Type()); reset != nil {
		p.Safe(call, p.Source(call), verdict.Handled, reset.Pos())
		return
	}
	var doubts []check.Doubt
	if gone := returned(got); gone != nil {
		doubts = append(doubts, check.Doubting(verdict.SetElsewhere, gone.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("what an earlier user has left in the value of %s is used again: nothing resets a %s, after Get or before Put",
			p.Name(call.Fun), types.TypeString(got.Type(), types.RelativeTo(p.Pkg))),
		Doubts: doubts,
		Fix:    fix(p, cur, k),
	})
}

// at returns the call that takes a value out of a pool.
func at(p *check.Pass, get *ssa.Call) (inspector.Cursor, *ast.CallExpr) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if cur, ok := in.Root().FindByPos(get.Pos(), get.Pos()+1); ok {
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			return c, c.Node().(*ast.CallExpr)
		}
	}
	return in.Root(), nil
}
