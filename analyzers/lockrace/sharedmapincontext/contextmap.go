package sharedmapincontext

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// writtenMap returns the map that an instruction writes, or nil.
func writtenMap(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		return instr.Map
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			return instr.Call.Args[0]
		}
	}
	return nil
}

// outOfContext returns the call of Context.Value that m may come from.
func outOfContext(m ssa.Value, depth int) *ssa.Call {
	if depth == 0 {
		return nil
	}
	switch m := m.(type) {
	case *ssa.TypeAssert:
		return outOfContext(m.X, depth-1)
	case *ssa.Extract:
		return outOfContext(m.Tuple, depth-1)
	case *ssa.ChangeType:
		return outOfContext(m.X, depth-1)
	case *ssa.Phi:
		for _, e := range m.Edges {
			if from := outOfContext(e, depth-1); from != nil {
				return from
			}
		}
	case *ssa.Call:
		if m.Call.IsInvoke() && callmatch.Name(m.Call.Method) == "(context.Context).Value" {
			return m
		}
		return getter(m, depth-1)
	}
	return nil
}

// getter looks into a function of this package that returns a map out of a
// context.
func getter(call *ssa.Call, depth int) *ssa.Call {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg != call.Parent().Pkg {
		return nil
	}
	for _, b := range callee.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if from := outOfContext(ret.Results[0], depth); from != nil {
			return from
		}
	}
	return nil
}

// mapExpr returns the map in the assignment, delete or clear at pos.
func mapExpr(p *check.Pass, pos token.Pos) ast.Expr {
	stmt, _ := source.Statement(p, pos)
	var found ast.Expr
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if found == nil && n.Lbrack == pos {
				found = n.X
			}
		case *ast.CallExpr:
			if found == nil && n.Lparen == pos && len(n.Args) > 0 {
				found = n.Args[0]
			}
		}
		return found == nil
	})
	return found
}
