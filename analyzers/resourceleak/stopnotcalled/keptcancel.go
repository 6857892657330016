package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// keptField returns the field of the package in which a cancel function is stored, and nothing else of the
// function gets it; nil if there is none, or if importers may read it.
//
//	ctx, cancel := context.WithCancel(parent)
//	return &Group{cancel: cancel}, ctx
func keptField(p *check.Pass, value ssa.Value) *types.Var {
	var field *types.Var
	for _, ref := range ssabuild.Referrers(value) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.ChangeType:
			return keptField(p, ref)
		case *ssa.Store:
			addr, ok := ref.Addr.(*ssa.FieldAddr)
			if !ok || field != nil {
				return nil
			}
			field = ssaflow.Field(addr).Origin()
		default:
			return nil
		}
	}
	if field == nil || field.Exported() || field.Embedded() || field.Pkg() != p.Pkg {
		return nil
	}
	return field
}

// neverRead reports whether the package only sets a field, and compares it with nil.
func neverRead(p *check.Pass, s *site.Site, field *types.Var) bool {
	return !astindex.IgnoredFilesMention(p.Pass, map[string]bool{field.Name(): true}) && !slices.ContainsFunc(astindex.Of(p.Pass).Uses[field], func(use *ast.Ident) bool {
		cur, ok := astindex.Find(s.Cur.Inspector(), use)
		if !ok {
			return true
		}
		kind, _ := cur.ParentEdge()
		if kind == edge.KeyValueExpr_Key {
			return false
		}
		if kind != edge.SelectorExpr_Sel {
			return true
		}
		switch kind, _ = cur.Parent().ParentEdge(); kind {
		case edge.AssignStmt_Lhs:
			return false
		case edge.BinaryExpr_X:
			return !p.TypesInfo.Types[cur.Parent().Parent().Node().(*ast.BinaryExpr).Y].IsNil()
		}
		return true
	})
}

// reportKept reports a cancel function that a field keeps, and that nothing calls.
func reportKept(p *check.Pass, s *site.Site, field *types.Var) {
	p.Report(check.Finding{
		At: s.Call,
		Message: fmt.Sprintf("context that %s derives is never canceled: its cancel function is kept in the field %s, which nothing reads",
			p.Source(s.Call.Fun), field.Name()),
		Trace:  []check.Hop{{Pos: field.Pos(), Message: "kept here"}},
		Doubts: derivedDoubts(p, s.Cur, s.Call),
	})
}
