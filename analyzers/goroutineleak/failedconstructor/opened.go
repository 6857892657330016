package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
)

// A kind is what has been opened: it decides what ends it, and what a message calls it.
type kind int

const (
	open kind = iota
	goroutine
	child
	subscription
)

// An opened is what a statement of a constructor has opened or started.
type opened struct {
	stmt    ast.Stmt
	kind    kind
	name    string              // what is to be closed: conn, s.ln
	v       *types.Var          // the local variable that name begins with, nil for a field of the receiver
	owner   *types.Var          // the receiver, if it keeps what is opened
	typ     types.Type          // of what is to be closed
	ends    string              // the method without parameters that ends it, "" if there is none
	err     *types.Var          // the error of opening it
	holders map[*types.Var]bool // v, and the local variables that hold it
}

// opens returns what stmt opens, nil if it opens nothing that is known to need an end.
func (c *constructor) opens(n ast.Node) *opened {
	switch n := n.(type) {
	case *ast.GoStmt:
		return c.starts(n)
	case *ast.ExprStmt:
		return c.startedBy(n)
	case *ast.AssignStmt, *ast.DeclStmt:
		return c.assigns(n.(ast.Stmt))
	}
	return nil
}

// assigns returns what the call on the right side of an assignment opens.
func (c *constructor) assigns(stmt ast.Stmt) *opened {
	lhs, rhs := assigned(stmt)
	if len(rhs) != 1 || len(lhs) == 0 {
		return nil
	}
	call, ok := ast.Unparen(rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	o := &opened{stmt: stmt, name: c.p.Source(lhs[0]), typ: c.p.TypesInfo.TypeOf(lhs[0])}
	name := callmatch.CalleeName(c.p.TypesInfo, call)
	switch fact := c.mustStop(call); {
	case catalog.HeldOpen[name]:
	case catalog.Subscribes[name]:
		o.kind = subscription
	case name == "(*os/exec.Cmd).Start":
		return c.startsChild(stmt, call, lhs[0])
	case fact != nil && fact.Value == 0:
		o.kind = goroutine
	default:
		return c.fills(stmt, call, lhs[0])
	}
	if last := lhs[len(lhs)-1]; len(lhs) > 1 && callmatch.IsError(c.p.TypesInfo.TypeOf(last)) {
		o.err = localOf(c.p.TypesInfo, last)
	}
	return c.rooted(o, lhs[0])
}

// isRoot reports whether expr is a context that nothing ends.
func isRoot(info *types.Info, expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	return ok && slices.Contains([]string{"context.Background", "context.TODO"}, callmatch.CalleeName(info, call))
}

// rooted determines which variable o begins with: one of the function's own, or the receiver.
func (c *constructor) rooted(o *opened, expr ast.Expr) *opened {
	v := c.root(expr)
	switch {
	case v == nil || isBlank(expr):
		return nil
	case v == c.recv:
		o.owner = v
	case c.own(v):
		o.v = v
	default: // what a literal captures, others have
		return nil
	}
	o.ends = c.ender(o.typ)
	return o
}

func (c *constructor) startsChild(stmt ast.Stmt, call *ast.CallExpr, errTo ast.Expr) *opened {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	o := &opened{stmt: stmt, kind: child, name: c.p.Source(sel.X), typ: c.p.TypesInfo.TypeOf(sel.X), err: localOf(c.p.TypesInfo, errTo)}
	return c.rooted(o, sel.X)
}

// mustStop returns the fact about the function that call calls, nil if it starts nothing.
func (c *constructor) mustStop(call *ast.CallExpr) *muststop.Fact {
	fn := callmatch.Callee(c.p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	fact := muststop.Of(c.p.Pass).Fact(fn)
	if fact == nil || fact.Cleanup {
		return nil
	}
	return fact
}

// starts returns the goroutine of a value that a method of the value ends:
//
//	go w.run()
//	go func() { …; case <-w.quit: … }()
func (c *constructor) starts(start *ast.GoStmt) *opened {
	call := soleCall(start.Call)
	lit, isLit := ast.Unparen(call.Fun).(*ast.FuncLit)
	if isLit {
		if v := c.worksFor(lit); v != nil && len(call.Args) == 0 {
			return c.goroutineOf(start, v)
		}
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || c.p.TypesInfo.Selections[sel] == nil || !c.ownContexts(call) {
		return nil
	}
	v := c.root(sel.X)
	if v == nil || v == c.recv && !c.endedByOwner(call, v) {
		return nil
	}
	if localOf(c.p.TypesInfo, sel.X) == nil {
		return nil
	}
	return c.goroutineOf(start, v)
}

// startedBy returns the goroutine that a method of a value starts, and that another method
// of it ends.
//
//	w.start()
func (c *constructor) startedBy(stmt *ast.ExprStmt) *opened {
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fact := c.mustStop(call); !ok || fact == nil || fact.Value != muststop.Receiver {
		return nil
	}
	if v := localOf(c.p.TypesInfo, sel.X); v != nil {
		return c.goroutineOf(stmt, v)
	}
	return nil
}

func (c *constructor) goroutineOf(stmt ast.Stmt, v *types.Var) *opened {
	o := &opened{stmt: stmt, kind: goroutine, name: v.Name(), typ: v.Type(), ends: c.ender(v.Type())}
	switch {
	case !c.hasEnder(v.Type()):
		return nil
	case v == c.recv:
		o.owner = v
	case syntax.Within(c.body, v.Pos()):
		o.v = v
	default:
		return nil
	}
	return o
}

// assigned returns both sides of an assignment, or of a declaration of variables with values.
func assigned(stmt ast.Node) (lhs, rhs []ast.Expr) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		return s.Lhs, s.Rhs
	case *ast.DeclStmt:
		return assigned(s.Decl)
	case *ast.GenDecl:
		if len(s.Specs) == 1 {
			return assigned(s.Specs[0])
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			lhs = append(lhs, name)
		}
		return lhs, s.Values
	}
	return nil, nil
}

// soleCall returns the call that a literal which is called consists of, or else call itself.
func soleCall(call *ast.CallExpr) *ast.CallExpr {
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if !ok || len(lit.Body.List) != 1 {
		return call
	}
	if stmt, ok := lit.Body.List[0].(*ast.ExprStmt); ok {
		if inner, ok := ast.Unparen(stmt.X).(*ast.CallExpr); ok {
			return inner
		}
	}
	return call
}

// localOf returns the local variable that expr names.
func localOf(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || v.IsField() {
		return nil
	}
	return v
}
