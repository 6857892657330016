package rowserror

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixAsRow does with the error of rows what the code does with that of one row, where the function has a way of its own
// to report it:
//
//	for rows.Next() {
//		if err := rows.Scan(&n); err != nil {
//			failed <- err
//			return
//		}
//	}
//	if err := rows.Err(); err != nil { failed <- err; return } // new
func fixAsRow(p *check.Pass, r *reading) *edit.Fix {
	name, body := failing(p, r)
	if body == nil {
		return nil
	}
	test := []string{"if " + name + " := " + r.rows.Name() + ".Err(); " + name + " != nil {"}
	for _, stmt := range body.List {
		test = append(test, "\t"+p.Source(stmt))
	}
	test = append(test, "}")
	e := p.Edit(r.at.Pos())
	switch before, after := r.withoutRow(); {
	case before != nil:
		e.Before(before, test...)
	case after:
		e.After(r.stmt.Node(), test...)
	default:
		return nil
	}
	return e.Fix("Handle "+r.rows.Name()+".Err() as the error of a row", failsToo)
}

// failing returns the branch in which the reading leaves the function for an error, and what it calls that; nil where
// the branch says what has failed, or needs what only a row has.
func failing(p *check.Pass, r *reading) (name string, body *ast.BlockStmt) {
	around, _ := astindex.FuncAround(r.stmt)
	for c := range r.stmt.Preorder((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		in, _ := astindex.FuncAround(c)
		err, ok := callmatch.TestedError(p.TypesInfo, test.Cond).(*ast.Ident)
		if ok && in == around && test.Else == nil && returns(test.Body) && movable(p, r, test.Body, p.TypesInfo.ObjectOf(err)) {
			return err.Name, test.Body
		}
	}
	return "", nil
}

func returns(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}

// movable reports whether statements mean the same after the reading, where the error of the rows has the name of err.
func movable(p *check.Pass, r *reading, body *ast.BlockStmt, err types.Object) bool {
	ok := !strings.Contains(p.Source(body), "//")
	for _, stmt := range body.List {
		ok = ok && !strings.Contains(p.Source(stmt), "\n")
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.BasicLit:
			ok = ok && (n.Kind != token.STRING || len(n.Value) == 2)
		case *ast.Ident:
			v, isVar := p.TypesInfo.ObjectOf(n).(*types.Var)
			inside := isVar && !v.IsField() && r.stmt.Node().Pos() <= v.Pos() && v.Pos() < r.stmt.Node().End()
			ok = ok && (!inside || v == err)
		}
		return ok
	})
	return ok
}
