// Package malformedinput is the check panicguard/malformed-input: malformed input panics in a
// goroutine, and crashes the process.
package malformedinput

import (
	"embed"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed malformedinput.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "malformed-input",
	Title:      "malformed input panics in a goroutine, and crashes the process",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() {
//		for scanner.Scan() {
//			parts := strings.Split(scanner.Text(), " ")
//			handle(parts[0], parts[1]) // a line without a blank ends the process
//		}
//	}()
//
// and type assertions, slices, fixed-size reads, Must functions and results beside an ignored error, in
// what a goroutine or a library's callback runs and nothing recovers. Safe is what a condition tests
// before. Where it is not known that the value comes from outside, the finding is of low confidence.
func run(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	s := &search{
		p:       p,
		in:      p.ResultOf[inspect.Analyzer].(*inspector.Inspector),
		flow:    flow,
		origins: newOrigins(flow),
	}
	s.several = s.origins.forSeveral()
	exposed := exposedIn(flow, recovers.Of(p.Pass))
	for _, fn := range flow.SSA.Funcs {
		if start, ok := exposed[fn]; ok && !p.Quiet(fn.Pos()) {
			s.function(fn, start)
		}
	}
}

// A search reports what panics in the functions of one package.
type search struct {
	p       *check.Pass
	in      *inspector.Inspector
	flow    *ssaflow.Flow
	origins *origins // of values that need one element, or none
	several *origins // of those that need more
}

// found is an operation with the expression that it stands for.
type found struct {
	operation
	expr    ast.Expr
	foreign bool
}

// function reports the operations of one function, those of foreign input and the others apart.
func (s *search) function(fn *ssa.Function, start beginning) {
	var certain, doubtful []found
	seen := make(map[ast.Expr]bool)
	for _, op := range append(operations(fn), s.nilMaps(fn)...) {
		expr := s.exprOf(op)
		if expr == nil || seen[expr] || s.tested(op) || s.enough(op) {
			continue
		}
		seen[expr] = true
		switch from := s.originOf(op); {
		case start.request && !inRequest(op, from):
		case from == foreign || op.kind == nilResult && op.certain:
			certain = append(certain, found{op, expr, true})
		case from == unknown && !start.elsewhere && op.kind != ranges:
			doubtful = append(doubtful, found{op, expr, false})
		}
	}
	byPos := func(a, b found) int { return int(a.expr.Pos() - b.expr.Pos()) }
	slices.SortFunc(certain, byPos)
	slices.SortFunc(doubtful, byPos)
	s.report(certain, start)
	s.report(doubtful, start)
}

// report makes one finding of the operations of one function.
func (s *search) report(list []found, start beginning) {
	if len(list) == 0 {
		return
	}
	first := list[0]
	f := check.Finding{At: first.expr, Message: s.message(first, start), Fix: s.fix(list, start)}
	f.Trace = append(f.Trace, check.Hop{Pos: start.pos, Message: "the goroutine begins here"})
	for _, other := range list[1:min(len(list), maxHops)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.expr.Pos(), Message: "so does " + s.p.Source(other.expr)})
	}
	if !first.foreign {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.MayBeTested, first.expr.Pos()))
	}
	f.Doubts = append(f.Doubts, s.assertDoubts(first)...)
	if start.elsewhere {
		f.Trace[0].Message = "another package calls it here"
		f.Doubts = append(f.Doubts, check.Doubting(verdict.MayRecover, first.expr.Pos()))
	}
	if start.request {
		f.Trace[0].Message = "the function that answers the request"
		f.Doubts, f.Fix = append(f.Doubts, check.Doubting(verdict.OneRequest, start.pos)), nil
	}
	if s.p.ByHand() {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.ByHand, first.expr.Pos()))
	}
	s.p.Report(f)
}

// maxHops bounds the trace.
const maxHops = 5
