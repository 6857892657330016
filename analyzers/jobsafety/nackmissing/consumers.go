package nackmissing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// consumers returns the walks over the code that handles one message: the body of
// a loop over them, a case that receives one, what follows a call in a loop that
// fetches one, or a function that gets one.
func consumers(p *check.Pass, cur inspector.Cursor) []*walk {
	switch n := cur.Node().(type) {
	case *ast.RangeStmt:
		return labeled(p, cur, rangeWalk(p, n))
	case *ast.CommClause:
		if assign, ok := n.Comm.(*ast.AssignStmt); ok {
			if loop, ok := loopOf(cur); ok {
				return labeled(p, loop, receivedWalk(p, assign, n.Body, n))
			}
		}
	case *ast.ForStmt:
		return labeled(p, cur, fetches(p, n.Body, n.Body.List, true)...)
	case *ast.FuncLit:
		return handlerWalk(p, cur, n.Type, n.Body)
	case *ast.FuncDecl:
		if n.Body != nil {
			return handlerWalk(p, cur, n.Type, n.Body)
		}
	}
	return nil
}

// labeled gives walks the label of the loop they belong to, and leaves out those
// that are none.
func labeled(p *check.Pass, loop inspector.Cursor, walks ...*walk) []*walk {
	var found []*walk
	label, _ := loop.Parent().Node().(*ast.LabeledStmt)
	for _, w := range walks {
		if w == nil {
			continue
		}
		if label != nil {
			w.label = p.TypesInfo.Defs[label.Label]
		}
		found = append(found, w)
	}
	return found
}

func rangeWalk(p *check.Pass, n *ast.RangeStmt) *walk {
	expr := n.Value
	if _, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); isChan {
		expr = n.Key
	}
	if id, ok := expr.(*ast.Ident); ok {
		return newWalk(p, p.TypesInfo.ObjectOf(id), walk{from: n.X, list: n.Body.List, around: n.Body, loop: true})
	}
	return nil
}

// fetches returns the walks after the calls in a loop's body that fetch a message. Those in
// blocks below count if the variable is the block's own.
func fetches(p *check.Pass, around ast.Node, list []ast.Stmt, top bool) []*walk {
	var walks []*walk
	for i, stmt := range list {
		switch s := stmt.(type) {
		case *ast.AssignStmt:
			if w := receivedWalk(p, s, list[i+1:], around); w != nil && (top || s.Tok == token.DEFINE) {
				return append(walks, w)
			}
		case *ast.IfStmt:
			walks = append(walks, fetches(p, s.Body, s.Body.List, false)...)
		case *ast.SelectStmt:
			for _, c := range s.Body.List {
				walks = append(walks, fetches(p, c, c.(*ast.CommClause).Body, false)...)
			}
		case *ast.SwitchStmt:
			for _, c := range s.Body.List {
				walks = append(walks, fetches(p, c, c.(*ast.CaseClause).Body, false)...)
			}
		}
	}
	return walks
}

// receivedWalk takes the variable that assign receives or fetches a message into, and the
// statements after it. The other variable is set if there is one.
func receivedWalk(p *check.Pass, assign *ast.AssignStmt, list []ast.Stmt, around ast.Node) *walk {
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	_, isBlock := around.(*ast.BlockStmt)
	w := newWalk(p, p.TypesInfo.ObjectOf(id), walk{from: assign.Rhs[0], list: list, around: around, loop: true, inCase: !isBlock})
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

// loopOf returns the loop that a select statement's clause is in, unless it is in
// a function that is called for each message.
func loopOf(cur inspector.Cursor) (inspector.Cursor, bool) {
	for outer := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := outer.Node().(*ast.ForStmt)
		return outer, ok
	}
	return cur, false
}

func newWalk(p *check.Pass, obj types.Object, w walk) *walk {
	v, ok := obj.(*types.Var)
	if !ok {
		return nil
	}
	if w.how, ok = delivery.Settlement(v.Type()); !ok {
		return nil
	}
	w.p, w.v, w.tellsNone, w.failed = p, v, make(map[types.Object]bool), make(map[types.Object]settled)
	w.same, w.holders = make(map[*types.Var]bool), make(map[*types.Var]string)
	return &w
}
