package expireapart

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/rediscmd"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// follows reports whether control can come from one node to another, later one of the same function: no
// block that holds the first and not the second ends in a jump, and they are no alternatives.
func follows(first, second inspector.Cursor) bool {
	if second.Node().Pos() < first.Node().End() {
		return false
	}
	for c := range first.Enclosing() {
		n := c.Node()
		if n.Pos() <= second.Node().Pos() && second.Node().End() <= n.End() {
			if branch, ok := n.(*ast.IfStmt); ok {
				return branch.Else == nil || first.Node().Pos() < branch.Body.Pos() || second.Node().Pos() < branch.Else.Pos()
			}
			return !alternatives(c)
		}
		if list := astindex.Stmts(n); len(list) > 0 && jumps(list[len(list)-1]) {
			return false
		}
	}
	return false
}

// alternatives reports whether a node is the block of a switch or select.
func alternatives(cur inspector.Cursor) bool {
	if _, ok := cur.Node().(*ast.BlockStmt); !ok {
		return false
	}
	switch cur.Parent().Node().(type) {
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// jumps reports whether nothing follows a statement.
func jumps(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// onlyFirst reports whether the expiry is set only by the call that makes the key: a condition tests what
// the command has returned, or whether there was a key.
func onlyFirst(p *check.Pass, w, e *rediscmd.Command, list []*rediscmd.Command) bool {
	t := tests{p: p, of: []*rediscmd.Command{w}}
	for _, c := range list {
		if c.Effect == catalog.RedisExists && c.SameKey(p, w) && c.Call.Pos() < e.Call.Pos() {
			t.of = append(t.of, c)
		}
	}
	for c := range e.Cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if n.Body.Pos() > w.Call.End() && t.any(n.Cond) {
				return true
			}
		case *ast.CaseClause:
			if n.Pos() > w.Call.End() && slices.ContainsFunc(n.List, t.any) {
				return true
			}
		}
	}
	for c := range w.Fn.Preorder((*ast.IfStmt)(nil)) {
		n := c.Node().(*ast.IfStmt)
		between := n.Body.Pos() > w.Call.End() && n.End() < e.Call.Pos()
		if body := n.Body.List; between && len(body) > 0 && jumps(body[len(body)-1]) && t.any(n.Cond) {
			return true
		}
	}
	return false
}

// handled returns what notices a key without expiry, or deletes a claim at the return of the function; a
// transaction that is spelled out counts, too.
func handled(p *check.Pass, w *rediscmd.Command, list []*rediscmd.Command) ast.Node {
	for _, c := range list {
		if !c.SameKey(p, w) {
			continue
		}
		_, deferred := c.Cur.Parent().Node().(*ast.DeferStmt)
		if c.Effect == catalog.RedisDeletes && deferred || c.Effect == catalog.RedisTTL && decides(p, c, list) {
			return c.Call
		}
	}
	for c := range w.Fn.Preorder((*ast.BasicLit)(nil)) {
		if lit := c.Node().(*ast.BasicLit); lit.Value == `"MULTI"` || lit.Value == `"multi"` {
			return lit
		}
	}
	return nil
}

// decides reports whether the expiry is set where the time to live is none.
func decides(p *check.Pass, ttl *rediscmd.Command, list []*rediscmd.Command) bool {
	v := given(p, ttl)
	return slices.ContainsFunc(list, func(e *rediscmd.Command) bool {
		if e.Effect != catalog.RedisExpires || !e.SameKey(p, ttl) {
			return false
		}
		for c := range e.Cur.Enclosing((*ast.IfStmt)(nil)) {
			cond := c.Node().(*ast.IfStmt).Cond
			if v != nil && mentions(p, cond, v) || cond.Pos() <= ttl.Call.Pos() && ttl.Call.End() <= cond.End() {
				return true
			}
		}
		return false
	})
}

func mentions(p *check.Pass, n ast.Node, v *types.Var) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && p.TypesInfo.Uses[id] == v
		return !found
	})
	return found
}

// dated returns what puts a time into the key, nil if nothing is known to.
func dated(p *check.Pass, w *rediscmd.Command) ast.Node {
	seen := make(map[*types.Var]bool)
	var look func(n ast.Node) ast.Node
	look = func(n ast.Node) (found ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if callmatch.IsType(p.TypesInfo.TypeOf(n.X), "time.Time") && found == nil {
					found = n
				}
			case *ast.Ident:
				v, ok := p.TypesInfo.Uses[n].(*types.Var)
				if !ok || v.IsField() || seen[v] || found != nil {
					break
				}
				seen[v] = true
				if def := localvar.Definition(p.TypesInfo, w.Fn.Node(), v); def != nil {
					found = look(def)
				}
			}
			return found == nil
		})
		return found
	}
	return look(w.Key)
}
