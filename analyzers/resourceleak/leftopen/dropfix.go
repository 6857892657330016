package leftopen

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// keep gives a dropped result a name, and closes it where the test of the error has found none:
//
//	f, err := os.Create(path)
//	if err != nil {
//		return err
//	}
//	f.Close()
func (f *finder) keep(s *site.Site, cur inspector.Cursor, index int) *edit.Fix {
	assign, ok := cur.Node().(*ast.AssignStmt)
	if !ok || index >= len(assign.Lhs) || len(assign.Lhs) != 2 {
		return nil
	}
	test, result := tested(f.p, cur, assign), returned(f.p, cur, assign)
	closer := site.Closer(s.SSA.Call.Signature().Results().At(index).Type())
	if test == nil && result == nil || closer == "" || assign.Tok != token.DEFINE {
		return nil
	}
	e, name := f.p.Edit(assign.Pos()), make(edit.NewNames).Fresh(f.p.Pass, cur, "f")
	e.Replace(assign.Lhs[index].Pos(), assign.Lhs[index].End(), name)
	call := name + "." + closer + "()"
	if result != nil {
		err := f.p.Source(result.Results[0])
		e.Before(result, "if "+err+" != nil {", "\treturn "+err, "}")
		e.Replace(result.Results[0].Pos(), result.Results[0].End(), call)
		return e.Fix("Close what "+f.p.Source(s.Call.Fun)+" opens", "")
	}
	switch other := test.Else.(type) {
	case *ast.BlockStmt:
		e.Insert(other.Lbrace+1, "\n"+call)
	case nil:
		if test.Init == nil && site.Leaves(test.Body) {
			e.After(test, call)
		} else {
			e.Insert(test.End(), " else {\n"+call+"\n}")
		}
	default:
		return nil
	}
	return e.Fix("Close what "+f.p.Source(s.Call.Fun)+" opens", "")
}

// returned returns the statement after an assignment if it returns the error alone.
func returned(p *check.Pass, cur inspector.Cursor, assign *ast.AssignStmt) *ast.ReturnStmt {
	next, found := cur.NextSibling()
	if !found || astindex.Stmts(cur.Parent().Node()) == nil {
		return nil
	}
	ret, ok := next.Node().(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !sameVar(p, ret.Results[0], assign.Lhs[len(assign.Lhs)-1]) {
		return nil
	}
	return ret
}

// tested returns the if that asks for the error of an assignment, or that the assignment is part of.
func tested(p *check.Pass, cur inspector.Cursor, assign *ast.AssignStmt) *ast.IfStmt {
	test, ok := cur.Parent().Node().(*ast.IfStmt)
	if !ok {
		next, found := cur.NextSibling()
		if !found || astindex.Stmts(cur.Parent().Node()) == nil {
			return nil
		}
		if test, ok = next.Node().(*ast.IfStmt); !ok || test.Init != nil {
			return nil
		}
	}
	bin, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || bin.Op != token.NEQ || !p.TypesInfo.Types[bin.Y].IsNil() {
		return nil
	}
	if !sameVar(p, bin.X, assign.Lhs[len(assign.Lhs)-1]) {
		return nil
	}
	return test
}

// sameVar reports whether two expressions name one variable.
func sameVar(p *check.Pass, x, y ast.Expr) bool {
	a, ok := ast.Unparen(x).(*ast.Ident)
	b, isVar := ast.Unparen(y).(*ast.Ident)
	return ok && isVar && p.TypesInfo.ObjectOf(a) != nil && p.TypesInfo.ObjectOf(a) == p.TypesInfo.ObjectOf(b)
}
