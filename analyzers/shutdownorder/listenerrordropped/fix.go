package listenerrordropped

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix logs the error, but that of a server which was shut down, and ends what waits for a signal, where
// something does.
//
//	go srv.ListenAndServe()
//
// becomes
//
//	go func() {
//		if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
//			log.Print(err)
//			stop()
//		}
//	}()
func fix(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt) *edit.Fix {
	call := cur.Node().(*ast.CallExpr)
	e := p.Edit(call.Pos())
	end := ender(p, e, cur)
	if end == "" && started(p, cur, stmt) && waitsForSignal(p, cur) {
		return nil // to log it alone leaves the program waiting
	}
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
		inner + "\t" + e.Import(call.Pos(), "log", "log") + ".Print(err)\n"
	title, changes := "Log the error of "+p.Name(call.Fun), ""
	if end != "" {
		logged += inner + "\t" + end + "\n"
		title, changes = title+", and shut down", endsWithIt
	}
	logged += inner + "}"
	if _, ok := stmt.(*ast.GoStmt); ok {
		logged = "go func() {\n" + inner + logged + "\n" + indent + "}()"
	}
	e.Replace(stmt.Pos(), stmt.End(), logged)
	return e.Fix(title, changes)
}

const endsWithIt = "the program shuts down when the server fails, as it does on a signal"

// fixLogged ends what waits for a signal after the error has been logged.
func fixLogged(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt) *edit.Fix {
	e := p.Edit(stmt.Pos())
	end := ender(p, e, cur)
	if end == "" {
		return nil
	}
	e.After(stmt, end)
	return e.Fix("Shut down when "+p.Name(cur.Node().(*ast.CallExpr).Fun)+" fails", endsWithIt)
}

// ender returns the statement that makes the program shut down as on a signal, "" if nothing that does
// is in scope.
func ender(p *check.Pass, e *edit.Builder, cur inspector.Cursor) string {
	pos := cur.Node().Pos()
	inner := p.Pkg.Scope().Innermost(pos)
	for scope := inner; scope != nil && scope != p.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if _, seen := inner.LookupParent(name, pos); !ok || seen != types.Object(v) {
				continue
			}
			ch, isChan := v.Type().Underlying().(*types.Chan)
			switch {
			case catalog.CancelTypes[callmatch.TypeName(v.Type())] && ofSignal(p, cur, v):
				return name + "()"
			case isChan && ch.Dir() == types.SendRecv && callmatch.TypeName(ch.Elem()) == "os.Signal":
				return name + " <- " + e.Import(pos, "syscall", "syscall") + ".SIGTERM"
			}
		}
	}
	return ""
}

// ofSignal reports whether a cancel function is that of a context which a signal ends.
func ofSignal(p *check.Pass, cur inspector.Cursor, v *types.Var) bool {
	def, ok := cur.Inspector().Root().FindByPos(v.Pos(), v.Pos()+1)
	if !ok {
		return false
	}
	stmt, ok := astindex.Statement(def)
	if !ok {
		return false
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	call, ok := assign.Rhs[0].(*ast.CallExpr)
	return ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "signal"
}

// fixAccept leaves the loop when the listener is closed, and pauses after any other error.
func fixAccept(p *check.Pass, cur inspector.Cursor, err string, exit ast.Stmt) *edit.Fix {
	if ret, ok := exit.(*ast.ReturnStmt); ok && len(ret.Results) > 0 || err == "_" {
		return nil
	}
	e := p.Edit(exit.Pos())
	indent := e.Indent(exit.Pos())
	time := e.Import(exit.Pos(), "time", "time")
	e.Replace(exit.Pos(), exit.End(), "if "+e.Import(exit.Pos(), "errors", "errors")+".Is("+err+", "+e.Import(exit.Pos(), "net", "net")+".ErrClosed) {\n"+
		indent+"\t"+p.Source(exit)+"\n"+indent+"}\n"+
		indent+time+".Sleep(100 * "+time+".Millisecond)\n"+indent+"continue")
	return e.Fix("Pause after an error of "+p.Name(cur.Node().(*ast.CallExpr).Fun)+", and continue", "the loop ends when the listener is closed, and continues after other errors")
}
