package doublelock

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// fixDoubleLock takes out the inner acquisition, calls the variant of the callee
// that leaves locking to its caller, takes out the outer one where only the callee
// needs it, or releases the lock around the call.
func fixDoubleLock(p *check.Pass, f *lockset.Func, d lockuse.Double, call, held *ast.CallExpr) *edit.Fix {
	if held == nil || d.Held.Callee != nil || d.Back {
		return nil
	}
	if d.Op.Net {
		return fixInner(p, d, call, source.ReceiverText(p, held))
	}
	if variant := lockedVariant(f, d); variant != "" {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			e := p.Edit(call.Pos())
			e.Replace(sel.Sel.Pos(), sel.Sel.End(), variant)
			return e.Fix("Call "+variant+", which expects its caller to hold the lock", "")
		}
	}
	if s := sectionOf(p, f, d, held); s != nil {
		if fix := dropOuter(p, s, d, call); fix != nil {
			return fix
		}
	}
	stmt, path := source.Statement(p, call.Pos())
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.AssignStmt:
	default:
		return nil // nothing can be put after it
	}
	lock := source.ReceiverText(p, held)
	if guards(p, lock, stmt, call) || slices.ContainsFunc(path, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		return ok && guards(p, lock, loop.X, call)
	}) {
		return nil
	}
	e := p.Edit(call.Pos())
	e.Before(stmt, lock+"."+source.UnlockName(d.Held.Read)+"()")
	e.After(stmt, lock+"."+source.LockName(d.Held.Read)+"()")
	return e.Fix("Release "+lock+" around the call", "other goroutines can acquire "+lock+" during "+d.Op.Callee.Name())
}

// guards reports whether a node has something to do with a field beside the lock, besides
// what the call does.
func guards(p *check.Pass, lock string, node ast.Node, call *ast.CallExpr) bool {
	owner := lock[:max(strings.LastIndexByte(lock, '.'), 0)]
	found := false
	ast.Inspect(node, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if ok {
			field, isField := p.TypesInfo.Selections[sel]
			x := p.Source(sel.X)
			found = found || isField && field.Kind() == types.FieldVal && (x == owner || x == lock)
		}
		return !found && n != ast.Node(call)
	})
	return found
}

// fixInner removes the second acquisition together with its release, which must
// stand in the same list of statements; without one it releases the lock before.
func fixInner(p *check.Pass, d lockuse.Double, call *ast.CallExpr, lock string) *edit.Fix {
	stmt, path := source.Statement(p, call.Pos())
	if expr, ok := stmt.(*ast.ExprStmt); !ok || expr.X != call {
		return nil
	}
	release := lock + "." + source.UnlockName(d.Op.Read) + "()"
	e := p.Edit(call.Pos())
	e.DeleteLines(stmt)
	paired := countText(p, path, release) > 1
	for i, s := range astindex.Stmts(path[0]) {
		if paired && i > slices.Index(astindex.Stmts(path[0]), stmt) && (p.Source(s) == release || p.Source(s) == "defer "+release) {
			e.DeleteLines(s)
			return e.Fix("Remove the second acquisition of "+lock+" and its release", "")
		}
	}
	if paired {
		return nil
	}
	return e.Fix("Remove the second acquisition of "+lock, "")
}

// countText returns how many calls of the function around path read like text.
func countText(p *check.Pass, path []ast.Node, text string) int {
	n := 0
	for _, outer := range path {
		if _, ok := outer.(*ast.FuncDecl); !ok {
			continue
		}
		ast.Inspect(outer, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok && p.Source(call) == text {
				n++
			}
			return true
		})
	}
	return n
}

// lockedVariant returns the name of a method like the callee that expects the
// lock to be held, if there is one.
func lockedVariant(f *lockset.Func, d lockuse.Double) string {
	common := d.At.Common()
	if common.IsInvoke() || common.StaticCallee() == nil || d.Op.Callee.Pkg() != f.SSA.Pkg.Pkg {
		return ""
	}
	return lockuse.Variant(f, common.StaticCallee(), d.Op)
}
