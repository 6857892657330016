package swallowedpanic

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixSwallowed sets the error result where the panic is recovered, and names it if it has
// no name. A deferred function keeps its work: the panic continues to it.
func fixSwallowed(p *check.Pass, fn *result.Func, stmt *ast.DeferStmt, call *ast.CallExpr, own bool, field string) *edit.Fix {
	e := p.Edit(stmt.Pos())
	name := result.Name(fn.Type)
	if name == "" || result.DeclaredIn(p.TypesInfo, stmt, name) {
		name = result.GiveName(p, e, fn, field)
	}
	if name == "" {
		return nil
	}
	name += field
	errorf := e.Import(stmt.Pos(), "fmt", "fmt") + `.Errorf("panic: %v", `
	const title = "Set the error result from the panic"
	const changes = "callers see an error where they saw none"
	if !own {
		e.After(stmt, "defer func() {", "\tif r := recover(); r != nil {",
			"\t\t"+name+" = "+errorf+"r)", "\t\tpanic(r) // on to "+p.Source(stmt.Call.Fun), "\t}", "}()")
		return e.Fix(title, changes)
	}
	lit := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
	for _, s := range statements(lit.Body) {
		if v, body := recoveredIn(p.TypesInfo, s, call, lit.Body); v != "" {
			e.Insert(body.Lbrace+1, "\n"+e.Indent(s.Pos())+"\t"+name+" = "+errorf+v+")")
			return e.Fix(title, changes)
		}
		if bare(s, call) {
			e.Replace(s.Pos(), s.End(), "if r := recover(); r != nil {\n"+e.Indent(s.Pos())+"\t"+name+" = "+errorf+"r)\n"+e.Indent(s.Pos())+"}")
			return e.Fix(title, changes)
		}
	}
	return nil
}

// statements returns those of a body, and of the ifs in it.
func statements(body *ast.BlockStmt) []ast.Stmt {
	var list []ast.Stmt
	for _, s := range body.List {
		list = append(list, s)
		if test, ok := s.(*ast.IfStmt); ok {
			list = append(list, statements(test.Body)...)
		}
	}
	return list
}

// recoveredIn returns the variable that holds the recovered value in stmt, an if
// that tests it, and the body of the if.
func recoveredIn(info *types.Info, stmt ast.Stmt, call *ast.CallExpr, body *ast.BlockStmt) (string, *ast.BlockStmt) {
	test, ok := stmt.(*ast.IfStmt)
	if !ok {
		return "", nil
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ {
		return "", nil
	}
	if cond.X == call {
		return "", nil // if recover() != nil: the value is gone
	}
	id, ok := ast.Unparen(cond.X).(*ast.Ident)
	if !ok {
		return "", nil
	}
	found := ""
	ast.Inspect(body, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && assign.Rhs[0] == call {
			if lhs, ok := assign.Lhs[0].(*ast.Ident); ok && info.ObjectOf(lhs) == info.ObjectOf(id) {
				found = id.Name
			}
		}
		return found == ""
	})
	return found, test.Body
}

// bare reports whether stmt is recover() or _ = recover().
func bare(stmt ast.Stmt, call *ast.CallExpr) bool {
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		return s.X == call
	case *ast.AssignStmt:
		return len(s.Lhs) == 1 && s.Rhs[0] == call && s.Lhs[0].(*ast.Ident).Name == "_"
	}
	return false
}
