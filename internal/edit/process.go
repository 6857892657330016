package edit

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/exits"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// This file holds what a fix must say, and add, when it hangs something on the process-wide
// default of the runtime package: that ends at the shutdown of the process, and only where a main
// lets it.

// A Process says what fixes of a package can rely on.
type Process struct {
	Runtime string // import path of the runtime package
	Barred  bool   // the user wants fixes without it
	Runs    bool   // the package is a program that runs the default
	Ends    bool   // it is one that comes to its end by itself, at a signal or when it is done
}

// OnlyWhereRun is what a fix changes whose code ends only where some main, which is not in
// this package, runs the runtime package. Drivers that see all mains judge it.
const OnlyWhereRun = "at shutdown only, and only where main runs lifecycle"

// atShutdown ends titles of fixes that use the process-wide context.
const atShutdown = ", at shutdown only"

// AtShutdown returns the title of a fix of which nothing is said but [OnlyWhereRun], for a driver
// that knows that every main does, and whether it is one.
func AtShutdown(title string) (string, bool) {
	plain, ok := strings.CutSuffix(title, ChangesMark+OnlyWhereRun+")")
	return plain + atShutdown, ok
}

// NeedsRun reports whether a fix of that title ends what it changes only where a main runs the
// runtime package.
func NeedsRun(title string) bool { return strings.Contains(title, OnlyWhereRun) }

// runsProcess is a call by which new text runs the default, under the name that an import gives the package.
var runsProcess = lazyregexp.New(`\blifecycle\d*\.(Main|ListenAndServe|Serve|Shutdown|New)\(`)

// RunsProcess reports whether new text runs the process-wide default, or shuts it down.
func RunsProcess(text string) bool { return runsProcess().MatchString(text) }

// In says for which package the fix is, and returns b.
func (b *Builder) In(process Process) *Builder {
	b.process = process
	return b
}

// tie lets main end what the edits hang on the process, if it is in this file and can, and
// returns the title and the changes with what there is to say of that.
func (b *Builder) tie(title, changes string) (string, string) {
	switch {
	case !b.calls(catalog.ProcessUses) || b.calls(catalog.ProcessRuns):
		return title, changes
	case b.process.Runs:
		if !strings.Contains(title, "shut") && changes == "" {
			title += atShutdown
		}
		return title, changes
	}
	how := OnlyWhereRun
	if ends := b.EndMain(); ends != "" {
		how = "at shutdown only; " + ends
	}
	if changes != "" {
		how = changes + "; " + how
	}
	return title, how
}

// calls reports whether the new text calls one of the functions of the runtime package.
func (b *Builder) calls(names map[string]bool) bool {
	for _, e := range b.edits {
		for name := range names {
			_, short, _ := strings.Cut(name, "/lifecycle.")
			if b.runtime != "" && strings.Contains(string(e.NewText), b.runtime+"."+short+"(") {
				return true
			}
		}
	}
	return false
}

// EndMain lets the program's main, if it is in this file, shut down the process-wide default when
// it ends, and returns what changes by that, "" if it cannot.
func (b *Builder) EndMain() (changes string) {
	main := b.mainDecl()
	if b.err != nil || main == nil || len(main.Body.List) == 0 {
		return ""
	}
	before := *b
	before.edits, before.added = slices.Clone(b.edits), slices.Clone(b.added)
	before.grouped = slices.Clone(b.grouped)
	if changes = b.endMain(main.Body.List); changes == "" || b.err != nil || b.overlaps() {
		*b = before
		return ""
	}
	return changes
}

// mainDecl returns the main function of the program, if it is in this file.
func (b *Builder) mainDecl() *ast.FuncDecl {
	for _, decl := range b.file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && b.file.Name.Name == "main" && fn.Recv == nil && fn.Name.Name == "main" && fn.Body != nil {
			return fn
		}
	}
	return nil
}

func (b *Builder) overlaps() bool {
	edits := slices.Clone(b.edits)
	slices.SortStableFunc(edits, byPlace)
	for i := 1; i < len(edits); i++ {
		if edits[i].Pos < edits[i-1].End {
			return true
		}
	}
	return false
}

const mainEnds = "main then waits for what still runs"

