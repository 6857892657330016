package exitskipsdefer

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixExit turns the exits of fn into returns. Main becomes a function that can
// return an error, and the new main runs it:
//
//	func main() { lifecycle.Main(run) }
//
//	func run(context.Context) error {
//
// Where the file does not know package context, and in the plain style, main
// calls run and logs its error. A function that returns an error already keeps
// its shape; for others there is no fix.
func fixExit(p *check.Pass, fn inspector.Cursor, exit *ast.CallExpr) *edit.Fix {
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return nil
	}
	e := p.Edit(exit.Pos())
	obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if obj == nil || !returnExits(p, e, decl.Body) {
		return nil
	}
	if obj != syntax.MainFunc(p) {
		res := obj.Signature().Results()
		if res.Len() != 1 || !callmatch.IsError(res.At(0).Type()) {
			return nil
		}
		return e.Fix("Return the error from "+decl.Name.Name, "the caller handles the error")
	}
	returnNil(p, e, decl.Body)
	run := syntax.Fresh(p, decl.Pos(), "run")
	context := syntax.ImportName(p, astindex.FileOf(fn), "context")
	if context != "" && !p.Stdlib() {
		lc := e.Import(decl.Pos(), p.Lifecycle(), "lifecycle")
		e.Replace(decl.Name.Pos(), decl.Body.Lbrace, fmt.Sprintf("main() { %s.Main(%s) }\n\nfunc %s(%s.Context) error ", lc, run, run, context))
		return e.Fix("Run it with "+lc+".Main, so that deferred calls run",
			"the exit code is 1 for every error, which "+lc+".Main logs; a second signal kills the process immediately")
	}
	log := e.Import(decl.Pos(), "log", "log")
	e.Replace(decl.Name.Pos(), decl.Body.Lbrace, fmt.Sprintf("main() {\n\tif err := %s(); err != nil {\n\t\t%s.Fatal(err)\n\t}\n}\n\nfunc %s() error ", run, log, run))
	return e.Fix("Return errors from "+run+" to main, so that deferred calls run", "the exit code is 1 for every error, and main logs it")
}

// returnNil completes the returns of what was main.
func returnNil(p *check.Pass, e *edit.Builder, body *ast.BlockStmt) {
	syntax.InOwn(body, func(n ast.Node) {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			e.Replace(ret.Pos(), ret.End(), "return nil")
		}
	})
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(last.X).(*ast.CallExpr); ok && ssainstr.Exits(p, call) {
			return
		}
	}
	e.Insert(body.Rbrace, "\treturn nil\n")
}

// returnExits replaces every exit statement of body by one that returns its
// error, and reports whether it could.
func returnExits(p *check.Pass, e *edit.Builder, body *ast.BlockStmt) bool {
	all := true
	syntax.InOwn(body, func(n ast.Node) {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok {
			return
		}
		call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		if ok {
			if failed := ssainstr.ExitsOn(p, call); failed != nil {
				all = returnFailed(p, e, stmt, failed) && all
				return
			}
		}
		if !ok || !ssainstr.Exits(p, call) {
			return
		}
		if text := returnFor(p, stmt, call); text != "" {
			e.Replace(stmt.Pos(), stmt.End(), strings.ReplaceAll(text, "\n", "\n"+e.Indent(stmt.Pos())))
			return
		}
		all = false
	})
	return all
}

// returnFailed replaces a statement that ends the process if an error is not nil by one that
// returns the error. It reports whether it could.
func returnFailed(p *check.Pass, e *edit.Builder, stmt *ast.ExprStmt, failed ast.Expr) bool {
	cond := p.Source(failed) + " != nil"
	if _, ok := ast.Unparen(failed).(*ast.Ident); !ok {
		err := syntax.Fresh(p, stmt.Pos(), "err")
		cond, failed = err+" := "+p.Source(failed)+"; "+err+" != nil", ast.NewIdent(err)
	}
	name, ok := ast.Unparen(failed).(*ast.Ident)
	if !ok {
		return false
	}
	e.Replace(stmt.Pos(), stmt.End(), syntax.Lines(e.Indent(stmt.Pos()), "if "+cond+" {", "\treturn "+name.Name, "}"))
	return true
}
