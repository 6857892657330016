// Package nilmapwrite is the check panicguard/nil-map-write: a write to a map that nothing makes panics.
package nilmapwrite

import (
	"embed"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed nilmapwrite.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "nil-map-write",
	Title:      "a write to a map that nothing makes panics",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	type Limiter struct{ counts map[string]int }
//
//	func NewLimiter() *Limiter { return &Limiter{} }
//
//	func (l *Limiter) Allow(key string) { l.counts[key]++ } // no code puts a map into counts
//
// and the same of a variable of the package, and of a local one. Safe where anything stores a map there, or may
// by its address; an option of a constructor stores one only for those who pass it. Silent where the code asks whether there is one, for exported fields, and for what other packages
// can set.
func run(p *check.Pass) {
	places := make(map[types.Object]*place)
	known := ssaflow.Of(p.Pass).SSA
	for _, fn := range append(slices.Clone(known.Funcs), known.Package.Func("init")) { // which sets the variables
		for instr := range ssaflow.Instrs(fn) {
			note(p, places, instr)
		}
	}
	for _, fn := range known.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if write, ok := instr.(*ssa.MapUpdate); ok && !p.Quiet(write.Pos()) {
				judge(p, places, write)
			}
		}
	}
}

// judge reports a write to a map that is nil whenever it runs.
func judge(p *check.Pass, places map[types.Object]*place, write *ssa.MapUpdate) {
	if zero, ok := write.Map.(*ssa.Const); ok && zero.IsNil() {
		report(p, write, "the map", nil, token.NoPos)
		return
	}
	obj := objectOf(write.Map)
	at := places[obj]
	if at == nil || at.reported {
		return
	}
	span := check.Span(write.Pos(), write.Pos()+1)
	switch {
	case at.set.IsValid():
		p.Safe(span, obj.Name(), verdict.Handled, at.set)
	case at.open.IsValid():
		p.Safe(span, obj.Name(), verdict.HandedOver, at.open)
	case settable(p, obj):
	default:
		at.reported = true
		report(p, write, obj.Name(), obj, at.option)
	}
}

// settable reports whether other packages can set a field or a variable.
func settable(p *check.Pass, obj types.Object) bool {
	return obj.Pkg() != p.Pkg || obj.Exported() && p.Pkg.Name() != "main"
}

func report(p *check.Pass, write *ssa.MapUpdate, name string, obj types.Object, option token.Pos) {
	f := check.Finding{
		At:      written(p, write.Pos()),
		Message: fmt.Sprintf("panic: assignment to an entry of a nil map: no code makes %s", name),
	}
	if option.IsValid() {
		f.Message += ", but for the option at " + p.Where(option, f.At.Pos()) + ", which callers may leave out"
		f.Trace = append(f.Trace, check.Hop{Pos: option, Message: "made by this option alone"})
	}
	if obj != nil {
		f.Trace = append(f.Trace, check.Hop{Pos: obj.Pos(), Message: "the map is declared here"})
		hops := made(p, obj)
		if v, ok := obj.(*types.Var); ok && v.IsField() && len(hops) == 0 {
			f.Doubts = append(f.Doubts, check.Doubting(verdict.MayBeTested, obj.Pos()))
		}
		f.Trace = append(f.Trace, hops...)
		f.Fix = fix(p, obj, f.At.Pos())
	}
	p.Report(f)
}

// written returns the expression at a position, which an entry is assigned to.
func written(p *check.Pass, pos token.Pos) analysis.Range {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if cur, ok := in.Root().FindByPos(pos, pos+1); ok {
		for c := range cur.Enclosing() {
			if isEntry(c.Node()) {
				return c.Node()
			}
		}
	}
	return check.Span(pos, pos+1)
}
