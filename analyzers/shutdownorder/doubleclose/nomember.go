package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// reportNoMembers reports a close of what is deleted from a container, where nothing asks whether it still is an
// element: another function that takes elements out has closed it then.
//
//	case c := <-h.unregister:
//		delete(h.clients, c)
//		close(c.send)
//	…
//	for c := range h.clients {
//		select {
//		case c.send <- m:
//		default:
//			delete(h.clients, c)
//			close(c.send)
//
// Silent where a condition looks the element up, or asks for a flag of it.
func reportNoMembers(p *check.Pass) {
	elements := elementCloses(p)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if !callmatch.IsBuiltin(p.TypesInfo, call, "close") || p.Quiet(call.Pos()) {
			continue
		}
		c, removal, ok := closesRemoved(p, cur, call)
		if !ok {
			continue
		}
		for _, other := range elements {
			if other.container != c.container || other.path != c.path || other.region == c.region || other.stays || asksWhatSets(p, c.fn, other.fn) {
				continue // where the other one leaves the element in, that is reported
			}
			p.Report(check.Finding{
				At: call,
				Message: fmt.Sprintf("the second close panics: %s is closed here whether it still is in %s or not, and %s closes what it takes out (%s)",
					p.Source(call.Args[0]), c.container.Name(), other.fn.Name.Name, p.Where(other.call.Pos(), call.Pos())),
				Trace: []check.Hop{{Pos: other.call.Pos(), Message: "closed here, before"}, {Pos: removal.Pos(), Message: "taken out without a test"}},
				Fix:   fixMember(p, removal, call),
			})
			break
		}
	}
}

// closesRemoved returns a close of a field of a variable that the same statements delete from a container as its
// key, and the delete.
func closesRemoved(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) (elementClose, *ast.CallExpr, bool) {
	sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
	if !ok {
		return elementClose{}, nil, false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || elementOf(p, cur, id) != nil {
		return elementClose{}, nil, false
	}
	c := elementClose{call: call, path: "." + sel.Sel.Name}
	removal := removalOf(p, cur, p.TypesInfo.ObjectOf(id))
	if removal == nil {
		return c, nil, false
	}
	if c.container = containerField(p, removal.Args[0]); c.container == nil || !c.place(p, cur) || asksElement(p, c.fn, id) || looksUp(p, c, p.TypesInfo.ObjectOf(id)) {
		return c, nil, false
	}
	return c, removal, true
}

// removalOf returns the delete of a variable as a key in the list of statements that a call is in.
func removalOf(p *check.Pass, cur inspector.Cursor, v types.Object) (removal *ast.CallExpr) {
	list := cur.Parent() // the statement
	for c := range list.Parent().Children() {
		stmt, ok := c.Node().(*ast.ExprStmt)
		if !ok {
			continue
		}
		del, ok := stmt.X.(*ast.CallExpr)
		if !ok || !callmatch.IsBuiltin(p.TypesInfo, del, "delete") {
			continue
		}
		if id, ok := ast.Unparen(del.Args[1]).(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == v {
			removal = del
		}
	}
	return removal
}

// looksUp reports whether the function looks a variable up in the container.
func looksUp(p *check.Pass, c elementClose, v types.Object) bool {
	found := false
	ast.Inspect(c.fn.Body, func(n ast.Node) bool {
		index, ok := n.(*ast.IndexExpr)
		if !ok {
			return !found
		}
		id, isID := ast.Unparen(index.Index).(*ast.Ident)
		found = found || isID && p.TypesInfo.ObjectOf(id) == v && containerField(p, index.X) == c.container && !stores(c.fn, index)
		return !found
	})
	return found
}

// stores reports whether an index expression is assigned to.
func stores(fn *ast.FuncDecl, index *ast.IndexExpr) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		found = found || ok && len(assign.Lhs) == 1 && assign.Lhs[0] == ast.Expr(index)
		return !found
	})
	return found
}

// fixMember puts the delete and the close, if they follow each other, into a test of the element.
func fixMember(p *check.Pass, removal, call *ast.CallExpr) *edit.Fix {
	if p.Line(removal.Pos())+1 != p.Line(call.Pos()) {
		return nil
	}
	e := p.Edit(call.Pos())
	indent := strings.Repeat("\t", p.Fset.Position(removal.Pos()).Column-1)
	e.Replace(removal.Pos(), removal.End(), "if _, ok := "+p.Source(removal.Args[0])+"["+p.Source(removal.Args[1])+"]; ok {\n\t"+indent+p.Source(removal))
	e.Replace(call.Pos(), call.End(), "\t"+p.Source(call)+"\n"+indent+"}")
	return e.Fix("Close it only while it is an element", "")
}
