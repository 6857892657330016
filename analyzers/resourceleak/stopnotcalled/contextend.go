package stopnotcalled

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// contextDoubts returns those of a context that is kept until the process exits, or by nothing at all,
// and of one that what the function returns may need.
func contextDoubts(p *check.Pass, c *site.Case) []check.Doubt {
	list := derivedDoubts(p, c.Cur, c.Call)
	if lastsBeyond(c.Fate) {
		list = append(list, check.Doubting(verdict.Deliberate, c.Call.Pos()))
	}
	return list
}

// lastsBeyond reports whether a return leaves the context that succeeds, while others end it: what it
// was made for may continue.
func lastsBeyond(fate *resource.Fate) bool {
	return !slices.ContainsFunc(fate.Leaks, func(l resource.Leak) bool { return fails(l.Exit) }) &&
		slices.ContainsFunc(fate.Closed, func(call ssa.CallInstruction) bool {
			return fails(call.Block().Instrs[len(call.Block().Instrs)-1])
		})
}

// derivedDoubts returns those of what main and init do, most of which lasts until the process exits, and
// of a context that nothing but its work keeps.
func derivedDoubts(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) []check.Doubt {
	if decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl); ok && decl.Recv == nil && (decl.Name.Name == "main" || decl.Name.Name == "init") {
		return []check.Doubt{check.Doubting(verdict.Lifetime, decl.Pos())}
	}
	switch catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] {
	case "signal":
		return []check.Doubt{check.Doubting(verdict.Lifetime, call.Pos())}
	case "cancel":
		if root, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr); ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, root)] {
			return []check.Doubt{check.Doubting(verdict.RootParent, root.Pos())}
		}
	}
	return nil
}

// ended reports whether a return is one that the end of the context leads to: in a select case or an if
// which asks for it.
func ended(p *check.Pass, s *site.Site, e site.Exit) bool {
	if e.Ret == nil {
		return false
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := in.Root().FindByPos(e.Ret.Pos(), e.Ret.End())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CommClause)(nil), (*ast.IfStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CommClause:
			if n.Comm != nil && asksEnd(p, s, n.Comm) {
				return true
			}
		case *ast.IfStmt:
			if asksEnd(p, s, n.Cond) {
				return true
			}
		}
	}
	return false
}

// asksEnd reports whether a condition calls Done or Err of the context that the site makes, or of its parent, with which
// that ends.
func asksEnd(p *check.Pass, s *site.Site, cond ast.Node) bool {
	name, found := s.Name(p, 0), false
	parent := parentOf(p, s)
	ast.Inspect(cond, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "Err") {
			found = found || n.Pos() > s.Call.End() && p.Source(sel.X) == name ||
				parent != nil && callmatch.Object(p.TypesInfo, sel.X) == types.Object(parent)
		}
		return !found
	})
	return found
}

// parentOf returns the variable with the parent of a context, nil where it is none, or the one that gets the context.
func parentOf(p *check.Pass, s *site.Site) *types.Var {
	if len(s.Call.Args) == 0 {
		return nil
	}
	parent, ok := callmatch.Object(p.TypesInfo, s.Call.Args[0]).(*types.Var)
	if !ok || parent.IsField() || parent.Name() == s.Name(p, 0) {
		return nil
	}
	return parent
}
