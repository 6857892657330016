package panicguard

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixSwallowed sets the error result where the panic is recovered, and names it
// if it has no name. A deferred function keeps its work: the panic goes on to it.
func fixSwallowed(p *check.Pass, fn *function, stmt *ast.DeferStmt, call *ast.CallExpr, own bool, field string) *edit.Fix {
	e := p.Edit(stmt.Pos())
	name := resultName(fn.typ)
	if name == "" || declaredIn(p.TypesInfo, stmt, name) {
		name = nameResult(p, e, fn, field)
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

// nameResult gives the last result a name that nothing in the function has yet,
// and the other results the blank one.
func nameResult(p *check.Pass, e *edit.Builder, fn *function, field string) string {
	base := "err"
	if field != "" {
		base = "result"
	}
	name := base
	for i := 2; declaredIn(p.TypesInfo, fn.node, name); i++ {
		name = base + strconv.Itoa(i)
	}
	results := fn.typ.Results
	last := results.List[len(results.List)-1]
	if len(last.Names) > 0 {
		id := last.Names[len(last.Names)-1]
		if id.Name != "_" {
			return "" // hidden where it would be set
		}
		e.Replace(id.Pos(), id.End(), name)
		return name
	}
	if !results.Opening.IsValid() {
		e.Insert(last.Pos(), "("+name+" ")
		e.Insert(last.End(), ")")
		return name
	}
	for _, field := range results.List[:len(results.List)-1] {
		e.Insert(field.Pos(), "_ ")
	}
	e.Insert(last.Pos(), name+" ")
	return name
}

// declaredIn reports whether something below n is declared by that name.
func declaredIn(info *types.Info, n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name && info.Defs[id] != nil
		return !found
	})
	return found
}
