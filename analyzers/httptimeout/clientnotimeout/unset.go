package clientnotimeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// setByCondition reports whether a field of a struct of the package has no value but one that is set under a
// condition: it is zero where the setting is left out.
//
//	if v := settings["timeout"]; v != "" {
//		d, err := time.ParseDuration(v)
//		…
//		o.timeout = d
//	}
//
// A comparison of the field, a constant that is assigned anywhere, and an else that assigns as well may be
// its default.
func setByCondition(p *check.Pass, in *inspector.Inspector, s *types.Selection, timeout *ast.SelectorExpr) bool {
	field, owner := s.Obj().(*types.Var), callmatch.Named(s.Recv())
	if field.Exported() || field.Pkg() != p.Pkg || owner == nil || !leftOut(p, in, owner, field) {
		return false
	}
	set := false
	for _, id := range astindex.Of(p.Pass).Uses[field] {
		use, ok := astindex.Find(in, id)
		if id == timeout.Sel {
			continue
		}
		if !ok {
			return false
		}
		assign, isSet := assigned(use.Parent())
		switch {
		case isSet && conditional(p, assign):
			set = true
		case isSet || !isTimeout(use):
			return false
		}
	}
	return set
}

// leftOut reports whether the package makes values of a type, and sets the field in none of the literals.
func leftOut(p *check.Pass, in *inspector.Inspector, owner *types.Named, field *types.Var) bool {
	made := false
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		if callmatch.Named(p.TypesInfo.TypeOf(lit)) != owner {
			continue
		}
		made = true
		if len(lit.Elts) > 0 && astindex.LitField(lit, field.Name()) != nil {
			return false
		}
		if len(lit.Elts) > 0 {
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
				return false
			}
		}
	}
	return made
}

// assigned returns the statement that assigns to the selector at cur, and whether it is one.
func assigned(cur inspector.Cursor) (inspector.Cursor, bool) {
	kind, _ := cur.ParentEdge()
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	return cur.Parent(), ok && kind == edge.AssignStmt_Lhs && assign.Tok == token.ASSIGN
}

// conditional reports whether an assignment is one of a value that is not constant, in a branch without
// another one.
func conditional(p *check.Pass, assign inspector.Cursor) bool {
	for _, value := range assign.Node().(*ast.AssignStmt).Rhs {
		if p.TypesInfo.Types[value].Value != nil {
			return false
		}
	}
	for c := range assign.Enclosing((*ast.IfStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		branch, ok := c.Node().(*ast.IfStmt)
		return ok && branch.Else == nil
	}
	return false
}
