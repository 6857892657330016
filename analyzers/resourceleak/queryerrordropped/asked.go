package queryerrordropped

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyCounted reports whether nothing but the number of rows is read of the result of a call, or of the variable that
// gets it.
//
//	return db.Where("email = ?", email).Find(&User{}).RowsAffected == 1
func onlyCounted(p *check.Pass, cur inspector.Cursor) bool {
	if counts(cur) {
		return true
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return false
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return false
	}
	uses := astindex.Of(p.Pass).Uses[v]
	for _, use := range uses {
		at, found := astindex.Find(cur.Inspector(), use)
		if !found || !counts(at) {
			return false
		}
	}
	return len(uses) > 0
}

func counts(cur inspector.Cursor) bool {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "RowsAffected"
}

// askedLater returns where a later use of the variable that the chain of calls begins with may ask for the error:
// the variable is returned or asked itself, or it is a statement that is being built, in which gorm keeps the error
// for the chain that ends in it. Nil if nothing does.
func askedLater(p *check.Pass, cur inspector.Cursor, q catalog.Query) ast.Node {
	root := rootOf(cur.Node().(*ast.CallExpr))
	if q.Error == "" || root == nil {
		return nil
	}
	v, ok := p.TypesInfo.Uses[root].(*types.Var)
	if !ok || v.IsField() || v.Parent() == p.Pkg.Scope() || v.Pkg() != p.Pkg {
		return nil
	}
	kept := isBuilt(p, cur.Inspector(), v)
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		at, found := astindex.Find(cur.Inspector(), use)
		if use.Pos() <= cur.Node().End() || !found {
			continue
		}
		if asked, itself := asks(at, q.Error); asked && (itself || kept) {
			return use
		}
	}
	return nil
}

// isBuilt reports whether a variable holds a statement that is being built, and not a connection or a transaction,
// of which each call begins a new one.
//
//	q := db.Model(&order{}).Where("paid")
func isBuilt(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	names := []token.Pos{v.Pos()}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		names = append(names, use.Pos())
	}
	for _, name := range names {
		at, ok := in.Root().FindByPos(name, name+1)
		if !ok {
			continue
		}
		assign, ok := at.Parent().Node().(*ast.AssignStmt)
		if kind, _ := at.ParentEdge(); !ok || kind != edge.AssignStmt_Lhs {
			continue
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok {
			continue
		}
		if name := callmatch.CalleeName(p.TypesInfo, call); catalog.GormCalls[name] != "" && !catalog.GormSessions[name] {
			return true
		}
	}
	return false
}

// rootOf returns the variable that a chain of calls begins with, nil if that is anything else.
func rootOf(expr ast.Expr) *ast.Ident {
	for {
		switch e := ast.Unparen(expr).(type) {
		case *ast.CallExpr:
			expr = e.Fun
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.Ident:
			return e
		default:
			return nil
		}
	}
}

// asks reports whether the chain of calls that begins with a variable ends in the error, or is returned, and whether
// there is no call in it.
func asks(cur inspector.Cursor, part string) (asked, itself bool) {
	itself = true
	for {
		kind, _ := cur.ParentEdge()
		parent := cur.Parent()
		switch n := parent.Node().(type) {
		case *ast.SelectorExpr:
			if n.Sel.Name == part {
				return true, itself
			}
		case *ast.CallExpr:
			if kind != edge.CallExpr_Fun {
				return false, false
			}
			itself = false
		case *ast.ParenExpr:
		case *ast.ReturnStmt:
			return true, itself
		default:
			return false, false
		}
		cur = parent
	}
}
