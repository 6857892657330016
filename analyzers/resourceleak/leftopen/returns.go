package leftopen

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
)

// failing returns the returns of an error that control reaches from a place with the elements open.
func (c *collection) failing(from token.Pos) []*ast.ReturnStmt { return c.failingPast(from, c.handles) }

// failingPast returns the returns of an error that control reaches from a place, past none of the nodes to avoid.
func (c *collection) failingPast(from token.Pos, avoid func(ast.Node) bool) (list []*ast.ReturnStmt) {
	for c.graph != nil {
		ret := paths.ReturnAfter(c.graph, from, func(n ast.Node) bool {
			ret, ok := n.(*ast.ReturnStmt)
			return ok && (slices.Contains(list, ret) || !c.fails(ret)) || avoid(n)
		})
		if ret == nil {
			break
		}
		list = append(list, ret)
	}
	return list
}

// fails reports whether a return is one of an error.
func (c *collection) fails(ret *ast.ReturnStmt) bool {
	sig := astindex.Signature(c.p.TypesInfo, c.fn)
	if !callmatch.CanFail(sig) || !ret.Return.IsValid() {
		return false
	}
	if len(ret.Results) > 0 {
		last := ret.Results[len(ret.Results)-1]
		return !c.p.TypesInfo.Types[last].IsNil() && (len(ret.Results) == sig.Results().Len()) && c.afterTest(ret)
	}
	return c.afterTest(ret)
}

// afterTest reports whether a return is in a branch that an error leads to.
func (c *collection) afterTest(ret *ast.ReturnStmt) bool {
	found := false
	ast.Inspect(c.fn, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		found = found || ok && test.Body.Pos() <= ret.Pos() && ret.Pos() < test.Body.End() && callmatch.TestedError(c.p.TypesInfo, test.Cond) != nil
		return true
	})
	return found
}

// handles reports whether a node uses the collection other than to add to it: it may close the elements, or
// pass them on.
func (c *collection) handles(n ast.Node) bool {
	if n == ast.Node(c.stmt) {
		return false
	}
	if assign, ok := n.(*ast.AssignStmt); ok {
		if held, _ := added(c.p.TypesInfo, assign); held == c.held {
			return false
		}
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && callmatch.IsBuiltin(c.p.TypesInfo, call, "len") {
			return false
		}
		id, ok := n.(*ast.Ident)
		found = found || ok && c.p.TypesInfo.Uses[id] == types.Object(c.held)
		return !found
	})
	return found
}

func graphOf(p *check.Pass, fn ast.Node) *cfg.CFG {
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	if lit, ok := fn.(*ast.FuncLit); ok {
		return graphs.FuncLit(lit)
	}
	return graphs.FuncDecl(fn.(*ast.FuncDecl))
}
