package process

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Filters reports whether the command in v is a child both of whose ends this program
// holds, such as a decompressor, or the ssh below a connection: output that was not read
// yet is lost with the reader anyway.
func Filters(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	reads, writes := false, false
	for _, v := range append(HeldBy(p, in, v), v) {
		for _, use := range astindex.Of(p.Pass).Uses[v] {
			cur, ok := astindex.Find(in, use)
			if !ok {
				continue
			}
			end := pipeAt(p, cur)
			reads, writes = reads || end == "Stdin", writes || end == "Stdout"
		}
	}
	return reads && writes
}

// HeldBy returns the variables that the field v is set from.
//
//	return &conn{cmd: cmd}
func HeldBy(p *check.Pass, in *inspector.Inspector, v *types.Var) []*types.Var {
	var list []*types.Var
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		cur, ok := astindex.Find(in, use)
		if !ok {
			continue
		}
		if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
			cur = cur.Parent()
		}
		var value ast.Expr
		switch parent := cur.Parent().Node().(type) {
		case *ast.KeyValueExpr:
			value = parent.Value
		case *ast.AssignStmt:
			if kind, i := cur.ParentEdge(); kind == edge.AssignStmt_Lhs && len(parent.Lhs) == len(parent.Rhs) {
				value = parent.Rhs[i]
			}
		}
		if value != nil {
			if from := Denoted(p, value); from != nil && from != v {
				list = append(list, from)
			}
		}
	}
	return list
}

// pipeAt returns the end of the command named at cur that is made a pipe there, or set to
// something that may be one: cmd.StdinPipe(), s.cmd.Stdout = w.
func pipeAt(p *check.Pass, cur inspector.Cursor) string {
	if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if end, ok := catalog.CommandPipes[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]; ok {
		return end
	}
	kind, i := cur.Parent().ParentEdge()
	assign, ok := cur.Parent().Parent().Node().(*ast.AssignStmt)
	if !ok || kind != edge.AssignStmt_Lhs || len(assign.Lhs) != len(assign.Rhs) || !mayBePipe(p, assign.Rhs[i]) {
		return ""
	}
	return sel.Sel.Name
}

// mayBePipe reports whether the value is a stream, not this program's own terminal and
// nothing in memory.
func mayBePipe(p *check.Pass, value ast.Expr) bool {
	if sel, ok := ast.Unparen(value).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] == nil {
		return false // a package's variable, such as os.Stdout
	}
	return catalog.Streams[callmatch.TypeName(p.TypesInfo.TypeOf(value))]
}
