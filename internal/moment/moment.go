// Package moment says when in the life of a program the functions of a package run: as it starts, while it
// works, or when another package asks for it. It follows the calls of the package to where nothing here
// calls a function any more.
package moment

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// A Moment is when in the life of a program code runs. A later one is greater.
type Moment int

const (
	Never   Moment = iota // as far as the package shows
	Startup               // main, an init function, or what is called as a function that runs once
	Asked                 // another package calls it
	Running               // a handler, a goroutine, an endless loop or a callback
)

// Moments answers for the functions of one package.
type Moments struct {
	pass  *analysis.Pass
	setup func(name string) bool
}

// Of returns the moments of a package. setup reports whether an exported function of a name runs once, as
// the program starts. The pass needs the analyzers astindex, inspect and signals.
func Of(pass *analysis.Pass, setup func(name string) bool) *Moments { return &Moments{pass, setup} }

// OfFunc returns the latest moment at which a declared function runs.
func (m *Moments) OfFunc(decl *ast.FuncDecl) Moment {
	return m.when(decl, make(map[*ast.FuncDecl]bool))
}

// OfNode returns the latest moment at which a node is reached.
func (m *Moments) OfNode(n ast.Node) Moment { return m.reached(n, make(map[*ast.FuncDecl]bool)) }

func (m *Moments) when(decl *ast.FuncDecl, seen map[*ast.FuncDecl]bool) Moment {
	if seen[decl] {
		return Never
	}
	seen[decl] = true
	info, index := m.pass.TypesInfo, astindex.Of(m.pass)
	fn := info.Defs[decl.Name].(*types.Func)
	if _, started := index.GoroutineOf(info, decl); started || astindex.AnswersRequests(fn.Signature()) {
		return Running
	}
	at := m.byItself(decl)
	if len(index.Values[fn]) > 0 {
		at = m.Callback()
	}
	for _, call := range index.Calls[fn] {
		at = max(at, m.reached(call.Expr, seen))
	}
	return at
}

// byItself returns when a function runs that nothing in the package calls.
func (m *Moments) byItself(decl *ast.FuncDecl) Moment {
	name := decl.Name.Name
	switch {
	case name == "init" && decl.Recv == nil, name == "main" && m.pass.Pkg.Name() == "main":
		return Startup
	case !decl.Name.IsExported() || m.pass.Pkg.Name() == "main":
		return Never
	case m.setup(name):
		return Startup
	}
	return Asked
}

// reached returns when a node is reached: in a callback, or in an endless loop, while the program runs.
func (m *Moments) reached(n ast.Node, seen map[*ast.FuncDecl]bool) Moment {
	cur, ok := astindex.Find(m.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector), n)
	if !ok {
		return Never
	}
	for up := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := up.Node().(type) {
		case *ast.ForStmt:
			if n.Cond == nil {
				return Running
			}
		case *ast.FuncLit:
			if !calledInPlace(up) {
				return m.Callback()
			}
		case *ast.FuncDecl:
			return m.when(n, seen)
		}
	}
	return Startup
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

// Callback returns when a function value is called: what a command line makes of it is unknown.
func (m *Moments) Callback() Moment {
	if m.OfCommand() {
		return Asked
	}
	return Running
}

// OfCommand reports whether the package is one of a command line that does not run on: by what it
// imports, or by its place.
func (m *Moments) OfCommand() bool {
	if known := signals.Of(m.pass); known.MayServe() || known.Asked() {
		return false
	}
	for _, imp := range m.pass.Pkg.Imports() {
		if catalog.CommandPackages[imp.Path()] {
			return true
		}
	}
	for _, dir := range strings.Split(m.pass.Pkg.Path(), "/") {
		if dir == "cmd" || dir == "commands" {
			return true
		}
	}
	return false
}
