package waitwithoutadd

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportNestedGo reports a call of a group's Go in a goroutine of that group: if the group
// has a limit and all slots are taken by such goroutines, it is a deadlock. One producer
// that starts workers, which start none, holds one slot only.
func reportNestedGo(p *check.Pass, in *inspector.Inspector) {
	limits := limitedGroups(p, in)
	if len(limits) == 0 {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for _, s := range flow.Starts() {
		if s.Starter != errGroupGo {
			continue
		}
		call := callAt(p, s.Instr)
		limit := limits[ofGroup(p, call)]
		again := limit != nil && slices.ContainsFunc(s.Bodies, func(body *ssa.Function) bool {
			return slices.Contains(worker.Reached(flow, body), s.Instr.Parent())
		})
		if again {
			group := p.Source(waitgroup.Receiver(call))
			p.Report(check.Finding{
				At:      syntax.Keyword{At: s.Instr.Pos(), Text: "("},
				Message: fmt.Sprintf("%s.Go blocks forever when all goroutines of %s are here: each holds one of the places that SetLimit gives, and waits for another", group, group),
				Trace:   []check.Hop{{Pos: limit.Pos(), Message: "limited here"}},
			})
		}
	}
}

// callAt returns the call that an instruction is, nil if it is in no source.
func callAt(p *check.Pass, instr ssa.Instruction) *ast.CallExpr {
	cur, ok := ssainstr.CursorAt(p, instr.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		return c.Node().(*ast.CallExpr)
	}
	return nil
}

// ofGroup returns the variable or field with the group of which a method is called, nil if it is none.
func ofGroup(p *check.Pass, call *ast.CallExpr) *types.Var {
	if call == nil {
		return nil
	}
	return waitgroup.Variable(p.TypesInfo, waitgroup.Receiver(call), "golang.org/x/sync/errgroup.Group")
}

// limitedGroups returns the groups that have a limit, and the fields that keep one of them, with the call
// that sets it.
func limitedGroups(p *check.Pass, in *inspector.Inspector) map[*types.Var]*ast.CallExpr {
	limits := make(map[*types.Var]*ast.CallExpr)
	for fn, list := range astindex.Of(p.Pass).Calls {
		if catalog.ErrGroupMethods[callmatch.Name(fn)] != "limit" {
			continue
		}
		for _, call := range list {
			v := ofGroup(p, call.Expr)
			if v == nil {
				continue
			}
			limits[v] = call.Expr
			for _, id := range astindex.Of(p.Pass).Uses[v] {
				if cur, ok := astindex.Find(in, id); ok {
					if field := keptIn(p, cur); field != nil {
						limits[field] = call.Expr
					}
				}
			}
		}
	}
	return limits
}

// keptIn returns the field of a literal that a variable is the value of, nil if it is of none.
func keptIn(p *check.Pass, use inspector.Cursor) *types.Var {
	if amp, ok := use.Parent().Node().(*ast.UnaryExpr); ok && amp.Op == token.AND {
		use = use.Parent()
	}
	kv, ok := use.Parent().Node().(*ast.KeyValueExpr)
	if !ok || kv.Value != use.Node() {
		return nil
	}
	field, _ := callmatch.Object(p.TypesInfo, kv.Key).(*types.Var)
	return field
}
