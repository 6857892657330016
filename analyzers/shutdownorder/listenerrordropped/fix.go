package listenerrordropped

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix logs the error, but that of a server which was shut down.
//
//	go srv.ListenAndServe()
//
// becomes
//
//	go func() {
//		if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
//			log.Print(err)
//		}
//	}()
func fix(p *check.Pass, call *ast.CallExpr, stmt ast.Stmt) *edit.Fix {
	e := p.Edit(call.Pos())
	indent := e.Indent(stmt.Pos())
	test := "err != nil"
	if name := callmatch.CalleeName(p.TypesInfo, call); strings.HasPrefix(name, "(*net/http.Server).") {
		test += " && !" + e.Import(call.Pos(), "errors", "errors") + ".Is(err, " + e.Import(call.Pos(), "net/http", "http") + ".ErrServerClosed)"
	}
	inner := indent
	if _, ok := stmt.(*ast.GoStmt); ok {
		inner += "\t"
	}
	logged := "if err := " + p.Source(call) + "; " + test + " {\n" +
		inner + "\t" + e.Import(call.Pos(), "log", "log") + ".Print(err)\n" + inner + "}"
	if _, ok := stmt.(*ast.GoStmt); ok {
		logged = "go func() {\n" + inner + logged + "\n" + indent + "}()"
	}
	e.Replace(stmt.Pos(), stmt.End(), logged)
	return e.Fix("Log the error of "+p.Name(call.Fun), "")
}
