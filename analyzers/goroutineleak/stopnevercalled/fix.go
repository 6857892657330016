package stopnevercalled

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
)

// A kept value is in a field of a type of this package that has a Stop, Close or Shutdown of its own:
//
//	func (s *Server) Close() {
//		s.db.Close()
//		s.sessions.Stop() // new
//	}
type kept struct {
	p     *check.Pass
	call  *ast.CallExpr
	field *types.Var
	stop  *ast.FuncDecl  // of the owner
	body  *ast.BlockStmt // of it, or of the literal that a sync.Once runs there
	recv  string
	set   bool // wherever the owner is made, the field is set
}

// endInOwner stops a value where its owner stops what else it has, nil if it has no owner that ends.
func endInOwner(p *check.Pass, call inspector.Cursor, holder ast.Expr, fact *muststop.Fact) *edit.Fix {
	k := keptIn(p, call, holder)
	if k == nil || fact.Cleanup {
		return nil
	}
	method := callable(p, k.field.Type(), fact.Methods)
	if method == nil || method.Signature().Params().Len() > 0 || method.Signature().Results().Len() > 1 {
		return nil
	}
	run := k.recv + "." + k.field.Name() + "." + method.Name()
	e := p.Edit(k.stop.Pos())
	if !k.write(e, run+"()", method.Signature().Results().Len() > 0) {
		return nil
	}
	changes := ""
	if again := astindex.Of(p.Pass).Decls[method.Origin()]; again != nil && closesBare(p, again) && !closesBare(p, k.stop) {
		changes = "a second " + k.stop.Name.Name + " calls " + run + " again"
	}
	return e.Fix("Call "+run+" in "+k.stop.Name.Name, changes)
}

// keptIn returns what keeps the value that a call makes.
func keptIn(p *check.Pass, call inspector.Cursor, holder ast.Expr) *kept {
	switch holder := holder.(type) {
	case nil:
		return keptAt(p, call, call)
	case *ast.SelectorExpr:
		cur, ok := ssainstr.CursorAt(p, holder.Sel.Pos())
		if !ok {
			return nil
		}
		return keptBy(p, call, holder, cur)
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(holder).(*types.Var)
		if v == nil {
			return nil
		}
		for _, id := range astindex.Of(p.Pass).Uses[v] {
			cur, ok := ssainstr.CursorAt(p, id.Pos())
			if !ok {
				continue
			}
			if k := keptAt(p, call, cur); k != nil {
				return k
			}
		}
	}
	return nil
}

// keptAt returns what keeps the value of the expression at cur: the literal that it is part of, or the
// field that it is assigned to.
func keptAt(p *check.Pass, call, cur inspector.Cursor) *kept {
	switch parent := cur.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
		key, named := parent.Key.(*ast.Ident)
		if !ok || !named || parent.Value != cur.Node() {
			return nil
		}
		field, _ := p.TypesInfo.Uses[key].(*types.Var)
		return keptField(p, call, p.TypesInfo.TypeOf(lit), field, cur)
	case *ast.AssignStmt:
		i := slices.Index(parent.Rhs, cur.Node().(ast.Expr))
		if i < 0 || len(parent.Lhs) != len(parent.Rhs) {
			return nil
		}
		if sel, ok := parent.Lhs[i].(*ast.SelectorExpr); ok {
			return keptBy(p, call, sel, cur)
		}
	}
	return nil
}

// keptBy returns what keeps the value that is assigned to a field.
func keptBy(p *check.Pass, call inspector.Cursor, sel *ast.SelectorExpr, cur inspector.Cursor) *kept {
	choice := p.TypesInfo.Selections[sel]
	if choice == nil || len(choice.Index()) != 1 {
		return nil
	}
	field, _ := choice.Obj().(*types.Var)
	return keptField(p, call, choice.Recv(), field, cur)
}

func keptField(p *check.Pass, call inspector.Cursor, t types.Type, field *types.Var, cur inspector.Cursor) *kept {
	owner := callmatch.Named(t)
	if owner == nil || field == nil || !field.IsField() || owner.Obj().Pkg() != p.Pkg {
		return nil
	}
	decl, recv := stopfix.StopMethod(p, owner, token.NoPos)
	if decl == nil || syntax.Within(decl, call.Node().Pos()) {
		return nil
	}
	return &kept{p: p, call: call.Node().(*ast.CallExpr), field: field, stop: decl, recv: recv, set: alwaysSet(p, owner, cur)}
}

// alwaysSet reports whether a value of type t has its field set once it is made: it is made in one
// place, around cur or above it in the same list of statements.
func alwaysSet(p *check.Pass, t *types.Named, cur inspector.Cursor) bool {
	fn, _ := syntax.Enclosing(p, cur)
	made := 0
	for c := range cur.Inspector().Root().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.ValueSpec)(nil)) {
		expr, isExpr := c.Node().(ast.Expr)
		if spec, ok := c.Node().(*ast.ValueSpec); ok {
			expr = spec.Type
		} else if call, ok := expr.(*ast.CallExpr); ok && !isNew(p, call) {
			continue
		}
		if expr == nil || callmatch.Named(p.TypesInfo.TypeOf(expr)) == nil || callmatch.Named(p.TypesInfo.TypeOf(expr)).Origin() != t.Origin() {
			continue
		}
		if made++; made > 1 || !isExpr || fn == nil || !syntax.Within(fn, expr.Pos()) {
			return false
		}
	}
	return made == 1 && !guarded(cur, fn)
}

func isNew(p *check.Pass, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == "new" && p.TypesInfo.Types[id].IsBuiltin()
}

// guarded reports whether something in fn decides whether the code at cur is run.
func guarded(cur inspector.Cursor, fn ast.Node) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		return syntax.Within(fn, c.Node().Pos())
	}
	return false
}

// closesBare reports whether a method closes a channel each time that it is called.
func closesBare(p *check.Pass, decl *ast.FuncDecl) bool {
	bare := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.IfStmt, *ast.SelectStmt, *ast.SwitchStmt:
			return false
		case *ast.CallExpr:
			bare = bare || callmatch.IsBuiltin(p.TypesInfo, n, "close")
		}
		return true
	})
	return bare
}
