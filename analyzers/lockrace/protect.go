package lockrace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A mutex is a lock as the fix writes it.
type mutex struct {
	text string     // "s.mu"
	typ  types.Type // of the expression
	read bool       // for reading is enough
}

// locker returns the expression of a sync.Locker for the lock.
func (m mutex) locker() string {
	text := m.text
	if _, ok := types.Unalias(m.typ).Underlying().(*types.Pointer); !ok {
		text = "&" + text
	}
	if m.read {
		return m.text + ".RLocker()"
	}
	return text
}

// protect puts the lock around the statement at pos. It returns nil where that
// needs more than the statement: something in it may take the lock itself, or the
// rest of the function needs a value that must be read under the lock.
func protect(p *check.Pass, pos token.Pos, m mutex) *edit.Fix {
	stmt, _ := statement(p, pos)
	if stmt == nil || calls(p, stmt) {
		return nil
	}
	e := p.Edit(pos)
	lock, unlock := m.text+"."+lockName(m.read)+"()", m.text+"."+unlockName(m.read)+"()"
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		e.Before(stmt, lock, "defer "+unlock)
		return e.Fix("Take "+m.text+" for the return", "")
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE || p.Stdlib() || m.read {
			break
		}
		return withLock(p, e, stmt, m)
	case *ast.IncDecStmt, *ast.ExprStmt:
		if p.Stdlib() || m.read {
			break
		}
		return withLock(p, e, stmt, m)
	case *ast.IfStmt:
		return hoist(p, e, stmt, pos, m)
	default:
		return nil
	}
	e.Before(stmt, lock)
	e.After(stmt, unlock)
	return e.Fix("Take "+m.text+" for the statement", "")
}

// coveredBy reports whether protecting the statement at pos protects what is at
// other as well; of an if only one expression is moved.
func coveredBy(p *check.Pass, pos, other token.Pos) bool {
	here, _ := statement(p, pos)
	there, _ := statement(p, other)
	_, branch := here.(*ast.IfStmt)
	return here == there && !branch
}

// withLock wraps one statement in lifecycle.WithLock.
func withLock(p *check.Pass, e *edit.Builder, stmt ast.Stmt, m mutex) *edit.Fix {
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	call := fmt.Sprintf("%s.WithLock(%s, func()", lc, m.locker())
	e.Insert(stmt.Pos(), call+" { ")
	e.Insert(stmt.End(), " })")
	return e.Fix("Write in "+call+" { … })", "")
}

// hoist reads the field under the lock before an if that tests it.
func hoist(p *check.Pass, e *edit.Builder, stmt *ast.IfStmt, pos token.Pos, m mutex) *edit.Fix {
	sel := nameAt(p, pos)
	if sel == nil {
		return nil
	}
	base := lastName(sel)
	if call := lenOf(p, sel); call != nil {
		sel, base = call, "size"
	}
	if stmt.Init != nil || sel.Pos() < stmt.Cond.Pos() || sel.End() > stmt.Cond.End() || late(stmt.Cond, sel) {
		return nil
	}
	if _, ok := p.TypesInfo.TypeOf(sel).Underlying().(*types.Basic); !ok {
		return nil
	}
	name := freeName(p, pos, base)
	if name == "" {
		return nil
	}
	e.Before(stmt, m.text+"."+lockName(m.read)+"()", name+" := "+p.Source(sel), m.text+"."+unlockName(m.read)+"()")
	e.Replace(sel.Pos(), sel.End(), name)
	return e.Fix("Read "+p.Source(sel)+" under "+m.text+" first", "")
}

// lenOf returns the call of len that has expr as its argument, or nil.
func lenOf(p *check.Pass, expr ast.Expr) ast.Expr {
	call, _ := find[*ast.CallExpr](p, expr.Pos())
	if call == nil || len(call.Args) != 1 || call.Args[0] != expr {
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); !ok || p.TypesInfo.Uses[id] != types.Universe.Lookup("len") {
		return nil
	}
	return call
}

// late reports whether sel is evaluated only if something before it in cond says
// so.
func late(cond ast.Expr, sel ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.LAND || b.Op == token.LOR) && b.Y.Pos() <= sel.Pos() && sel.End() <= b.Y.End() {
			found = true
		}
		return !found
	})
	return found
}

// freeName returns name, or a variation, that nothing in the function is called.
func freeName(p *check.Pass, pos token.Pos, name string) string {
	fn, _ := find[*ast.FuncDecl](p, pos)
	if fn == nil {
		return ""
	}
	name = strings.ToLower(name[:1]) + name[1:]
	for _, candidate := range []string{name, "is" + strings.ToUpper(name[:1]) + name[1:], name + "Now"} {
		free := p.Pkg.Scope().Lookup(candidate) == nil && types.Universe.Lookup(candidate) == nil && !token.IsKeyword(candidate)
		ast.Inspect(fn, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == candidate && !isField(p, id) {
				free = false
			}
			return free
		})
		if free {
			return candidate
		}
	}
	return ""
}

func isField(p *check.Pass, id *ast.Ident) bool {
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && v.IsField()
}

// calls reports whether stmt calls a function of this package, which may take
// the lock, or one that is not known.
func calls(p *check.Pass, stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if _, ok := n.(*ast.BlockStmt); ok {
			return false // of an if, which stays where it is
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		tv := p.TypesInfo.Types[call.Fun]
		fn := callmatch.Callee(p.TypesInfo, call)
		found = found || !tv.IsType() && !tv.IsBuiltin() && (fn == nil || fn.Pkg() == p.Pkg)
		return !found
	})
	return found
}

// nameAt returns what an access at pos is about: a field by its selector, or a
// variable.
func nameAt(p *check.Pass, pos token.Pos) ast.Expr {
	if sel := selectorAt(p, pos); sel != nil {
		return sel
	}
	for _, n := range pathTo(p, pos) {
		if id, ok := n.(*ast.Ident); ok && id.Pos() == pos {
			if _, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
				return id
			}
		}
	}
	return nil
}

// lastName returns the name of the field or variable.
func lastName(expr ast.Expr) string {
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return expr.(*ast.Ident).Name
}

// selectorAt returns the selector whose field name stands at pos.
func selectorAt(p *check.Pass, pos token.Pos) *ast.SelectorExpr {
	for _, n := range pathTo(p, pos) {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Pos() == pos {
			return sel
		}
	}
	return nil
}
