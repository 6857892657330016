// Package sharedmapincontext is the check lockrace/shared-map-in-context: map from a
// context value is written.
package sharedmapincontext

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed sharedmapincontext.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "shared-map-in-context",
	Title:      "map from a context value is written",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	keys, _ := ctx.Value(heldKey{}).(map[string]bool)
//	keys[name] = true // every function with ctx has this map
//	return context.WithValue(ctx, heldKey{}, keys)
//
// Silent when the map was copied before, and when it comes from a function of another
// package. A lock that may be held leaves it unproven; that the function makes no context
// of it is a doubt: then the map is meant to be shared, and its writes are ordered
// elsewhere.
func run(p *check.Pass) {
	if !usesValue(p) {
		return
	}
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		reported := make(map[ssa.Value]bool)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				m := writtenMap(instr)
				if m == nil || reported[m] {
					continue
				}
				if from := outOfContext(m, 8); from != nil {
					reported[m] = true
					reportSharedMap(p, instr, from)
				}
			}
		}
	}
}

// usesValue is the fast path: whether anything here calls Context.Value.
func usesValue(p *check.Pass) bool {
	for id, obj := range p.TypesInfo.Uses {
		if id.Name == "Value" && obj.Pkg() != nil && obj.Pkg().Path() == "context" {
			return true
		}
	}
	return false
}

// locked reports whether a lock may be held at an instruction.
func locked(p *check.Pass, instr ssa.Instruction) bool {
	model := locks.Of(p.Pass)
	return model != nil && holding.MayHold(model, instr)
}

func reportSharedMap(p *check.Pass, instr ssa.Instruction, from *ssa.Call) {
	expr := mapExpr(p, instr.Pos())
	if expr == nil {
		return
	}
	var doubts []check.Doubt
	if locked(p, instr) {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, instr.Pos()))
	}
	if !passedOn(p, instr, expr) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, from.Pos()))
	}
	p.Report(check.Finding{
		At: expr,
		Message: fmt.Sprintf("data race: %s is written, and it is the map that ctx.Value returned at %s, which all goroutines with the context share",
			p.Source(expr), p.Where(from.Pos(), expr.Pos())),
		Trace:  []check.Hop{{Pos: from.Pos(), Message: "read from the context here"}},
		Doubts: doubts,
		Fix:    fixSharedMap(p, instr, expr),
	})
}

// passedOn reports whether the function makes a context with the map after the
// write: it means to add to what its callees see.
func passedOn(p *check.Pass, instr ssa.Instruction, expr ast.Expr) bool {
	written, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	m, after := p.TypesInfo.ObjectOf(written), expr.End()
	found := false
	ast.Inspect(instr.Parent().Syntax(), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < after || !callmatch.IsType(p.TypesInfo.TypeOf(call), "context.Context") {
			return !found
		}
		for _, arg := range call.Args {
			id, ok := ast.Unparen(arg).(*ast.Ident)
			found = found || ok && p.TypesInfo.ObjectOf(id) == m
		}
		return !found
	})
	return found
}
