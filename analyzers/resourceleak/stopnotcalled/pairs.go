package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runPairs reports
//
//	id, events := b.Subscribe()
//	if err := send(<-events); err != nil {
//		return err // the subscription stays
//	}
//	b.Unsubscribe(id)
//
// for methods of which another one of the same value takes back what they do, by their names,
// where another path calls that. Safe is a path that hands on what the first has returned.
func runPairs(p *check.Pass) {
	sites := site.Find(p, func(fn *types.Func, _ *ast.CallExpr) bool { return len(counterparts(p, fn)) > 0 })
	if len(sites) == 0 {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, s := range sites {
		judgePair(p, model, s)
	}
}

// counterparts returns the names of the methods that take back what a method does, of those that its
// receiver has.
func counterparts(p *check.Pass, fn *types.Func) []string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	rows := catalog.Counterparts
	if lends(p, fn) {
		rows = catalog.LeaseEnds
	}
	first, size := utf8.DecodeRuneInString(fn.Name())
	upper := string(unicode.ToUpper(first)) + fn.Name()[size:]
	var list []string
	for word, ends := range rows {
		rest, ok := strings.CutPrefix(upper, word)
		if next, _ := utf8.DecodeRuneInString(rest); !ok || unicode.IsLower(next) {
			continue
		}
		for _, end := range ends {
			name := end + rest
			if !fn.Exported() {
				name = strings.ToLower(end[:1]) + end[1:] + rest
			}
			if obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name); obj != nil {
				list = append(list, name)
			}
		}
	}
	return list
}

func judgePair(p *check.Pass, model *resource.Package, s *site.Site) {
	o := &resource.Opening{At: s.SSA, Err: resource.Error(s.SSA), Ends: func(string) bool { return false }, Pair: pair(p, s)}
	for i := range s.Func.Signature().Results().Len() {
		if v := resource.Result(s.SSA, i); v != nil && v != o.Err && !isBool(v.Type()) {
			o.Also = append(o.Also, v)
		}
	}
	lease := lends(p, s.Func)
	if lease {
		o.Ends = catalog.EndsByName // what is broken does not come back
	}
	fate := model.Follow(o)
	if lease {
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return !resource.Failing(l.Exit) })
	}
	fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return endedElsewhere(l.Exit.Block()) })
	fate.Closed = slices.DeleteFunc(fate.Closed, func(end ssa.CallInstruction) bool { return !ssaflow.Follows(s.SSA, end) })
	if end := leftToCaller(s, o, fate); len(fate.Closed) == 0 && end != nil {
		fate.Closed = []ssa.CallInstruction{end}
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return !resource.Failing(l.Exit) })
	}
	if len(fate.Closed) == 0 {
		judgeNever(p, s, fate)
		return
	}
	if takesBack(fate) {
		return
	}
	call := callAt(p, s, fate.Closed[0])
	if call == nil {
		return
	}
	if len(fate.Leaks) == 0 {
		p.Safe(s.Call, p.Source(s.Call), verdict.Handled, fate.Closed[0].Pos())
		return
	}
	c := &site.Case{Site: s, Fate: fate, Name: p.Source(call.Fun), Var: p.Source(call.Fun), End: p.Source(call)}
	exits := c.Exits(p, fate)
	first := exits[0]
	if first.Loop {
		return
	}
	loss, hop := "what %s has added at %s stays", "added here"
	if lease {
		loss, hop = "what %s has taken at %s is lost, and the next call blocks when nothing is left", "taken here"
	}
	p.Report(check.Finding{
		At: first.At,
		Message: fmt.Sprintf("%s is not called on this return, as it is at %s: "+loss,
			c.Name, p.Where(call.Pos(), first.At.Pos()), p.Source(s.Call.Fun), p.Where(s.Call.Pos(), first.At.Pos())),
		Trace: []check.Hop{{Pos: s.Call.Pos(), Message: hop}, {Pos: call.Pos(), Message: "taken back here, on another path"}},
		Fix:   c.Before(p, exits, c.Var, c.End),
	})
}

// endedElsewhere reports whether a block runs only where a channel is closed: what has sent on it has
// ended, and with it what was added there.
func endedElsewhere(b *ssa.BasicBlock) bool {
	return runsOnClose(b, func(tuple ssa.Value) bool {
		switch tuple.(type) {
		case *ssa.Select, *ssa.UnOp:
			return true
		}
		return false
	})
}

// runsOnClose reports whether a block runs only where a receive that is one of those has found its channel
// closed.
func runsOnClose(b *ssa.BasicBlock, those func(tuple ssa.Value) bool) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || b.Idom().Succs[1] != b {
			continue
		}
		if received, extracted := branch.Cond.(*ssa.Extract); extracted && received.Index == 1 && those(received.Tuple) {
			return true
		}
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// callAt returns the call in the source that an instruction is, nil where that is one of a function
// which contains it.
func callAt(p *check.Pass, s *site.Site, instr ssa.CallInstruction) *ast.CallExpr {
	names := counterparts(p, s.Func)
	for c := range s.Cur.Inspector().Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.Lparen != instr.Common().Pos() {
			continue
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn != nil && slices.Contains(names, fn.Name()) {
			return call
		}
	}
	return nil
}

// pair returns what recognizes the calls that take back what the call of a site does: in its own
// function of the same receiver, or with what it has returned.
func pair(p *check.Pass, s *site.Site) func(*ssa.CallCommon) bool {
	names := counterparts(p, s.Func)
	recv, args := parts(&s.SSA.Call)
	lease := lends(p, s.Func) // another one may come back in its place
	return func(call *ssa.CallCommon) bool {
		fn := ssaflow.Object(call)
		if fn == nil || !slices.Contains(names, fn.Name()) || fn.Signature().Recv() == nil {
			return false
		}
		other, given := parts(call)
		if other == nil || other.Parent() != s.SSA.Parent() {
			return callmatch.Named(fn.Signature().Recv().Type()) == callmatch.Named(s.Func.Signature().Recv().Type())
		}
		result := func(v ssa.Value) bool { return v == ssa.Value(s.SSA) || isExtract(v, s.SSA) }
		if slices.ContainsFunc(given, result) {
			return true
		}
		return resource.Same(recv, other) && (len(given) == 0 || lease || slices.ContainsFunc(given, func(v ssa.Value) bool {
			return slices.ContainsFunc(args, func(arg ssa.Value) bool { return resource.Same(v, arg) })
		}))
	}
}

func isExtract(v ssa.Value, call *ssa.Call) bool {
	e, ok := v.(*ssa.Extract)
	return ok && e.Tuple == ssa.Value(call)
}

// parts returns the receiver and the arguments of a call of a method, contexts apart.
func parts(call *ssa.CallCommon) (recv ssa.Value, args []ssa.Value) {
	args = call.Args
	if call.IsInvoke() {
		recv = call.Value
	} else if len(args) > 0 {
		recv, args = args[0], args[1:]
	}
	var list []ssa.Value
	for _, arg := range args {
		if callmatch.TypeName(arg.Type()) != "context.Context" {
			list = append(list, arg)
		}
	}
	return recv, list
}
