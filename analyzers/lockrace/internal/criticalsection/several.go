package criticalsection

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Several puts the lock around each statement of one file that has one of the accesses: mutex
// returns it as the code at one of them writes it. Several statements of one function belong together,
// as n++ and return n, and get one critical section. It answers false where a statement cannot be
// surrounded: it may wait, or take the lock itself, or its value is used after it.
func Several(p *check.Pass, e *edit.Builder, places []token.Pos, mutex func(ast.Expr) Mutex) bool {
	type access struct {
		stmt ast.Stmt
		pos  token.Pos
		in   *ast.BlockStmt // the body of the function
	}
	var list []access
	perFunc := make(map[*ast.BlockStmt][]ast.Stmt)
	for _, pos := range places {
		stmt, around := source.Statement(p, pos)
		if stmt == nil || source.NameAt(p, pos) == nil || p.Fset.File(pos) != p.Fset.File(places[0]) {
			return false
		}
		if outer := statementOf(around, places); outer != nil {
			stmt = outer
		}
		in := bodyAround(around)
		if !slices.Contains(perFunc[in], stmt) {
			perFunc[in] = append(perFunc[in], stmt)
			list = append(list, access{stmt, pos, in})
		}
	}
	for _, a := range list {
		m := mutex(source.NameAt(p, a.pos))
		if len(perFunc[a.in]) == 1 {
			if !surround(p, e, a.stmt, a.pos, m) {
				return false
			}
			continue
		}
		if a.stmt == perFunc[a.in][0] && !together(p, e, a.in, perFunc[a.in], m) {
			return false
		}
	}
	return len(list) > 0
}

// bodyAround returns the body of the innermost of the functions on a path, nil if there is none.
func bodyAround(path []ast.Node) *ast.BlockStmt {
	for _, n := range path {
		switch fn := n.(type) {
		case *ast.FuncLit:
			return fn.Body
		case *ast.FuncDecl:
			return fn.Body
		}
	}
	return nil
}

// together puts one critical section around statements of a function, from the first of them to the end
// of the function, where all of that is short.
func together(p *check.Pass, e *edit.Builder, body *ast.BlockStmt, stmts []ast.Stmt, m Mutex) bool {
	if body == nil || slices.ContainsFunc(stmts, func(s ast.Stmt) bool { return !slices.Contains(body.List, s) }) {
		return false
	}
	rest := body.List[slices.Index(body.List, stmts[0]):]
	if slices.ContainsFunc(rest, func(s ast.Stmt) bool { return Calls(p, s) || !ShortWork(p, s) || slowResult(p, s) }) {
		return false
	}
	e.Before(stmts[0], m.Lock(), "defer "+m.Unlock())
	return true
}

// slowResult reports whether a return computes its results by work that is not known to be short.
func slowResult(p *check.Pass, code ast.Node) bool {
	return slices.ContainsFunc(Returns(code), func(ret *ast.ReturnStmt) bool {
		return slices.ContainsFunc(ret.Results, func(result ast.Expr) bool { return !ShortWork(p, result) })
	})
}

// statementOf returns the outermost if or loop around a statement whose condition has one of the
// places: the whole of it belongs together.
func statementOf(around []ast.Node, places []token.Pos) ast.Stmt {
	var outer ast.Stmt
	for _, n := range around {
		var head ast.Node
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return outer
		case *ast.IfStmt:
			head = n.Cond
			if n.Init != nil {
				head = n.Init
			}
		case *ast.RangeStmt:
			head = n.X
		default:
			continue
		}
		for _, pos := range places {
			if head.Pos() <= pos && pos < head.End() {
				outer = n.(ast.Stmt)
			}
		}
	}
	return outer
}

// surround puts the lock around one statement.
func surround(p *check.Pass, e *edit.Builder, stmt ast.Stmt, pos token.Pos, m Mutex) bool {
	if ReleaseBefore(p, stmt, m) != nil || Calls(p, stmt) || elementTaken(p, pos) {
		return false
	}
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		if MapTaken(p, pos) != nil || !ShortWork(p, stmt) {
			return false
		}
		e.Before(stmt, m.Lock(), "defer "+m.Unlock())
		return true
	case *ast.IfStmt:
		if len(Returns(stmt)) > 0 || branches(stmt) {
			return false
		}
	case *ast.RangeStmt:
		if len(Returns(stmt)) > 0 {
			return false
		}
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.ExprStmt:
		if MapTaken(p, pos) != nil {
			return false
		}
	default:
		return false
	}
	if !ShortWork(p, stmt) {
		return false
	}
	e.Before(stmt, m.Lock())
	e.After(stmt, m.Unlock())
	return true
}

// branches reports whether code leaves what is around it other than by a return.
func branches(code ast.Node) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		_, branch := n.(*ast.BranchStmt)
		found = found || branch
		return !found
	})
	return found
}
