package forcekill

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// stage is how far the stop of the process has come, on every path to some point.
type stage int

const (
	untold stage = iota
	asked        // a signal that can be caught has been sent
	waited       // and time has passed since
)

// stageAt returns the stage on every path to the node at cur. depth bounds the callers that
// are looked at.
func stageAt(p *check.Pass, cur inspector.Cursor, depth int) stage {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return untold
	}
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	var graph *cfg.CFG
	switch n := fn.Node().(type) {
	case *ast.FuncLit:
		graph = graphs.FuncLit(n)
	case *ast.FuncDecl:
		graph = graphs.FuncDecl(n)
	}
	if graph == nil {
		return waited // it cannot be seen
	}
	a := &askedFlow{p: p, in: cur.Inspector(), at: cur.Node(), owner: ownerOf(p, cur), found: waited + 1}
	a.solve(graph, entryStage(p, fn, depth))
	return min(a.found, waited)
}

// entryStage returns the stage in which the function at fn begins.
func entryStage(p *check.Pass, fn inspector.Cursor, depth int) stage {
	if depth > 3 {
		return waited
	}
	if decl, ok := fn.Node().(*ast.FuncDecl); ok {
		return callersStage(p, fn, decl, depth)
	}
	call, ok := fn.Parent().Node().(*ast.CallExpr)
	if !ok {
		if asksSomewhere(p, fn) {
			return waited // when it runs is not known
		}
		return untold
	}
	if _, deferred := fn.Parent().Parent().Node().(*ast.DeferStmt); deferred && asksSomewhere(p, fn) {
		return waited
	}
	s := stageAt(p, fn.Parent(), depth+1)
	if s == asked && callmatch.CalleeName(p.TypesInfo, call) == "time.AfterFunc" {
		return waited
	}
	return s
}

// callersStage is that of all calls of an unexported function that is called and
// nothing else.
func callersStage(p *check.Pass, fn inspector.Cursor, decl *ast.FuncDecl, depth int) stage {
	obj, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if !ok || obj.Exported() || len(index.Calls[obj]) == 0 || len(index.Values[obj]) > 0 {
		return untold
	}
	s := waited
	for _, call := range index.Calls[obj] {
		if c, ok := astindex.Find(fn.Inspector(), call.Expr); ok {
			s = min(s, stageAt(p, c, depth+1))
		}
	}
	return s
}

// asksSomewhere reports whether the function around the literal asks a process
// to stop at all, elsewhere than in the literal.
func asksSomewhere(p *check.Pass, lit inspector.Cursor) bool {
	outer, ok := astindex.FuncAround(lit)
	if !ok {
		return false
	}
	for c := range outer.Preorder((*ast.CallExpr)(nil)) {
		if !lit.Contains(c) && process.AsksAt(p, c, 0) {
			return true
		}
	}
	return false
}
