package stopoverwritten

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fix reads the signal once, before the goroutine is started, where that runs a literal:
//
//	ctx := s.ctx
//	go func() { … <-ctx.Done() … }()
//
// A method that nothing else calls gets it as a parameter. Not where the signal is made after the start: what is
// read before it is that of an earlier goroutine, or none.
func (r *reread) fix(p *check.Pass, sel *ast.SelectorExpr) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, r.start.Instr.Pos())
	root := syntax.RootVar(p.TypesInfo, sel)
	if !ok || root == nil || r.setLater(p) {
		return nil
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
		if !ok {
			return r.pass(p, stmt, sel)
		}
		if syntax.Within(lit, root.Pos()) || !syntax.Within(lit, sel.Pos()) {
			return nil
		}
		e := p.Edit(stmt.Pos())
		name := make(edit.NewNames).Fresh(p.Pass, c, r.base())
		e.Before(stmt, name+" := "+p.Source(sel))
		use(p, e, lit, sel, name)
		return e.Fix("Read "+p.Source(sel)+" once, before the goroutine starts", "")
	}
	return nil
}

// setLater reports whether the field may get its signal after the goroutine has started: in the function that starts
// it, or in one that calls that.
func (r *reread) setLater(p *check.Pass) bool {
	starts := r.start.Instr.Parent()
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok || ssainstr.Cleared(store) != nil {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); !ok || ssaflow.Field(addr).Origin() != r.field {
				continue
			}
			if fn == starts && precedes(r.start.Instr, store) || slices.ContainsFunc(ssainstr.Calls(fn), func(call ssa.CallInstruction) bool {
				return call.Common().StaticCallee() == starts && precedes(call, store)
			}) {
				return true
			}
		}
	}
	return false
}

// base is the name of a variable for the signal.
func (r *reread) base() string {
	if ssaflow.IsContext(r.field.Type()) {
		return "runCtx"
	}
	return "stopped"
}

// use writes the name of a variable for each read of the field.
func use(p *check.Pass, e *edit.Builder, body ast.Node, sel *ast.SelectorExpr, name string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if other, ok := n.(*ast.SelectorExpr); ok && p.Source(other) == p.Source(sel) {
			e.Replace(other.Pos(), other.End(), name)
		}
		return true
	})
}

// pass gives the signal to the method that is started, as its last parameter:
//
//	go s.loop(s.stop)
func (r *reread) pass(p *check.Pass, stmt *ast.GoStmt, sel *ast.SelectorExpr) *edit.Fix {
	fun, ok := ast.Unparen(stmt.Call.Fun).(*ast.SelectorExpr)
	decl, isDecl := r.start.Bodies[0].Syntax().(*ast.FuncDecl)
	if !ok || !isDecl || !sole(p, fun.Sel) || astindex.IgnoredFilesMention(p.Pass, map[string]bool{fun.Sel.Name: true}) || !syntax.Within(decl, sel.Pos()) || p.Fset.File(decl.Pos()) != p.Fset.File(stmt.Pos()) ||
		decl.Type.Params.NumFields() != len(stmt.Call.Args) || stmt.Call.Ellipsis.IsValid() {
		return nil
	}
	recv, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || decl.Recv == nil || !syntax.Within(decl.Recv, p.TypesInfo.ObjectOf(recv).Pos()) {
		return nil
	}
	line := syntax.FieldLine(p, r.field, decl.Pos())
	cur, ok := ssainstr.CursorAt(p, decl.Body.Lbrace)
	if line == nil || !ok {
		return nil
	}
	e := p.Edit(stmt.Pos())
	name := make(edit.NewNames).Fresh(p.Pass, cur, r.base())
	sep := ", "
	if len(stmt.Call.Args) == 0 {
		sep = ""
	}
	e.Insert(stmt.Call.Rparen, sep+p.Source(fun.X)+"."+sel.Sel.Name)
	e.Insert(decl.Type.Params.Closing, sep+name+" "+p.Source(line.Type))
	use(p, e, decl.Body, sel, name)
	return e.Fix("Pass "+p.Source(sel)+" to "+decl.Name.Name+" when the goroutine starts", "")
}

// sole reports whether the method is used nowhere else in its package, by what its name says, and is not seen outside.
func sole(p *check.Pass, id *ast.Ident) bool {
	method, ok := p.TypesInfo.Uses[id].(*types.Func)
	if !ok || method.Exported() {
		return false
	}
	for other, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && other != id && fn.Name() == method.Name() {
			return false
		}
	}
	return true
}
