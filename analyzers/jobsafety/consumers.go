package jobsafety

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// consumer returns the walk over the code that handles one message: the body of
// a loop over them, a case that receives one, what follows a call that fetches
// one, or a function that gets one. It returns nil if cur is none.
func consumer(p *check.Pass, cur inspector.Cursor) *walk {
	switch n := cur.Node().(type) {
	case *ast.RangeStmt:
		return rangeWalk(p, n)
	case *ast.CommClause:
		if assign, ok := n.Comm.(*ast.AssignStmt); ok && inLoop(cur) {
			return receivedWalk(p, assign, n.Body, n)
		}
	case *ast.ForStmt:
		for i, stmt := range n.Body.List {
			if assign, ok := stmt.(*ast.AssignStmt); ok {
				if w := receivedWalk(p, assign, n.Body.List[i+1:], n.Body); w != nil {
					return w
				}
			}
		}
	case *ast.FuncLit:
		return handlerWalk(p, n.Type, n.Body)
	case *ast.FuncDecl:
		if n.Body != nil {
			return handlerWalk(p, n.Type, n.Body)
		}
	}
	return nil
}

func rangeWalk(p *check.Pass, n *ast.RangeStmt) *walk {
	expr := n.Value
	if _, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); isChan {
		expr = n.Key
	}
	if id, ok := expr.(*ast.Ident); ok {
		return newWalk(p, id, walk{list: n.Body.List, around: n.Body, loop: true})
	}
	return nil
}

// receivedWalk takes the variable that assign receives or fetches a message into,
// and the statements behind. The other variable tells whether there is one.
func receivedWalk(p *check.Pass, assign *ast.AssignStmt, list []ast.Stmt, around ast.Node) *walk {
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	_, isCase := around.(*ast.CommClause)
	w := newWalk(p, id, walk{list: list, around: around, loop: true, inCase: isCase})
	if w == nil {
		return nil
	}
	for _, lhs := range assign.Lhs[1:] {
		if other, ok := lhs.(*ast.Ident); ok && p.TypesInfo.ObjectOf(other) != nil {
			w.tellsNone[p.TypesInfo.ObjectOf(other)] = true
		}
	}
	return w
}

// inLoop reports whether a select statement's clause is in a loop, and not in a
// function that is called for each message.
func inLoop(cur inspector.Cursor) bool {
	for outer := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := outer.Node().(*ast.ForStmt)
		return ok
	}
	return false
}

// handlerWalk takes functions without an error result: with one, the caller may
// settle the message.
func handlerWalk(p *check.Pass, ft *ast.FuncType, body *ast.BlockStmt) *walk {
	if ft.Results != nil {
		return nil
	}
	for _, field := range ft.Params.List {
		for _, id := range field.Names {
			if w := newWalk(p, id, walk{list: body.List, around: body}); w != nil {
				return w
			}
		}
	}
	return nil
}

func newWalk(p *check.Pass, id *ast.Ident, w walk) *walk {
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	if w.how, ok = catalog.Settlements[callmatch.TypeName(v.Type())]; !ok {
		return nil
	}
	w.p, w.v, w.tellsNone = p, v, make(map[types.Object]bool)
	return &w
}
