package tornwrite

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/moment"
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

// reach returns the doubt that the write happens once, as the program starts, or as the whole
// purpose of a command.
func (f *files) reach(write *filestate.Site) []check.Doubt {
	at := write.In.Name.Pos()
	if write.Later && f.moments.Callback() == moment.Running {
		return nil // whatever has set it up
	}
	switch f.moments.OfNode(write.Call) {
	case moment.Running:
		return nil
	case moment.Asked:
		switch {
		case f.moments.OfCommand():
			return []check.Doubt{check.Doubting(verdict.ByHand, at)}
		case !f.concurrent():
			return []check.Doubt{check.Doubting(verdict.CallerDecides, at)}
		}
		return nil
	case moment.Startup:
		return []check.Doubt{check.Doubting(verdict.Bootstrap, at)}
	}
	return []check.Doubt{check.Doubting(verdict.DeadCode, at)}
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
