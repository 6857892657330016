package blockedreceive

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// generates recognizes a goroutine that fills a channel and closes it, for other functions
// of this package, which range over it:
//
//	out := make(chan int)
//	go func() {
//		list, err := load()
//		if err != nil {
//			return // out is not closed
//		}
//		…
//		close(out)
//	}()
//	return out
//
// One that is started in a loop may leave the close to its siblings, and a receive outside
// of a range may detect the end.
func (f *feed) generates() bool {
	f.wait = ssaflow.Op{}
	if len(f.class.Closes) == 0 || len(f.class.Ranges) == 0 || len(f.class.Receives) > 0 || len(f.class.Makes) != 1 || !f.onlyBy(f.body) {
		return false
	}
	start := f.start.Instr.(ssa.Instruction)
	if ssainstr.Innermost(ssainstr.LoopsOf(start.Parent(), nil), start.Block()) != nil {
		return false
	}
	if slices.ContainsFunc(f.class.Ranges, func(op ssaflow.Op) bool { return op.Fn() == f.body }) {
		return false
	}
	f.wait, f.closing, f.generator = f.class.Ranges[0], true, true
	return true
}

// excused reports whether the ranging goroutines may not range when the goroutine leaves at
// ret.
func (f *feed) excused(ret *ssa.Return) bool { return toldToEnd(ret) || f.tells(ret) }

// tells reports whether the goroutine signals something else on a path to ret: on another
// channel, in a variable of others, or by calling a function that it got.
func (f *feed) tells(ret *ssa.Return) bool {
	for _, b := range ret.Parent().Blocks {
		if b != ret.Block() && !ssaflow.Reaches(b, ret.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Send:
				if f.flow.Class(instr.Chan) != f.class {
					return true
				}
			case *ssa.Store:
				if _, own := instr.Addr.(*ssa.Alloc); !own && !channel.OfOwn(instr.Addr) {
					return true
				}
			case ssa.CallInstruction:
				call := instr.Common()
				if builtin, ok := call.Value.(*ssa.Builtin); ok && builtin.Name() != "close" {
					continue
				}
				if !call.IsInvoke() && call.StaticCallee() == nil && b == ret.Block() {
					return true
				}
			}
		}
	}
	return false
}

// toldToEnd reports whether a return is on a path that a select or the end of a context
// selects: the ranging goroutines may be leaving for the same reason.
func toldToEnd(ret *ssa.Return) bool {
	for b := ret.Block().Idom(); b != nil; b = b.Idom() {
		cond, ok := ssainstr.LastOf(b).(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		if _, _, chosen := ssaflow.SelectCase(cmp); chosen {
			return true
		}
		if call, ok := cmp.X.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "(context.Context).Err" {
			return true
		}
	}
	return false
}

// fixGenerator closes the channel in front of the returns that lack it, by the
// name that the goroutine has for it.
func fixGenerator(p *check.Pass, f *feed, g *gap) *edit.Fix {
	name := closedName(p, f)
	if name == "" || p.Fset.File(f.body.Pos()) != p.Fset.File(f.wait.Instr.Pos()) {
		return nil
	}
	e := p.Edit(f.wait.Instr.Pos())
	for _, ret := range g.rets {
		if !ret.Pos().IsValid() || !before(p, e, ret.Pos(), "close("+name+")") {
			return nil
		}
	}
	return e.Fix("Close "+name+" before the return", "")
}

// closedName returns what the goroutine calls the channel where it closes it.
func closedName(p *check.Pass, f *feed) string {
	cur, ok := ssainstr.CursorAt(p, f.class.Closes[0].Instr.Pos())
	if !ok {
		return ""
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		if id, ok := c.Node().(*ast.CallExpr).Args[0].(*ast.Ident); ok {
			return id.Name
		}
		break
	}
	return ""
}
