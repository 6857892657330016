package tornwrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// passing reports whether the file does not outlive the process, or is none: below the
// directory for temporary files, or of the kernel.
func (f *files) passing(write *filestate.Site) bool {
	for _, part := range []string{"os.TempDir", `"/proc/`, `"/sys/`, `"/dev/`, `"/tmp/`, `"/run/`, `"/var/run/`} {
		if strings.Contains(write.Key, part) {
			return true
		}
	}
	return f.calls(write.In, "os.Getpid").IsValid() || f.calls(write.Base().In, "os.Getpid").IsValid()
}

// harmless returns the proof that no state is lost with the file, and where it is.
func (f *files) harmless(write *filestate.Site, reads []reader) (token.Pos, *verdict.Proof) {
	for s := write; s != nil; s = s.Inner {
		if pos := f.fresh(s.Call); pos.IsValid() {
			return pos, verdict.Handled
		}
	}
	if pos := f.freshCalls(write.In); pos.IsValid() {
		return pos, verdict.Handled
	}
	for _, s := range f.sites {
		switch {
		case s.Key != write.Key:
		case s.Does == catalog.MovesFile && !s.Open(), s.Does == catalog.MovesFile && s.In == write.In:
			return s.Call.Pos(), verdict.Handled
		case s.Does == catalog.ReplacesFile && (s.In == write.In || s.In == write.Base().In):
			return s.Call.Pos(), verdict.Handled
		case s.Does == catalog.RemovesFile && f.besideRead(s, reads):
			return s.Call.Pos(), verdict.Handled
		}
	}
	return token.NoPos, nil
}

// besideRead reports whether a function that removes the file also reads it: what it cannot
// read.
func (f *files) besideRead(remove *filestate.Site, reads []reader) bool {
	for _, read := range reads {
		if read.site != nil && read.site.In == remove.In && read.site.Call.Pos() < remove.Call.Pos() {
			return true
		}
	}
	return false
}

// fresh returns the condition around a call that holds where there is no file.
func (f *files) fresh(call *ast.CallExpr) token.Pos {
	cur, ok := astindex.Find(f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), call)
	if !ok {
		return token.NoPos
	}
	for up := range cur.Enclosing((*ast.IfStmt)(nil)) {
		stmt := up.Node().(*ast.IfStmt)
		if call.Pos() > stmt.Cond.End() && f.missing(stmt.Cond) {
			return stmt.Cond.Pos()
		}
	}
	return token.NoPos
}

// freshCalls returns the same for the only calls of an unexported function.
func (f *files) freshCalls(decl *ast.FuncDecl) (pos token.Pos) {
	if decl.Name.IsExported() {
		return token.NoPos
	}
	for _, call := range f.callsOf(decl) {
		if pos = f.fresh(call.Expr); !pos.IsValid() {
			return token.NoPos
		}
	}
	return pos
}

// missing reports whether a condition asks if a file exists.
func (f *files) missing(cond ast.Expr) (found bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := callmatch.CalleeName(f.p.TypesInfo, n)
			found = found || name == "os.IsNotExist" || existsWord(name[lastDot(name):])
		case *ast.SelectorExpr:
			v, ok := f.p.TypesInfo.Uses[n.Sel].(*types.Var)
			found = found || ok && v.Name() == "ErrNotExist"
		case *ast.Ident:
			found = found || existsWord(n.Name)
		}
		return !found
	})
	return found
}

func existsWord(name string) bool {
	for _, word := range catalog.Words(name) {
		if word == "exist" || word == "exists" {
			return true
		}
	}
	return false
}

func lastDot(name string) int { return strings.LastIndex(name, ".") + 1 }

// named reports whether a path has a word in it.
func named(s *filestate.Site, word string) bool {
	return strings.Contains(strings.ToLower(s.Key), word)
}

// calls returns where a function calls another one.
func (f *files) calls(decl *ast.FuncDecl, name string) (pos token.Pos) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && callmatch.CalleeName(f.p.TypesInfo, call) == name {
			pos = call.Pos()
		}
		return !pos.IsValid()
	})
	return pos
}
