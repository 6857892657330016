// Package guardfix writes the recover of a goroutine that has none.
package guardfix

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// New returns the fix of a goroutine from whose panics nothing recovers. It passes the
// function of a go statement to lifecycle, which recovers, shuts down in order and reports;
// elsewhere the goroutine gets a recover that logs.
func New(p *check.Pass, in *inspector.Inspector, start astindex.Start) *edit.Fix {
	stmt, isGo := start.Node.(*ast.GoStmt)
	if isGo && !movable(p, start, stmt) {
		return nil
	}
	if ctx := contextName(p, in, start.Node); isGo && ctx != "" && !p.Stdlib() && (start.Lit == nil || len(start.Call.Args) == 0) {
		return startWithLifecycle(p, in, start, stmt, ctx)
	}
	return Recover(p, start)
}

// movable reports whether a literal around the call of a go statement sees the same values.
func movable(p *check.Pass, start astindex.Start, stmt *ast.GoStmt) bool {
	return start.Lit != nil || localvar.Steady(p.TypesInfo, p.Files, stmt.Call, goversion.AtLeast(p.Version(stmt.Pos()), "go1.22"))
}

// Recover gives a goroutine a recover that logs, unless something waits for what a panic
// would skip.
func Recover(p *check.Pass, start astindex.Start) *edit.Fix {
	stmt, isGo := start.Node.(*ast.GoStmt)
	if isGo && !movable(p, start, stmt) {
		return nil
	}
	e := p.Edit(start.Node.Pos())
	if announces(p, start) {
		return nil
	}
	tell := recordPanic(p, e, start)
	guard := func(indent string) string {
		return strings.Join([]string{"defer func() {", "\tif r := recover(); r != nil {", "\t\t" + tell, "\t}", "}()"}, "\n"+indent)
	}
	const title, changes = "Recover in the goroutine and record the panic", "a panic in the goroutine no longer crashes the process"
	indent := e.Indent(start.Node.Pos())
	switch {
	case start.Lit != nil:
		text := "\n" + indent + "\t" + guard(indent+"\t")
		if e.SameLine(start.Lit.Body.Lbrace, start.Lit.Body.List[0].Pos()) {
			text += "\n" + indent + "\t"
		}
		e.Insert(start.Lit.Body.Lbrace+1, text)
	case isGo:
		e.Insert(stmt.Call.Pos(), "func() {\n"+indent+"\t"+guard(indent+"\t")+"\n"+indent+"\t")
		e.Insert(stmt.End(), "\n"+indent+"}()")
	default:
		return nil
	}
	return e.Fix(title, changes)
}

// startWithLifecycle makes stmt a call of lifecycle.Go; ctx is what the file calls
// package context.
func startWithLifecycle(p *check.Pass, in *inspector.Inspector, start astindex.Start, stmt *ast.GoStmt, ctx string) *edit.Fix {
	e := p.Edit(stmt.Pos())
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	if takesRoot(p, in, stmt.Call) {
		e.Replace(stmt.Pos(), stmt.End(), lc+".Go("+p.Source(stmt.Call.Fun)+")")
		return e.Fix("Start the goroutine with "+lc+".Go", "shutdown cancels its context and waits for it, and a panic in it starts the shutdown")
	}
	param := "func(" + ctx + ".Context) {"
	if start.Lit != nil {
		e.Replace(stmt.Pos(), start.Lit.Body.Lbrace+1, lc+".Go("+param)
		e.Replace(start.Lit.End(), stmt.End(), ")")
	} else {
		e.Replace(stmt.Pos(), stmt.Call.Pos(), lc+".Go("+param+" ")
		e.Insert(stmt.End(), " })")
	}
	return e.Fix("Start the goroutine with "+lc+".Go", "shutdown waits for it, a panic in it starts the shutdown, and its arguments are evaluated when it runs")
}

// recordPanic returns the statement that keeps a recovered r: as the error of the
// goroutine's function if it has one, else in the log (that of slog if a package of the
// program's own is called log), with the stack if the file can import both packages.
func recordPanic(p *check.Pass, e *edit.Builder, start astindex.Start) string {
	pos := start.Node.Pos()
	if start.Lit == nil || result.Error(p.TypesInfo, start.Lit.Type) == nil {
		if e.Taken(pos, "log", "log") && e.HasImportGroup() {
			return e.Import(pos, "log/slog", "slog") + `.Error("panic", "value", r, "stack", string(` + e.Import(pos, "runtime/debug", "debug") + `.Stack()))`
		}
		print := e.Import(pos, "log", "log") + ".Printf"
		if !e.HasImportGroup() {
			return print + `("panic: %v", r)`
		}
		return print + `("panic: %v\n%s", r, ` + e.Import(pos, "runtime/debug", "debug") + `.Stack())`
	}
	name := result.Name(start.Lit.Type)
	if name == "" {
		name = result.GiveName(p, e, &result.Func{Node: start.Lit, Type: start.Lit.Type}, "")
	}
	return name + " = " + e.Import(pos, "fmt", "fmt") + `.Errorf("panic: %v", r)`
}

// contextName returns the name by which the file around n imports context, "" if
// it does not.
func contextName(p *check.Pass, in *inspector.Inspector, n ast.Node) string {
	cur, ok := astindex.Find(in, n)
	if !ok {
		return ""
	}
	for file := range cur.Enclosing((*ast.File)(nil)) {
		for _, spec := range file.Node().(*ast.File).Imports {
			if name := p.TypesInfo.PkgNameOf(spec); name != nil && name.Imported().Path() == "context" && name.Name() != "_" && name.Name() != "." {
				if _, obj := p.Pkg.Scope().Innermost(n.Pos()).LookupParent(name.Name(), n.Pos()); obj == name {
					return name.Name()
				}
			}
		}
	}
	return ""
}
