package sigkill

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// stage is how far the process has been asked to stop, on every way to some
// point.
type stage int

const (
	untold stage = iota
	asked        // a signal that can be caught has been sent
	waited       // and time has passed since
)

// stageAt returns the stage on every way to the node at cur. depth bounds the
// callers that are looked at.
func stageAt(p *check.Pass, cur inspector.Cursor, depth int) stage {
	fn, ok := function(cur)
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
	a := &askedFlow{p: p, in: cur.Inspector(), at: cur.Node(), found: waited + 1}
	a.solve(graph, entryStage(p, fn, depth))
	return min(a.found, waited)
}

func function(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Parent().Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return c, true
	}
	return cur, false
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
		if c, ok := fn.Inspector().Root().FindNode(call.Expr); ok {
			s = min(s, stageAt(p, c, depth+1))
		}
	}
	return s
}

// asksSomewhere reports whether the function around the literal asks a process
// to stop at all.
func asksSomewhere(p *check.Pass, lit inspector.Cursor) bool {
	outer, ok := function(lit)
	if !ok {
		return false
	}
	for c := range outer.Preorder((*ast.CallExpr)(nil)) {
		if asksAt(p, c, 0) {
			return true
		}
	}
	return false
}

// askedFlow goes forward through a function, keeping the lesser stage where ways
// meet.
type askedFlow struct {
	p     *check.Pass
	in    *inspector.Inspector
	at    ast.Node
	found stage // the stage at that node
}

func (a *askedFlow) solve(graph *cfg.CFG, entry stage) {
	in := make(map[*cfg.Block]stage)
	for _, b := range graph.Blocks {
		in[b] = waited
	}
	in[graph.Blocks[0]] = entry
	for changed := true; changed; {
		changed = false
		a.found = waited + 1
		for _, b := range graph.Blocks {
			if !b.Live {
				continue
			}
			out := in[b]
			for _, n := range b.Nodes {
				out = a.through(n, out)
			}
			for _, succ := range b.Succs {
				if out < in[succ] && succ != graph.Blocks[0] {
					in[succ], changed = out, true
				}
			}
		}
	}
}

// through returns the stage behind a node of the graph.
func (a *askedFlow) through(n ast.Node, s stage) stage {
	cur, ok := a.in.Root().FindNode(n)
	if !ok {
		return s
	}
	cur.Inspect([]ast.Node{(*ast.FuncLit)(nil), (*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)}, func(c inspector.Cursor) bool {
		if c.Node() == a.at {
			a.found = min(a.found, s)
		}
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && s == asked {
				s = waited
			}
		case *ast.CallExpr:
			if s == untold && asksAt(a.p, c, 0) {
				s = asked
			}
			if s == asked && n != a.at && waitsAt(a.p, c, 0) {
				s = waited
			}
		}
		return true
	})
	return s
}

// failedToAsk reports whether cur is where asking has failed:
//
//	if err := p.Signal(os.Interrupt); err != nil { p.Kill() }
func failedToAsk(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		n, ok := c.Node().(*ast.IfStmt)
		if !ok {
			return false
		}
		if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && b.Op == token.NEQ && p.TypesInfo.Types[b.Y].IsNil() {
			return true
		}
	}
	return false
}

// killer reports whether it is the job of the function around cur to kill: it
// says so, or it is what others call to do that.
func killer(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if strings.EqualFold(decl.Name.Name, "kill") || strings.EqualFold(decl.Name.Name, "forceKill") {
			return true
		}
		return speaksOf(decl.Doc, "kill", "kills", "killing", "killed", "sigkill", "forcibly", "forcefully")
	}
	return false
}

// speaksOf reports whether a comment has one of the words.
func speaksOf(group *ast.CommentGroup, words ...string) bool {
	if group == nil {
		return false
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(group.Text()), func(r rune) bool { return r < 'a' || r > 'z' }) {
		for _, w := range words {
			if word == w {
				return true
			}
		}
	}
	return false
}

// killsItself reports whether the process killed is the program's own.
func killsItself(p *check.Pass, k *kill) bool {
	found := false
	if k.pid != nil {
		ast.Inspect(k.pid, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				found = found || catalog.OwnPid[callmatch.CalleeName(p.TypesInfo, call)]
			}
			return true
		})
	}
	return found
}
