package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runContexts reports
//
//	ctx, cancel := context.WithTimeout(parent, limit)
//	if err := s.work(ctx); err != nil {
//		return err // cancel is not called
//	}
//	cancel()
//
// of package context, also where no path calls cancel. The finding is at the call, as that of go vet
// is. Safe is a return that the end of the context leads to.
func runContexts(p *check.Pass) {
	sites := site.Find(p, func(fn *types.Func, _ *ast.CallExpr) bool {
		return fn.Pkg() != nil && fn.Pkg().Path() == "context" && catalog.ContextEnds[callmatch.Name(fn)] != ""
	})
	if len(sites) == 0 {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, s := range sites {
		judgeContext(p, model, s)
	}
}

func judgeContext(p *check.Pass, model *resource.Package, s *site.Site) {
	name, value := s.Name(p, 1), resource.Result(s.SSA, 1)
	if name == "" || name == "_" || value == nil {
		return // that it is dropped is reported by runDropped
	}
	fate := model.Follow(&resource.Opening{At: s.SSA, Value: value, Ends: func(string) bool { return false }})
	end := name + "()"
	if callmatch.TypeName(value.Type()) == "context.CancelCauseFunc" {
		end = name + "(nil)"
	}
	c := &site.Case{Site: s, Fate: fate, Name: name, Var: name, End: end}
	exits := slices.DeleteFunc(c.Exits(p, fate), func(e site.Exit) bool { return !e.Loop && ended(p, s, e) })
	field := keptField(p, value)
	switch parent := parentEnds(p, s.Cur, s.Call); {
	case parent != nil:
		p.Safe(s.Call, name, verdict.Ended, parent.Pos())
	case field != nil && neverRead(p, s, field):
		reportKept(p, s, field)
	case len(fate.Gone) == 0 && stored(value):
		p.Safe(s.Call, name, verdict.HandedOver, s.Call.Pos())
	case len(exits) > 0 && !fate.Cut:
		p.Report(contextFinding(p, c, exits))
	case len(fate.Closed) > 0:
		p.Safe(s.Call, name, verdict.Handled, fate.Closed[0].Pos())
	case len(fate.Gone) > 0:
		p.Safe(s.Call, name, verdict.HandedOver, fate.Gone[0].Instr.Pos())
	}
}

// stored reports whether a value is kept in a field or an element, of an object that a function literal
// may use.
func stored(v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Store:
			_, field := instr.Addr.(*ssa.FieldAddr)
			_, element := instr.Addr.(*ssa.IndexAddr)
			return field || element
		case *ssa.ChangeType:
			return stored(instr)
		}
		return false
	})
}

func contextFinding(p *check.Pass, c *site.Case, exits []site.Exit) check.Finding {
	where := "on the return at " + p.Where(exits[0].At.Pos(), c.Call.Pos())
	switch {
	case exits[0].Loop:
		where = "before the next iteration of the loop"
	case len(c.Fate.Closed) == 0 && len(c.Fate.Gone) == 0:
		where = "on any path"
	}
	return check.Finding{
		At: c.Call,
		Message: fmt.Sprintf("context that %s derives is not canceled when its work is done: %s is not called %s",
			p.Source(c.Call.Fun), c.Name, where),
		Trace:  []check.Hop{{Pos: exits[0].At.Pos(), Message: "not called here"}},
		Doubts: contextDoubts(p, c),
		Fix:    fixContext(p, c, exits),
	}
}

// fixContext defers the call, or makes it before the returns where the context is made in a loop or
// used on after the function. What the function returns has to last longer than that: then it has no fix.
func fixContext(p *check.Pass, c *site.Case, exits []site.Exit) *edit.Fix {
	ctx := resource.Result(c.SSA, 0)
	switch {
	case lastsBeyond(c.Fate), ctx != nil && returned(ctx, make(map[ssa.Value]bool)):
		return nil
	case len(c.Fate.Gone) > 0:
		return c.Before(p, exits, c.Var, c.End)
	}
	return c.Defer(p, c.End)
}

// returned reports whether a function returns a value, as it is or by a variable.
func returned(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			cell, ok := ref.Addr.(*ssa.Alloc)
			return ok && ref.Val == v && returned(cell, seen)
		case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface:
			return returned(ref.(ssa.Value), seen)
		case *ssa.UnOp:
			return ref.Op == token.MUL && returned(ref, seen)
		}
		return false
	})
}
