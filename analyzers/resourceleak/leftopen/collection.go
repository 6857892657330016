package leftopen

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A collection is a map or slice of a function to whose elements a loop adds what it opens.
type collection struct {
	p        *check.Pass
	cur      inspector.Cursor
	stmt     ast.Stmt // that adds one, or the loop that closes each
	loop     ast.Node
	held     *types.Var
	fn       ast.Node
	graph    *cfg.CFG
	known    bool      // what is opened is known to hold something
	called   bool      // a call returns it
	result   bool      // the function returns it
	released bool      // another path closes the elements, or passes them on
	away     token.Pos // where the function does either for all paths
	end      string    // the method that closes an element
	cost     string
}

// collection returns the collection to which an assignment in a loop adds what the loop opens, nil if it does
// not.
func (f *finder) collection(cur inspector.Cursor) *collection {
	stmt := cur.Node().(*ast.AssignStmt)
	held, value := added(f.p.TypesInfo, stmt)
	fn, ok := astindex.FuncAround(cur)
	if held == nil || !ok {
		return nil
	}
	var loop ast.Node
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		loop = c.Node()
		break
	}
	end := closerOf(held.Type())
	if astindex.LoopBody(loop) == nil || end == "" || held.Pos() < fn.Node().Pos() || loop.Pos() < held.Pos() || held.Kind() == types.ParamVar {
		return nil
	}
	_, called := ast.Unparen(value).(*ast.Ident)
	known, ok := f.opensIn(loop, stmt, value)
	if !ok {
		return nil
	}
	c := &collection{
		p: f.p, cur: cur, stmt: stmt, loop: loop, held: held, fn: fn.Node(), graph: graphOf(f.p, fn.Node()), known: known, called: called,
		result: held.Kind() == types.ResultVar, released: held.Kind() == types.ResultVar, end: end, cost: cost(elementOf(held.Type())),
	}
	c.look()
	return c
}

// added returns the variable to whose elements an assignment adds a value: m[k] = v, s = append(s, v).
func added(info *types.Info, stmt *ast.AssignStmt) (*types.Var, ast.Expr) {
	if len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 {
		return nil, nil
	}
	local := func(expr ast.Expr) *types.Var {
		id, ok := ast.Unparen(expr).(*ast.Ident)
		if !ok {
			return nil
		}
		v, _ := info.ObjectOf(id).(*types.Var)
		return v
	}
	if index, ok := stmt.Lhs[0].(*ast.IndexExpr); ok {
		return local(index.X), stmt.Rhs[0]
	}
	call, ok := ast.Unparen(stmt.Rhs[0]).(*ast.CallExpr)
	if !ok || !callmatch.IsBuiltin(info, call, "append") || len(call.Args) != 2 || call.Ellipsis.IsValid() || !callmatch.SameValue(info, stmt.Lhs[0], call.Args[0]) {
		return nil, nil
	}
	return local(stmt.Lhs[0]), call.Args[1]
}

// elementOf returns the type of the elements of a map or slice, nil for other types.
func elementOf(t types.Type) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Map:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	}
	return nil
}

// closerOf returns the method that closes an element of a map or slice, "" where the elements are no files,
// connections or streams.
func closerOf(t types.Type) string {
	elem := elementOf(t)
	if elem == nil || !catalog.StreamTypes[callmatch.TypeName(elem)] && !catalog.Descriptors[callmatch.TypeName(callmatch.Deref(elem))] {
		return ""
	}
	return site.Closer(elem)
}

// opensIn reports whether a loop opens a value that a statement in it collects, by a call that returns it, or
// one of a method which sets the field that has it, and whether it is known to hold something.
func (f *finder) opensIn(loop ast.Node, stmt ast.Stmt, value ast.Expr) (known, ok bool) {
	info := f.p.TypesInfo
	switch value := ast.Unparen(value).(type) {
	case *ast.Ident:
		v, isVar := info.Uses[value].(*types.Var)
		if !isVar {
			return false, false
		}
		call, isCall := localvar.Definition(info, loop, v).(*ast.CallExpr)
		if !isCall {
			return false, false
		}
		if fn := callmatch.Callee(info, call); fn != nil {
			_, known, ok = f.opens(fn)
		}
	case *ast.SelectorExpr:
		ast.Inspect(loop, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if !isCall || call.Pos() > stmt.Pos() {
				return true
			}
			sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			fn := callmatch.Callee(info, call)
			ok = ok || isSel && fn != nil && fn.Signature().Recv() != nil && callmatch.CanFail(fn.Signature()) && catalog.SetsOpened[catalog.Words(fn.Name())[0]] &&
				callmatch.SameValue(info, sel.X, value.X)
			return true
		})
	}
	return known, ok
}

// look finds what becomes of the collection elsewhere: what is deferred, or uses it before the loop or in a
// literal, may close it on each path.
func (c *collection) look() {
	info := c.p.TypesInfo
	root := c.cur
	for cur := range c.cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		root = cur
		break
	}
	for cur := range root.Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		if info.Uses[id] != types.Object(c.held) {
			continue
		}
		for at := range cur.Enclosing((*ast.DeferStmt)(nil), (*ast.FuncLit)(nil)) {
			if at.Node() != c.fn && c.fn.Pos() < at.Node().Pos() {
				c.away = id.Pos()
			}
			break
		}
		assign, assigned := cur.Parent().Node().(*ast.AssignStmt)
		assigned = assigned && slices.Contains(assign.Lhs, ast.Expr(id))
		_, returned := cur.Parent().Node().(*ast.ReturnStmt)
		c.result = c.result || returned
		switch {
		case id.Pos() < c.loop.Pos() && !assigned:
			c.away = id.Pos()
		case id.Pos() >= c.loop.End():
			c.released = true
		}
	}
}
