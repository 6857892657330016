package unboundedstart

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// A source is what the code runs once for each element of.
type source struct {
	what string
	pos  token.Pos
	list bool // it has an end, and all of it is there at the start
}

func (s *source) message() string {
	if s.list {
		return fmt.Sprintf("as many goroutines send requests concurrently as there are %s: each one starts a goroutine, and nothing limits how many there are", s.what)
	}
	return fmt.Sprintf("goroutines pile up when %s come faster than they are handled: each one starts a goroutine, and nothing limits how many there are", s.what)
}

// per returns what the statement at cur runs once for each of: messages of a loop around it,
// requests of its function, or those of the code that calls this; nil if that is not known to be
// without end, or something limits it.
func (s *starts) per(cur inspector.Cursor, depth int) *source {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if !fn.Contains(loop) {
			break
		}
		if src := s.source(loop.Node(), cur); src != nil && body(loop.Node()).Pos() < cur.Node().Pos() {
			if s.limited(loop, cur) {
				return nil
			}
			return src
		}
	}
	if s.limited(fn, cur) {
		return nil
	}
	if astindex.AnswersRequests(astindex.Signature(s.p.TypesInfo, fn.Node())) {
		if s.serves(fn, cur) {
			return nil
		}
		return &source{"requests", fn.Node().Pos(), false}
	}
	if depth == 0 {
		return nil
	}
	for _, call := range s.callers(fn) {
		if src := s.per(call, depth-1); src != nil || s.limit.IsValid() {
			return src
		}
	}
	return nil
}

// callers returns the calls of a function, and of a literal by the variable or field that holds it.
func (s *starts) callers(fn inspector.Cursor) (list []inspector.Cursor) {
	add := func(n ast.Node) {
		if cur, ok := astindex.Find(s.in, n); ok {
			list = append(list, cur)
		}
	}
	if decl, ok := fn.Node().(*ast.FuncDecl); ok {
		obj, _ := s.p.TypesInfo.Defs[decl.Name].(*types.Func)
		for _, call := range s.index.Calls[obj] {
			if !call.Go {
				add(call.Expr)
			}
		}
		return list
	}
	holder := held(s.p.TypesInfo, fn)
	for _, id := range s.index.Uses[holder] {
		cur, ok := astindex.Find(s.in, id)
		if !ok {
			continue
		}
		if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			cur = cur.Parent()
		}
		if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && call.Fun == cur.Node() {
			list = append(list, cur.Parent())
		}
	}
	return list
}

// held returns the variable or field that a literal is assigned to, nil if there is none.
func held(info *types.Info, lit inspector.Cursor) *types.Var {
	stmt, ok := lit.Parent().Node().(*ast.AssignStmt)
	if !ok || len(stmt.Lhs) != 1 {
		return nil
	}
	var v *types.Var
	switch lhs := stmt.Lhs[0].(type) {
	case *ast.Ident:
		v, _ = info.ObjectOf(lhs).(*types.Var)
	case *ast.SelectorExpr:
		v, _ = info.Uses[lhs.Sel].(*types.Var)
	}
	return v
}

func body(loop ast.Node) *ast.BlockStmt {
	if loop, ok := loop.(*ast.RangeStmt); ok {
		return loop.Body
	}
	return loop.(*ast.ForStmt).Body
}
