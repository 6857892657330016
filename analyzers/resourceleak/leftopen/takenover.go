package leftopen

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A takeover stores what is opened in a variable of the package, or makes it the output of a logger that the
// whole program shares.
type takeover struct {
	*opened
	place  // set by the function that opens it
	at     ssa.Instruction
	global *ssa.Global // nil for the output of a logger
}

// takenOver reports what a function opens in place of one that is still open, where it is called each time that
// something changes, or for each request, and reports whether it did.
//
//	func (l *Log) OnChange() error { f, err := os.OpenFile(l.path); …; log.SetOutput(f); return nil }
//
// Safe where the function, or one between it and that call, reads the variable before, other than to use it,
// or has what it opens closed in the end.
func (c *opened) takenOver(p *check.Pass) bool {
	t := c.takeover(p)
	if t == nil {
		return false
	}
	again := t.again(t.at.Parent(), t.at, 5)
	if again == nil {
		return false
	}
	var doubts []check.Doubt
	if at := t.closedElsewhere(); at != nil {
		doubts = append(doubts, check.Doubting(verdict.Alternatives, at.Pos()))
	}
	for _, hop := range c.Fate.Gone {
		if hop.Instr != t.at && hop.Instr.Pos().IsValid() {
			doubts = append(doubts, check.Doubting(verdict.UnknownCallee, hop.Instr.Pos()))
		}
	}
	p.Report(check.Finding{
		At: c.Call,
		Message: fmt.Sprintf("%s is opened again %s, while the one before is open: nothing closes that when %s takes its place at %s: %s",
			t.what(), again.each, t.what(), p.Where(t.at.Pos(), c.Call.Pos()), c.Cost),
		Trace:  []check.Hop{{Pos: t.at.Pos(), Message: "takes the place of the one before"}, {Pos: again.pos, Message: "runs " + again.each}},
		Doubts: doubts,
		Fix:    t.fix(),
	})
	return true
}

// what names what is opened.
func (t *takeover) what() string {
	if t.Name != "" {
		return t.Name
	}
	return "what " + t.p.Source(t.Call.Fun) + " opens"
}

func (c *opened) takeover(p *check.Pass) *takeover {
	if !c.known || c.value == nil {
		return nil
	}
	t := &takeover{opened: c}
	if t.find(c.value, 3); t.at == nil || site.FieldOf(c.value) != nil || slices.ContainsFunc(c.Fate.Closed, deferred) {
		return nil
	}
	t.place = place{p, t.at.Parent(), func(load *ssa.UnOp) bool { return t.global != nil && load.X == ssa.Value(t.global) }}
	return t
}

// find looks for what takes a value, as it is, as an interface, or as one of several.
func (t *takeover) find(v ssa.Value, depth int) {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if global, ok := ref.Addr.(*ssa.Global); ok && ref.Val == v {
				t.at, t.global = ref, global
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			if depth > 0 {
				t.find(ref.(ssa.Value), depth-1)
			}
		case *ssa.Call:
			if t.at == nil && catalog.LogOutputs[ssaflow.Callee(&ref.Call)] && slices.Contains(ref.Call.Args, v) {
				t.at = ref
			}
		}
	}
}

// closedElsewhere returns what closes the variable, other than main and what only that calls.
func (t *takeover) closedElsewhere() ssa.Instruction {
	return t.closes(func(fn *ssa.Function) bool { return fn.Name() == "main" })
}

// fix closes what the variable has before another takes its place. What a logger writes to, nothing names.
func (t *takeover) fix() *edit.Fix {
	if t.global == nil {
		return nil
	}
	return t.closeBefore(t.at, site.Closer(callmatch.Deref(t.global.Type())), func(lhs ast.Expr) (string, bool) {
		id, ok := lhs.(*ast.Ident)
		return "", ok && t.p.TypesInfo.Uses[id] == t.global.Object()
	})
}

// closedThere returns the call that closes what it was passed where it fails, if the value stays open there only.
func (c *opened) closedThere() *ssa.Call {
	for instr := range ssaflow.Instrs(c.SSA.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || !catalog.ClosesOnFailure[ssaflow.Callee(&call.Call)] || len(c.Fate.Leaks) == 0 || !ssaflow.Follows(c.SSA, call) {
			continue
		}
		err := resource.Error(call)
		if !slices.ContainsFunc(c.Fate.Leaks, func(l resource.Leak) bool { return !resource.Failed(err, l.Exit.Block()) }) {
			return call
		}
	}
	return nil
}
