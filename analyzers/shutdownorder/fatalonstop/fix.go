package fatalonstop

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/errexit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix returns from the goroutine, ahead of the exit, when the shutdown has caused the error.
func fix(p *check.Pass, call *ssa.Call, exit *errexit.Exit, why *stopping) *edit.Fix {
	fatal := ssainstr.CallExpr(p, exit.Instr.Pos())
	if exit.Instr.Parent() != exit.In || exit.In.Signature.Results().Len() > 0 || fatal == nil || syntax.Within(fatal, call.Pos()) {
		return nil
	}
	cur, ok := syntax.CursorOf(p, fatal)
	if !ok {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if _, plain := stmt.Node().(*ast.ExprStmt); !ok || !plain {
		return nil
	}
	e := p.Edit(fatal.Pos())
	test, title := "", ""
	switch {
	case why.ctx == "":
		test, title = isError(p, e, fatal, why.is)
	case call.Parent() == exit.In:
		test, title = why.ctx+".Err() != nil", "Return when "+why.ctx+" has ended"
	default:
		test, title = isError(p, e, fatal, "context.Canceled")
	}
	if test == "" {
		return nil
	}
	e.Insert(stmt.Node().Pos(), syntax.Lines(e.Indent(stmt.Node().Pos()), "if "+test+" {", "\treturn", "}", ""))
	return e.Fix(title, "")
}

// isError is the condition that the error a call is given is the one named, and what the
// fix does then.
func isError(p *check.Pass, e *edit.Builder, call *ast.CallExpr, is string) (test, title string) {
	pkg, name, ok := strings.Cut(is, ".")
	err := errorArg(p, call)
	if !ok || err == "" {
		return "", ""
	}
	is = e.Import(call.Pos(), pkg, pkg) + "." + name
	return e.Import(call.Pos(), "errors", "errors") + ".Is(" + err + ", " + is + ")", "Return on " + is
}

// errorArg is the variable with the error that a call is given, "" if there is none.
func errorArg(p *check.Pass, call *ast.CallExpr) string {
	for _, arg := range call.Args {
		if id, ok := ast.Unparen(arg).(*ast.Ident); ok && callmatch.IsError(p.TypesInfo.TypeOf(id)) {
			return id.Name
		}
	}
	return ""
}
