package exitstatuslost

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/logging"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

const (
	exits    = "Exit with status 1"
	restarts = "a supervisor that restarts failed programs restarts this one"
)

// firstDefer returns where a function defers its first call, behind its end if it defers none.
func firstDefer(body *ast.BlockStmt) token.Pos {
	first := body.End() + 1
	syntax.InOwn(body, func(n ast.Node) {
		if stmt, ok := n.(*ast.DeferStmt); ok {
			first = min(first, stmt.Pos())
		}
	})
	return first
}

// fixExit exits when the error is logged.
func fixExit(p *check.Pass, l *loss) *edit.Fix {
	e := p.Edit(l.at.Pos())
	exit := e.Import(l.at.Pos(), "os", "os") + ".Exit(1)"
	if ret, ok := l.last.(*ast.ReturnStmt); ok {
		e.Replace(ret.Pos(), ret.End(), exit)
	} else {
		e.After(l.last, exit)
	}
	return e.Fix(exits, restarts)
}

// fixFlag notes the failures, and exits behind all that the function defers:
//
//	failed := false
//	defer func() {
//		if failed {
//			os.Exit(1)
//		}
//	}()
//
// A panic passes, since it sets no flag.
func fixFlag(p *check.Pass, decl *ast.FuncDecl, list []*loss) *edit.Fix {
	e := p.Edit(decl.Pos())
	flag := flagOf(p, decl.Body)
	if flag == "" {
		flag = "failed"
		if mentions(decl, flag) || p.Pkg.Scope().Lookup(flag) != nil {
			return nil
		}
		e.Before(decl.Body.List[0], flag+" := false", "defer func() {", "\tif "+flag+" {", "\t\t"+e.Import(decl.Body.Lbrace+1, "os", "os")+".Exit(1)", "\t}", "}()")
	}
	for _, l := range list {
		if ret, ok := l.last.(*ast.ReturnStmt); ok {
			e.Before(ret, flag+" = true")
		} else {
			e.After(l.last, flag+" = true")
		}
	}
	return e.Fix(exits+" after the deferred calls", restarts)
}

// flagOf returns the variable that decides about the exit of a deferred literal, "" if there is none.
func flagOf(p *check.Pass, body *ast.BlockStmt) (flag string) {
	syntax.InOwn(body, func(n ast.Node) {
		stmt, ok := n.(*ast.DeferStmt)
		if !ok {
			return
		}
		if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
			if test := flagTest(p, lit); test != nil {
				flag = test.Name
			}
		}
	})
	return flag
}

// flagTest returns the variable of the test that is all that a literal does, where it exits if that is set.
func flagTest(p *check.Pass, lit *ast.FuncLit) *ast.Ident {
	if len(lit.Body.List) != 1 {
		return nil
	}
	test, ok := lit.Body.List[0].(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || !logging.MayExit(p, test.Body) {
		return nil
	}
	id, _ := ast.Unparen(test.Cond).(*ast.Ident)
	return id
}

func mentions(decl *ast.FuncDecl, name string) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
