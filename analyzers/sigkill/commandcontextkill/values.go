package commandcontextkill

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// valuesOf returns what the package assigns to the variable or field that an expression names, and what
// the calls of the function around cur pass for it where it is a parameter.
func valuesOf(p *check.Pass, cur inspector.Cursor, expr ast.Expr) (list []ast.Expr) {
	if i, ok := process.ParamIndex(p, cur, expr); ok {
		for _, call := range process.CallersOf(p, cur) {
			if args := call.Node().(*ast.CallExpr).Args; i < len(args) {
				list = append(list, args[i:]...)
			}
		}
		return list
	}
	v := process.Denoted(p, expr)
	if v == nil {
		return nil
	}
	if decl := declared(p, cur, v); decl != nil {
		list = append(list, decl)
	}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		if at, ok := astindex.Find(cur.Inspector(), use); ok {
			if value := assignedAt(at); value != nil {
				list = append(list, value)
			}
		}
	}
	return list
}

// declared returns the value with which a variable is declared.
func declared(p *check.Pass, cur inspector.Cursor, v *types.Var) ast.Expr {
	if v.IsField() {
		return nil
	}
	for c := range cur.Inspector().Root().Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		if c.Node().Pos() > v.Pos() || v.Pos() >= c.Node().End() {
			continue
		}
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if lhs.Pos() == v.Pos() && len(n.Lhs) == len(n.Rhs) {
					return n.Rhs[i]
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if name.Pos() == v.Pos() && i < len(n.Values) {
					return n.Values[i]
				}
			}
		}
	}
	return nil
}

// assignedAt returns what is assigned to the variable or field that is named at cur, nil if nothing is.
func assignedAt(cur inspector.Cursor) ast.Expr {
	if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		if kind == edge.KeyValueExpr_Key {
			return parent.Value
		}
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Lhs && len(parent.Lhs) == len(parent.Rhs) {
			return parent.Rhs[i]
		}
	}
	return nil
}

// wordsOf returns the constant texts among the arguments of the command that is made at cur, also of the
// list that holds them or of the callers that pass them, and the last argument, "" if it is not known.
func wordsOf(p *check.Pass, cur inspector.Cursor) (words []string, last string) {
	args := cur.Node().(*ast.CallExpr).Args[2:]
	for _, arg := range args {
		words, last = addWords(p, cur, arg, words, 3)
	}
	return words, last
}

// addWords adds the texts of one argument, or of a list of them, and returns the last as well.
func addWords(p *check.Pass, cur inspector.Cursor, arg ast.Expr, words []string, depth int) ([]string, string) {
	if _, isList := types.Unalias(p.TypesInfo.TypeOf(arg)).Underlying().(*types.Slice); !isList {
		text := process.Text(p, arg)
		return append(words, text), text
	}
	var parts []ast.Expr
	switch e := ast.Unparen(arg).(type) {
	case *ast.CompositeLit:
		parts = e.Elts
	case *ast.CallExpr:
		if callmatch.IsBuiltin(p.TypesInfo, e, "append") {
			parts = e.Args
		}
	default:
		if depth > 0 {
			parts = valuesOf(p, cur, e)
		}
	}
	last := ""
	for _, part := range parts {
		if part != arg && depth > 0 {
			words, last = addWords(p, cur, part, words, depth-1)
		}
	}
	return words, last
}
