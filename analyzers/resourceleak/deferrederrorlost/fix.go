package deferrederrorlost

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix makes the variable the named result of the function: what is deferred sets it then.
//
//	func save(name string) (err error) {
func fix(p *check.Pass, fn inspector.Cursor, v *types.Var) *edit.Fix {
	typ, body := signature(fn.Node())
	if v.Parent() != p.TypesInfo.Scopes[typ] {
		return nil
	}
	results := typ.Results
	last := results.List[len(results.List)-1]
	if len(last.Names) > 0 || !callmatch.IsError(p.TypesInfo.TypeOf(last.Type)) {
		return nil
	}
	e := p.Edit(typ.Pos())
	if !redeclare(p, e, body, v) {
		return nil
	}
	if !results.Opening.IsValid() {
		e.Replace(last.Pos(), last.End(), "("+v.Name()+" "+e.Text(last.Pos(), last.End())+")")
		return e.Fix("Name the result "+v.Name(), "the function returns what the deferred call assigns")
	}
	for _, field := range results.List[:len(results.List)-1] {
		e.Insert(field.Pos(), "_ ")
	}
	e.Insert(last.Pos(), v.Name()+" ")
	return e.Fix("Name the result "+v.Name(), "the function returns what the deferred call assigns")
}

func signature(fn ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	if lit, ok := fn.(*ast.FuncLit); ok {
		return lit.Type, lit.Body
	}
	decl := fn.(*ast.FuncDecl)
	return decl.Type, decl.Body
}

// redeclare takes away the declaration of the variable, or makes it an assignment, and reports whether it can:
// one that declares another variable as well needs no change.
func redeclare(p *check.Pass, e *edit.Builder, body *ast.BlockStmt, v *types.Var) bool {
	for _, stmt := range body.List {
		if v.Pos() < stmt.Pos() || v.Pos() >= stmt.End() {
			continue
		}
		switch stmt := stmt.(type) {
		case *ast.DeclStmt:
			spec, ok := stmt.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
			if !ok || len(stmt.Decl.(*ast.GenDecl).Specs) > 1 || len(spec.Names) > 1 || len(spec.Values) > 0 {
				return false
			}
			e.DeleteStmts(stmt, stmt)
			return true
		case *ast.AssignStmt:
			for _, lhs := range stmt.Lhs {
				id, ok := lhs.(*ast.Ident)
				if ok && id.Name != "_" && p.TypesInfo.Defs[id] != nil && p.TypesInfo.Defs[id] != types.Object(v) {
					return true
				}
			}
			e.Replace(stmt.TokPos, stmt.TokPos+token.Pos(len(":=")), "=")
			return true
		}
	}
	return false
}
