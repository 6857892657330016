package tornwrite

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// callsOf returns the calls of a declared function in the package.
func (f *files) callsOf(decl *ast.FuncDecl) []astindex.Call {
	fn, _ := f.p.TypesInfo.Defs[decl.Name].(*types.Func)
	return astindex.Of(f.p.Pass).Calls[fn]
}

func (f *files) declAround(n ast.Node) *ast.FuncDecl {
	cur, ok := astindex.Find(f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), n)
	if !ok {
		return nil
	}
	decl, _ := astindex.DeclAround(cur).(*ast.FuncDecl)
	return decl
}

// A moment is when in the life of a program code runs.
type moment int

const (
	never   moment = iota // as far as the package shows
	startup               // main, an init function, or what is called as a function that runs once
	asked                 // another package calls it
	running               // a handler, a goroutine, a loop or a callback
)

// reach returns the doubt that the write happens once, as the program starts, or as the whole
// purpose of a command.
func (f *files) reach(write *filestate.Site) []check.Doubt {
	at := write.In.Name.Pos()
	if write.Later && f.callback() == running {
		return nil // whatever has set it up
	}
	switch f.whenCalled(write.Call, make(map[*ast.FuncDecl]bool)) {
	case running:
		return nil
	case asked:
		switch {
		case f.ofCommand():
			return []check.Doubt{check.Doubting(verdict.ByHand, at)}
		case !f.concurrent():
			return []check.Doubt{check.Doubting(verdict.CallerDecides, at)}
		}
		return nil
	case startup:
		return []check.Doubt{check.Doubting(verdict.Bootstrap, at)}
	}
	return []check.Doubt{check.Doubting(verdict.DeadCode, at)}
}

// when returns the latest moment at which a function runs.
func (f *files) when(decl *ast.FuncDecl, seen map[*ast.FuncDecl]bool) moment {
	if seen[decl] {
		return never
	}
	seen[decl] = true
	info, index := f.p.TypesInfo, astindex.Of(f.p.Pass)
	fn := info.Defs[decl.Name].(*types.Func)
	if _, started := index.GoroutineOf(info, decl); started || astindex.AnswersRequests(fn.Signature()) {
		return running
	}
	at := f.byItself(decl)
	if len(index.Values[fn]) > 0 {
		at = f.callback()
	}
	for _, call := range index.Calls[fn] {
		at = max(at, f.whenCalled(call.Expr, seen))
	}
	return at
}

// byItself returns when a function runs that nothing in the package calls.
func (f *files) byItself(decl *ast.FuncDecl) moment {
	name := decl.Name.Name
	switch {
	case name == "init" && decl.Recv == nil, name == "main" && f.p.Pkg.Name() == "main":
		return startup
	case !decl.Name.IsExported() || f.p.Pkg.Name() == "main":
		return never
	case catalog.NamedSetup(name) || catalog.NamedParser(name):
		return startup
	}
	return asked
}

// whenCalled returns when a call is made: in a callback, or in an endless loop, while the program
// runs.
func (f *files) whenCalled(call *ast.CallExpr, seen map[*ast.FuncDecl]bool) moment {
	cur, ok := astindex.Find(f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), call)
	if !ok {
		return never
	}
	for up := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := up.Node().(type) {
		case *ast.ForStmt:
			if n.Cond == nil {
				return running
			}
		case *ast.FuncLit:
			if !calledInPlace(up) {
				return f.callback()
			}
		case *ast.FuncDecl:
			return f.when(n, seen)
		}
	}
	return startup
}

// calledInPlace reports whether a literal is called, or deferred, where it stands.
func calledInPlace(lit inspector.Cursor) bool {
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != lit.Node() {
		return false
	}
	_, started := lit.Parent().Parent().Node().(*ast.GoStmt)
	return !started
}

// callback returns when a function value is called: what a command line makes of it is unknown.
func (f *files) callback() moment {
	if f.ofCommand() {
		return asked
	}
	return running
}

// concurrent reports whether the package is made for a program with several goroutines: it locks,
// starts some, or answers requests.
func (f *files) concurrent() bool {
	for _, imp := range f.p.Pkg.Imports() {
		if catalog.ConcurrentPackages[imp.Path()] {
			return true
		}
	}
	return len(astindex.Of(f.p.Pass).Starts) > 0
}

// ofCommand reports whether the package is one of a command line that does not run on: by what it
// imports, or by its place.
func (f *files) ofCommand() bool {
	if known := signals.Of(f.p.Pass); known.MayServe() || known.Asked() {
		return false
	}
	for _, imp := range f.p.Pkg.Imports() {
		if catalog.CommandPackages[imp.Path()] {
			return true
		}
	}
	for _, dir := range strings.Split(f.p.Pkg.Path(), "/") {
		if dir == "cmd" || dir == "commands" {
			return true
		}
	}
	return false
}
