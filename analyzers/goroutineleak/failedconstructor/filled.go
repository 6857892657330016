package failedconstructor

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// fills returns the object of the constructor for which a method opens something that the object keeps:
//
//	s := &Server{}
//	if err := s.openLog(); err != nil { // s.log, err = os.Create(…)
//		return nil, err
//	}
//
// Where the method may fail after that, what it has opened is open there as well.
func (c *constructor) fills(stmt ast.Stmt, call *ast.CallExpr, errTo ast.Expr) *opened {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn := callmatch.Callee(c.p.TypesInfo, call)
	if !ok || fn == nil || !callmatch.IsError(c.p.TypesInfo.TypeOf(call)) {
		return nil
	}
	v := localOf(c.p.TypesInfo, sel.X)
	decl := astindex.Of(c.p.Pass).Decls[fn.Origin()]
	if v == nil || !c.own(v) || decl == nil || decl.Body == nil || !c.hasEnder(v.Type()) {
		return nil
	}
	inner := &constructor{p: c.p, fn: decl, body: decl.Body, recv: receiver(c.p, decl)}
	kept := inner.keepsOpened()
	if kept == nil || c.sharedBefore(v, stmt) {
		return nil
	}
	o := &opened{stmt: stmt, name: v.Name(), v: v, typ: v.Type()}
	if field, ok := ast.Unparen(kept.field).(*ast.SelectorExpr); ok {
		o.name += "." + field.Sel.Name
	}
	if !kept.failsLater {
		o.err = localOf(c.p.TypesInfo, errTo)
	}
	return o
}

// sharedBefore reports whether other code may hold an object before a statement, and close it.
func (c *constructor) sharedBefore(v *types.Var, stmt ast.Stmt) (found bool) {
	o := &opened{v: v, holders: map[*types.Var]bool{v: true}}
	inOwn(c.body, func(n ast.Node) {
		if s, ok := n.(ast.Stmt); ok && s.End() <= stmt.Pos() {
			found = found || c.escapes(o, s)
		}
	})
	return found
}

// keptOpen is what a method opens and stores in a field of its receiver.
type keptOpen struct {
	field      ast.Expr
	failsLater bool // the method may return an error after that, and closes nothing
}

// keepsOpened returns what the method opens for a field of its receiver, also as an element of a list there;
// nil if it opens nothing so.
func (c *constructor) keepsOpened() (found *keptOpen) {
	if c.recv == nil {
		return nil
	}
	inOwn(c.body, func(n ast.Node) {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || found != nil || !c.opensFile(assign) {
			return
		}
		o := &opened{stmt: assign, v: localOf(c.p.TypesInfo, assign.Lhs[0])}
		if o.v == nil && c.root(assign.Lhs[0]) == c.recv {
			found = &keptOpen{assign.Lhs[0], c.failsAfter(assign)}
			return
		}
		o.holders = c.holders(o)
		inOwn(c.body, func(n ast.Node) {
			store, ok := n.(*ast.AssignStmt)
			if ok && found == nil && store.Pos() > assign.Pos() && len(store.Lhs) == 1 && c.keeps(o, store) {
				found = &keptOpen{store.Lhs[0], c.failsAfter(store)}
			}
		})
	})
	return found
}

// opensFile reports whether an assignment gets what is held open: from what the catalog knows, or from a
// function of the package that opens such a thing for what it returns.
func (c *constructor) opensFile(assign *ast.AssignStmt) bool {
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	if catalog.HeldOpen[callmatch.CalleeName(c.p.TypesInfo, call)] {
		return true
	}
	fn := callmatch.Callee(c.p.TypesInfo, call)
	if fn == nil || fn.Signature().Recv() != nil || !callmatch.CanFail(fn.Signature()) || fn.Signature().Results().Len() != 2 {
		return false
	}
	decl := astindex.Of(c.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	maker := &constructor{p: c.p, fn: decl, body: decl.Body}
	returns := false
	inOwn(decl.Body, func(n ast.Node) {
		lhs, rhs := assigned(n)
		if len(rhs) != 1 || len(lhs) != 2 || returns {
			return
		}
		call, ok := ast.Unparen(rhs[0]).(*ast.CallExpr)
		if ok && catalog.HeldOpen[callmatch.CalleeName(c.p.TypesInfo, call)] {
			o := &opened{stmt: n.(ast.Stmt), v: localOf(c.p.TypesInfo, lhs[0])}
			o.holders = maker.holders(o)
			returns = maker.returned(o)
		}
	})
	return returns
}

// failsAfter reports whether the method may return an error after a statement, other than that which the
// statement itself gets, or in a later iteration of its loop, and ends nothing anywhere.
func (c *constructor) failsAfter(stmt *ast.AssignStmt) bool {
	from := stmt.End()
	own := localOf(c.p.TypesInfo, stmt.Lhs[len(stmt.Lhs)-1])
	fails, ends := false, false
	inOwn(c.body, func(n ast.Node) {
		if loop := astindex.LoopBody(n); loop != nil && syntax.Within(loop, stmt.Pos()) {
			from = min(from, loop.Pos())
		}
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if n.Pos() > from && len(n.Results) == 1 && c.isError(n, n.Results[0]) {
				v := localOf(c.p.TypesInfo, n.Results[0])
				fails = fails || v == nil || v != own
			}
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			ends = ends || ok && catalog.EndsByName(sel.Sel.Name)
		}
	})
	return fails && !ends
}
