package doubleclose

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// An elementClose closes an element of a container in a field, or a field of one.
type elementClose struct {
	call      *ast.CallExpr
	container *types.Var
	path      string // from the element to the channel: "", ".Send"
	fn        *ast.FuncDecl
	region    ast.Node // the clause or function that the close is part of
	stays     bool     // the region leaves the element in the container
	looped    bool     // the region is a clause of a loop
}

// reportLeftElements reports a close that leaves the closed element in its container, where another
// close finds it:
//
//	case user := <-h.kick:
//		for c := range h.clients {
//			close(c.send)
//		}
//	case c := <-h.unregister:
//		if h.clients[c] {
//			delete(h.clients, c)
//			close(c.send)
//		}
//
// Silent where the second function asks for a flag that the first one sets.
func reportLeftElements(p *check.Pass) {
	list := elementCloses(p)
	for _, first := range list {
		for _, second := range list {
			if !first.stays || !first.meets(p, second) {
				continue
			}
			p.Report(check.Finding{
				At: first.call,
				Message: fmt.Sprintf("the second close panics: the closed element stays in %s, and %s closes it again (%s)",
					first.container.Name(), second.fn.Name.Name, p.Where(second.call.Pos(), first.call.Pos())),
				Trace: []check.Hop{{Pos: second.call.Pos(), Message: "closed here, later"}},
			})
			break
		}
	}
}

// meets reports whether the second close may find what the first has closed.
func (c elementClose) meets(p *check.Pass, second elementClose) bool {
	if c.call == second.call || c.container != second.container || c.path != second.path {
		return false
	}
	if c.fn == second.fn {
		return c.region != second.region && c.looped && second.looped && !leaves(c.region)
	}
	return !asksWhatSets(p, second.fn, c.fn)
}

// elementCloses returns the closes of elements in the package.
func elementCloses(p *check.Pass) []elementClose {
	var list []elementClose
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !callmatch.IsBuiltin(p.TypesInfo, call, "close") || p.Quiet(call.Pos()) {
			continue
		}
		element, path := call.Args[0], ""
		container := elementOf(p, cur, element)
		if sel, ok := ast.Unparen(element).(*ast.SelectorExpr); ok && container == nil {
			element, path = sel.X, "."+sel.Sel.Name
			container = elementOf(p, cur, element)
		}
		if container == nil {
			continue
		}
		if c := (elementClose{call: call, container: container, path: path}); c.place(p, cur) && !asksElement(p, c.fn, element) {
			list = append(list, c)
		}
	}
	return list
}

// asksElement reports whether a condition of the function reads a flag of the element, or calls a method
// of it: it may say that the element is closed.
func asksElement(p *check.Pass, fn *ast.FuncDecl, element ast.Expr) bool {
	id, ok := ast.Unparen(element).(*ast.Ident)
	if !ok {
		return false
	}
	asks := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		stmt, ok := n.(*ast.IfStmt)
		if !ok || asks {
			return !asks
		}
		ast.Inspect(stmt.Cond, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, isID := ast.Unparen(sel.X).(*ast.Ident)
			asks = asks || isID && p.TypesInfo.ObjectOf(of) == p.TypesInfo.ObjectOf(id) && flag(p.TypesInfo.TypeOf(sel))
			return !asks
		})
		return !asks
	})
	return asks
}

// flag reports whether a field or method of this type may say whether something is closed.
func flag(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Signature, *types.Struct: // a method, an atomic.Bool
		return true
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	}
	return false
}

// place finds the region of a close.
func (c *elementClose) place(p *check.Pass, cur inspector.Cursor) bool {
	for around := range cur.Enclosing((*ast.CommClause)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := around.Node().(type) {
		case *ast.CommClause:
			if c.region == nil {
				c.region = n
			}
		case *ast.ForStmt:
			c.looped = c.looped || c.region != nil
		case *ast.FuncDecl:
			c.fn = n
			if c.region == nil {
				c.region = n
			}
			c.stays = !takesOut(p, c.region, c.container)
			return n.Body != nil
		case *ast.FuncLit:
			return false // when it runs is not known
		}
	}
	return false
}

// leaves reports whether a clause ends with a return, or leaves its loop by a label.
func leaves(region ast.Node) bool {
	clause, ok := region.(*ast.CommClause)
	if !ok || len(clause.Body) == 0 {
		return false
	}
	switch last := clause.Body[len(clause.Body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK && last.Label != nil || last.Tok == token.GOTO
	}
	return false
}

// asksWhatSets reports whether a condition of one function reads a field that another one writes: a
// flag that says that all is closed.
func asksWhatSets(p *check.Pass, asking, setting *ast.FuncDecl) bool {
	set := make(map[*types.Var]bool)
	ast.Inspect(setting.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				set[callmatch.Field(p.TypesInfo, lhs)] = true
			}
		case *ast.CallExpr:
			if sel := syntax.Selector(n.Fun); sel != nil && (sel.Sel.Name == "Store" || sel.Sel.Name == "CompareAndSwap" || sel.Sel.Name == "Swap") {
				set[callmatch.Field(p.TypesInfo, sel.X)] = true
			}
		}
		return true
	})
	delete(set, nil)
	asks := false
	ast.Inspect(asking.Body, func(n ast.Node) bool {
		stmt, ok := n.(*ast.IfStmt)
		if !ok || asks {
			return !asks
		}
		ast.Inspect(stmt.Cond, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			asks = asks || ok && set[callmatch.Field(p.TypesInfo, sel)]
			return !asks
		})
		return !asks
	})
	return asks
}
