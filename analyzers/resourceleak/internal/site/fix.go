package site

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Defer returns a fix that defers end after the call, and after the test of its error. It is nil
// where that would not be executed once for each value: in a loop, or where the call is no
// statement of its own; nor where what is made of it leaves the function.
func (s *Site) Defer(p *check.Pass, end string) *edit.Fix {
	stmt, cur := s.Statement()
	if stmt == nil || s.inLoop() || s.lends() {
		return nil
	}
	list := astindex.Stmts(cur.Parent().Node())
	e := p.Edit(s.Call.Pos())
	if after := s.opened(p, stmt, list); after != nil {
		e.After(after, "defer "+end)
	} else if err := s.errorOf(p, stmt); err != nil && slices.Contains(list, stmt) && callmatch.IsError(err.Type()) {
		e.After(stmt, "if "+err.Name()+" == nil {", "\tdefer "+end, "}") // what follows asks for more than the error
	} else {
		return nil
	}
	if late := deferred(p, list[slices.Index(list, stmt)+1:], end); late != nil {
		e.DeleteStmts(late, late)
	}
	return e.Fix("Defer "+end, "")
}

// deferred returns the statement of a list that defers end, nil if there is none: it comes
// too late for a return before it, and is not needed after the one that the fix adds. After
// an assignment to the variable it is for another value.
func deferred(p *check.Pass, list []ast.Stmt, end string) ast.Stmt {
	for _, stmt := range list {
		if d, ok := stmt.(*ast.DeferStmt); ok && p.Source(d.Call) == end {
			return d
		}
		if assigns(p, stmt, end) {
			return nil
		}
	}
	return nil
}

// assigns reports whether a statement assigns to what a call is made of.
func assigns(p *check.Pass, stmt ast.Stmt, call string) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			found = found || slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool { return strings.HasPrefix(call, p.Source(x)+".") })
		}
		return !found
	})
	return found
}

func next(list []ast.Stmt, i int) ast.Stmt {
	if i+1 < len(list) {
		return list[i+1]
	}
	return nil
}

// failed reports whether a condition is the test for the error of the call.
func (s *Site) failed(p *check.Pass, stmt ast.Stmt, cond *ast.IfStmt) bool {
	bin, ok := ast.Unparen(cond.Cond).(*ast.BinaryExpr)
	if !ok || bin.Op != token.NEQ || cond.Init != nil || cond.Else != nil || !p.TypesInfo.Types[bin.Y].IsNil() {
		return false
	}
	if sel, ok := bin.X.(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" { // tx.Error
		return true
	}
	id, ok := ast.Unparen(bin.X).(*ast.Ident)
	if !ok {
		return false
	}
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return false
	}
	last, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	return ok && p.TypesInfo.ObjectOf(last) == p.TypesInfo.ObjectOf(id)
}

// Leaves reports whether a block does not run into what follows it.
func Leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch last := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			return fun.Name == "panic"
		case *ast.SelectorExpr:
			return fun.Sel.Name == "Exit" || len(fun.Sel.Name) >= 5 && fun.Sel.Name[:5] == "Fatal"
		}
	}
	return false
}

// inLoop reports whether the call is in a loop of its function.
func (s *Site) inLoop() bool {
	for c := range s.Cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		return false
	}
	return false
}

// Before returns a fix that calls end before each of the exits, nil where it may have been
// called before on a path to one of them, or where name means something else there. Where the
// results may need what is closed, the call is deferred.
func (s *Site) Before(p *check.Pass, exits []Exit, name, end string) *edit.Fix {
	e := p.Edit(s.Call.Pos())
	for _, exit := range exits {
		if exit.Ret == nil || !exit.Sure || !s.sameName(p, name, exit.Ret.Pos()) {
			return nil
		}
		if Computes(p, exit.Ret) {
			e.Before(exit.Ret, "defer "+end)
		} else {
			e.Before(exit.Ret, end)
		}
	}
	if len(exits) > 1 {
		return e.Fix("Call "+end+" before each return that leaves it open", "")
	}
	return e.Fix("Call "+end+" before the return", "")
}

// Computes reports whether results are computed by calls other than those that make errors.
func Computes(p *check.Pass, ret *ast.ReturnStmt) bool {
	found := false
	for _, r := range ret.Results {
		ast.Inspect(r, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !p.TypesInfo.Types[call.Fun].IsType() {
				fn := callmatch.Callee(p.TypesInfo, call)
				found = found || fn == nil || !catalog.MakesError(callmatch.Name(fn), fn.Name())
			}
			return !found
		})
	}
	return found
}

// sameName reports whether name, at the place of an exit, is the variable that the call sets.
func (s *Site) sameName(p *check.Pass, name string, pos token.Pos) bool {
	root := name
	for i, c := range name {
		if c == '.' {
			root = name[:i]
			break
		}
	}
	scope := p.Pkg.Scope().Innermost(s.Call.End())
	inner := p.Pkg.Scope().Innermost(pos)
	if scope == nil || inner == nil {
		return false
	}
	stmt, _ := s.Statement()
	_, at := inner.LookupParent(root, pos)
	_, was := scope.LookupParent(root, stmt.End())
	return at != nil && at == was
}