// endMain adds the shutdown to the statements of main: in place of a wait without an end,
// in front of an exit that is its last statement, else as a deferred call after the last
// statement that exits or defers.
func (b *Builder) endMain(list []ast.Stmt) (changes string) {
	last := list[len(list)-1]
	if wait, ok := last.(*ast.SelectStmt); ok && len(wait.Body.List) == 0 {
		lc, context := b.lifecycleAt(last.Pos()), b.Import(last.Pos(), "context", "context")
		indent := b.Indent(last.Pos())
		b.Replace(last.Pos(), last.End(), lc+".Main(func(ctx "+context+".Context) error {\n"+indent+"\t<-ctx.Done()\n"+indent+"\treturn nil\n"+indent+"})")
		return "SIGTERM and SIGINT now end the program in order"
	}
	if loop, ok := last.(*ast.ForStmt); ok && loop.Cond == nil || !b.process.Ends {
		return ""
	}
	if b.exits(last) {
		return b.beforeExit(last)
	}
	at := 0
	for i, stmt := range list {
		if _, defers := stmt.(*ast.DeferStmt); defers || b.exits(stmt) {
			at = i + 1
		}
	}
	if at == len(list) {
		b.Insert(last.End(), "\n"+b.Indent(last.Pos())+"defer "+b.shutdown(last.Pos()))
		return mainEnds
	}
	b.Before(list[at], "defer "+b.shutdown(list[at].Pos()))
	return mainEnds
}

func (b *Builder) lifecycleAt(pos token.Pos) string {
	return b.Import(pos, b.process.Runtime, "lifecycle")
}

// shutdown returns the call that shuts the default down.
func (b *Builder) shutdown(pos token.Pos) string {
	lc, context := b.lifecycleAt(pos), b.Import(pos, "context", "context")
	return lc + ".Shutdown(" + context + ".Background())"
}

// beforeExit puts the shutdown in front of the last statement of main, which exits the process:
//
//	if err := run(); err != nil { log.Fatal(err) }  →  err := run(); lifecycle.Shutdown(…); if err != nil …
//	os.Exit(run())                                  →  code := run(); lifecycle.Shutdown(…); os.Exit(code)
func (b *Builder) beforeExit(last ast.Stmt) (changes string) {
	indent := b.Indent(last.Pos())
	switch last := last.(type) {
	case *ast.IfStmt:
		if last.Init == nil {
			b.Before(last, b.shutdown(last.Pos()))
			return mainEnds
		}
		init, ok := last.Init.(*ast.AssignStmt)
		if !ok || last.Else != nil || init.Tok != token.DEFINE || b.declares(init) {
			return ""
		}
		b.Replace(last.Pos(), last.Cond.Pos(), b.Text(init.Pos(), init.End())+"\n"+indent+b.shutdown(last.Pos())+"\n"+indent+"if ")
		return mainEnds
	case *ast.ExprStmt:
		call, ok := ast.Unparen(last.X).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || callmatch.CalleeName(b.pass.TypesInfo, call) != "os.Exit" {
			return ""
		}
		arg, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !ok {
			b.Before(last, b.shutdown(last.Pos()))
			return mainEnds
		}
		code := b.freshName("code")
		b.Hoist(last, code+" := "+b.Text(arg.Pos(), arg.End()), b.shutdown(last.Pos()))
		b.Replace(arg.Pos(), arg.End(), code)
		return mainEnds
	}
	return ""
}

// declares reports whether main itself already knows one of the names that a statement declares.
func (b *Builder) declares(init *ast.AssignStmt) bool {
	scope := b.pass.TypesInfo.Scopes[b.mainDecl().Type]
	return slices.ContainsFunc(init.Lhs, func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return !ok || scope == nil || scope.Lookup(id.Name) != nil
	})
}

// exits reports whether a statement has an exit of the process, outside of function literals.
func (b *Builder) exits(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			_, known := catalog.Exits[callmatch.CalleeName(b.pass.TypesInfo, n)]
			found = found || known || b.exitsOn(n)
		}
		return !found
	})
	return found
}

// exitsOn reports whether a call ends the process if an error that it is passed is not nil, as
// far as the analyzer has asked for that.
func (b *Builder) exitsOn(call *ast.CallExpr) bool {
	known, ok := b.pass.ResultOf[exits.Analyzer].(*exits.Result)
	return ok && known.Failure(call) != nil
}

func byPlace(x, y analysis.TextEdit) int {
	if x.Pos != y.Pos {
		return int(x.Pos - y.Pos)
	}
	return int(x.End - y.End)
}
