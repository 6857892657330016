package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An entry is an element that a function adds to a map in a field.
type entry struct {
	p     *check.Pass
	add   *ssa.MapUpdate
	table *ssa.FieldAddr
}

// runEntries reports
//
//	c.pending[id] = ch
//	…
//	select {
//	case r := <-ch:
//		delete(c.pending, id)
//		return r, nil
//	case <-ctx.Done():
//		return nil, ctx.Err() // the entry stays
//	}
//
// where a path of the function deletes what it has added, and another returns an error and does not. Safe
// are paths that receive from a channel: the sender may have deleted it. Doubtful where a loop of another
// function deletes elements of the map.
func runEntries(p *check.Pass) {
	if !deletesFromField(p) {
		return
	}
	funcs := ssabuild.Of(p.Pass).Funcs
	model := resource.New(funcs)
	for _, fn := range funcs {
		for instr := range ssaflow.Instrs(fn) {
			add, ok := instr.(*ssa.MapUpdate)
			if !ok || p.Quiet(add.Pos()) {
				continue
			}
			table := fieldRead(add.Map)
			if e := (&entry{p, add, table}); table != nil && !e.lasts() {
				judgeEntry(model, funcs, e)
			}
		}
	}
}

// deletesFromField reports whether the package deletes from a map in a field. Most do not, and have no need
// of SSA.
func deletesFromField(p *check.Pass) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if callmatch.IsBuiltin(p.TypesInfo, call, "delete") && callmatch.Field(p.TypesInfo, call.Args[0]) != nil {
			return true
		}
	}
	return false
}

func judgeEntry(model *resource.Package, funcs []*ssa.Function, e *entry) {
	fate := model.Follow(&resource.Opening{At: e.add, Ends: func(string) bool { return false }, Pair: e.deletes})
	i := slices.IndexFunc(fate.Closed, func(end ssa.CallInstruction) bool {
		return e.takesOut(end)
	})
	fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool {
		ret, ok := l.Exit.(*ssa.Return)
		return !ok || !resource.MustFail(ret) || receives(l.Path)
	})
	if i < 0 || len(fate.Leaks) == 0 || fate.Cut {
		return
	}
	exit := site.ReturnAt(e.p, fate.Leaks[0].Exit.(*ssa.Return)).Ret // the others are left out above
	if exit == nil {
		return
	}
	if at, ok := e.p.Wanted(exit); ok {
		e.p.Safe(exit, "the entry", verdict.Wanted, at)
		return
	}
	var doubts []check.Doubt
	if at := sweeps(funcs, e); at != nil {
		doubts = append(doubts, check.Doubting(verdict.OtherEnd, at.Pos()))
	}
	table := e.table.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(e.table.Field).Name()
	e.p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("%s grows with each failure: what is added at %s is not deleted on this return, as it is at %s",
			table, e.p.Where(e.add.Pos(), exit.Pos()), e.p.Where(fate.Closed[i].Pos(), exit.Pos())),
		Trace:  []check.Hop{{Pos: e.add.Pos(), Message: "added here"}, {Pos: fate.Closed[i].Pos(), Message: "deleted here, on another path"}},
		Doubts: doubts,
	})
}
