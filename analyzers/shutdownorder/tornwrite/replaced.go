package tornwrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// replaced reports a file that is written and renamed to one that is read, or that the function says to replace
// atomically, while nothing syncs it:
//
//	f, err := os.CreateTemp(dir, "state-*")
//	…
//	f.Close()
//	return os.Rename(f.Name(), path) // may be on the disk before the content is
//
// Where nothing reads it, and the function does not say so, it is not known to be state. Safe where the function, or one of the package that it calls, syncs anything.
func (f *files) replaced() {
	seen := make(map[*ast.CallExpr]bool)
	for _, put := range f.sites {
		call := put.Base().Call
		if put.Does != catalog.ReplacesFile || seen[call] || callmatch.CalleeName(f.p.TypesInfo, call) != "os.Rename" || f.passing(put) {
			continue
		}
		seen[call] = true
		file := f.renamed(put.Base())
		if file == nil {
			continue
		}
		if at := f.syncs(put.Base().In); at.IsValid() {
			f.p.Safe(call, file.Name(), verdict.Handled, at)
			continue
		}
		f.judgeUnsynced(put.Base(), file)
	}
}

func (f *files) judgeUnsynced(put *filestate.Site, file *types.Var) {
	said := claimsAtomic(put.In)
	reads := f.readsOf(put)
	for _, s := range f.sites { // the same call, where callers name the file
		if s.Base() == put && len(reads) == 0 {
			reads = f.readsOf(s)
		}
	}
	why := "its content may not be on the disk"
	var doubts []check.Doubt
	switch {
	case said && f.moments.OfCommand():
		doubts = append(doubts, check.Doubting(verdict.ByHand, put.In.Name.Pos()))
	case said:
	case len(reads) > 0:
		read := reads[max(0, slices.IndexFunc(reads, func(r reader) bool { return r.parsed }))]
		why, doubts = read.name+" reads it", f.doubts(put, read)
	default: // it is not known to be state
		return
	}
	f.p.Report(check.Finding{
		At: put.Call,
		Message: fmt.Sprintf("a power failure may leave %s empty, with neither the old content nor the new: %s puts %s in place unsynced, and %s",
			f.p.Name(put.Path), f.p.Name(put.Call.Fun), file.Name(), why),
		Trace:  []check.Hop{{Pos: file.Pos(), Message: "the file is made here"}},
		Doubts: doubts,
		Fix:    f.fixUnsynced(put, file),
	})
}

// claimsAtomic reports whether a function says that it replaces a file as a whole.
func claimsAtomic(decl *ast.FuncDecl) bool {
	return strings.Contains(strings.ToLower(decl.Name.Name+decl.Doc.Text()), "atomic")
}

// renamed returns the file that a call renames, if the function has opened it for writing and is what fills it.
func (f *files) renamed(put *filestate.Site) *types.Var {
	info, from := f.p.TypesInfo, put.Call.Args[0]
	var found *types.Var
	ast.Inspect(put.In.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || found != nil || assign.Pos() > put.Call.Pos() {
			return found == nil
		}
		made, ok := assign.Rhs[0].(*ast.CallExpr)
		if !ok {
			return true
		}
		v, isVar := callmatch.Object(info, assign.Lhs[0]).(*types.Var)
		name := callmatch.CalleeName(info, made)
		if isVar && (catalog.CreatesFile[name] || catalog.OpensByFlags[name]) && (f.named(put.In, from, v) || types.ExprString(from) == types.ExprString(made.Args[0])) {
			found = v
		}
		return true
	})
	return found
}

// named reports whether an expression is the name of a file, or a variable with that.
func (f *files) named(decl *ast.FuncDecl, expr ast.Expr, file *types.Var) bool {
	if v, ok := callmatch.Object(f.p.TypesInfo, expr).(*types.Var); ok {
		expr = localvar.Value(f.p.TypesInfo, decl, v)
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Name" && callmatch.Object(f.p.TypesInfo, sel.X) == types.Object(file)
}

// syncs returns where a function, or one of the package that it calls, syncs a file, or hands one to a function value
// or an interface, which may.
func (f *files) syncs(decl *ast.FuncDecl) (at token.Pos) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || at.IsValid() {
			return !at.IsValid()
		}
		fn := callmatch.Callee(f.p.TypesInfo, call)
		inner := astindex.Of(f.p.Pass).Decls[fn]
		switch {
		case fn != nil && catalog.SyncsByName(fn.Name()):
			at = call.Pos()
		case inner != nil && inner.Body != nil && inner != decl && f.calls(inner, "(*os.File).Sync").IsValid():
			at = call.Pos()
		case fn == nil && slices.ContainsFunc(call.Args, f.isFile):
			at = call.Pos()
		}
		return true
	})
	return at
}

// fixUnsynced syncs the file before the statement that closes it ahead of the rename, and else before the rename.
func (f *files) fixUnsynced(put *filestate.Site, file *types.Var) *edit.Fix {
	cur, ok := astindex.Find(f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), put.Call)
	stmt, listed := astindex.Statement(cur)
	values, returns := edit.ZeroResults(f.p.Pass, cur)
	if !ok || !listed || !returns {
		return nil
	}
	before, closes := stmt, false
	for prev, ok := stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		_, later := prev.Node().(*ast.DeferStmt)
		if !later && strings.Contains(f.p.Source(headOf(prev.Node())), file.Name()+".Close()") {
			before, closes = prev, true
		}
	}
	e := f.p.Edit(before.Node().Pos())
	lines := []string{"if err := " + file.Name() + ".Sync(); err != nil {"}
	if closes {
		lines = append(lines, "\t"+file.Name()+".Close()")
	}
	if test, ok := before.Node().(*ast.IfStmt); ok && closes && len(test.Body.List) > 0 { // what it takes away there
		for _, stmt := range test.Body.List[:len(test.Body.List)-1] {
			lines = append(lines, "\t"+f.p.Source(stmt))
		}
	}
	e.Before(before.Node(), append(lines, "\treturn "+strings.Join(append(values, edit.Wrapped(f.p.Pass, cur, "err", "syncing "+file.Name())), ", "), "}")...)
	return e.Fix("Sync "+file.Name()+" before it is put in place", "it waits for the disk")
}

// headOf returns the part of a statement that runs in any case.
func headOf(n ast.Node) ast.Node {
	if test, ok := n.(*ast.IfStmt); ok && test.Init != nil {
		return test.Init
	} else if ok {
		return test.Cond
	}
	return n
}
