package closebeforedrain

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// importers returns the source of a send in an exported method that other packages alone call, of the
// type whose Close closes:
//
//	func (s *Spooler) Enqueue(m Mail) { s.queue <- m }
//	func (s *Spooler) Close()         { close(s.queue) }
func importers(p *check.Pass, flow *ssaflow.Flow, closer *ssa.Function, senders []*ssa.Function) *source {
	owner := ownerOf(closer)
	if p.Pkg.Name() == "main" || owner == nil || !owner.Obj().Exported() || !endsOwner(flow, closer) {
		return nil
	}
	for _, fn := range senders {
		own := ownerOf(fn)
		obj, _ := fn.Object().(*types.Func)
		if own == nil || own.Obj() != owner.Obj() || obj == nil || !obj.Exported() || syntax.Ends[obj.Name()] {
			continue
		}
		if callers, _ := flow.Callers(fn); len(callers) == 0 && !forbids(p, closer) && !forbids(p, fn) {
			return &source{method: fn, bodies: []*ssa.Function{fn}}
		}
	}
	return nil
}

// forbids reports whether the documentation of a method leaves the order of the two to the callers.
func forbids(p *check.Pass, fn *ssa.Function) bool {
	obj, _ := ssaflow.Outermost(fn).Object().(*types.Func)
	if obj == nil {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[obj.Origin()]
	return decl != nil && check.Says(decl.Doc, "after the last", "after all", "after close", "after stop", "after shutdown", "panics")
}

// endsOwner reports whether a function is what ends an object, or is called by that.
func endsOwner(flow *ssaflow.Flow, fn *ssa.Function) bool {
	for above := range callersOf(flow, fn) {
		if above.Signature.Recv() != nil && syntax.Ends[above.Name()] {
			return true
		}
	}
	return false
}

// callersDuty returns the doubt about a send by callers in other packages, who may have returned before
// the close. Less is doubtful where the documentation of the method says who they are.
func (s *source) callersDuty(p *check.Pass) []check.Doubt {
	if s.method == nil {
		return nil
	}
	obj, _ := s.method.Object().(*types.Func)
	decl := astindex.Of(p.Pass).Decls[obj.Origin()]
	if decl != nil && check.Says(decl.Doc, "handler", "handlers", "goroutines", "concurrently", "concurrent", "at any time") {
		return []check.Doubt{check.Doubting(verdict.NoCaller, decl.Pos())}
	}
	return []check.Doubt{check.Doubting(verdict.WhileEnding, s.method.Pos())}
}
