// Package fixes has the edits that the fixes of several checks are made of.
package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// AssignBehind sets fields, given as name and value, after the statement that makes the
// value by a call. If the call is in another expression, it makes such a statement first.
// base is the name of a new variable, if one is needed.
func AssignBehind(p *check.Pass, e *edit.Builder, made inspector.Cursor, base string, fields [][2]string) {
	call := made.Node().(*ast.CallExpr)
	if stmt, ok := made.Parent().Node().(*ast.AssignStmt); ok && InBlock(made.Parent()) {
		if lhs := localvar.Target(made); lhs != nil && !types.IsInterface(p.TypesInfo.TypeOf(lhs)) {
			e.After(stmt, Assignments(p.Source(lhs), fields)...)
			return
		}
	}
	name := freeName(p, call.Pos(), base)
	stmt := beginsWith(made)
	if stmt == nil && plainArgs(call) {
		stmt = always(made)
	}
	if stmt != nil {
		e.Hoist(stmt, append([]string{name + " := " + p.Source(call)}, Assignments(name, fields)...)...)
		e.Replace(call.Pos(), call.End(), name)
		return
	}
	typ := types.TypeString(p.TypesInfo.TypeOf(call), func(pkg *types.Package) string {
		return e.Import(call.Pos(), pkg.Path(), pkg.Name())
	})
	line := "\n" + e.Indent(call.Pos())
	e.Insert(call.Pos(), "func() "+typ+" {"+line+"\t"+name+" := ")
	e.Insert(call.End(), line+"\t"+strings.Join(Assignments(name, fields), line+"\t")+line+"\treturn "+name+line+"}()")
}

// beginsWith returns the statement in a block that evaluates the call at cur before
// anything else, nil if there is none: only methods and fields follow the call.
func beginsWith(cur inspector.Cursor) ast.Stmt {
	for ; ; cur = cur.Parent() {
		switch parent := cur.Parent().Node().(type) {
		case *ast.SelectorExpr, *ast.ParenExpr:
			continue
		case *ast.CallExpr:
			if parent.Fun == cur.Node() {
				continue
			}
		case *ast.ExprStmt:
			if InBlock(cur.Parent()) {
				return parent
			}
		case *ast.ReturnStmt:
			if InBlock(cur.Parent()) && len(parent.Results) == 1 {
				return parent
			}
		case *ast.AssignStmt:
			if InBlock(cur.Parent()) && len(parent.Rhs) == 1 && parent.Rhs[0] == cur.Node() {
				return parent
			}
		}
		return nil
	}
}

// always returns the statement in a block that evaluates the call at cur, in any
// case, somewhere in its expressions; nil if there is none.
func always(cur inspector.Cursor) ast.Stmt {
	for c := range cur.Parent().Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return nil
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				return nil
			}
		case *ast.ExprStmt, *ast.ReturnStmt, *ast.AssignStmt:
			if InBlock(c) {
				return n.(ast.Stmt)
			}
			return nil
		case ast.Stmt:
			return nil
		}
	}
	return nil
}

// plainArgs reports whether all arguments are variables or fields of them: the call
// may be made earlier than what is before it.
func plainArgs(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		for plain := false; !plain; {
			switch x := ast.Unparen(arg).(type) {
			case *ast.Ident:
				plain = true
			case *ast.SelectorExpr:
				arg = x.X
			default:
				return false
			}
		}
	}
	return true
}

// Assignments returns a statement for each field.
func Assignments(target string, fields [][2]string) []string {
	var lines []string
	for _, f := range fields {
		lines = append(lines, target+"."+f[0]+" = "+f[1])
	}
	return lines
}
