package lockrace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// pathTo returns the nodes around pos, innermost first, up to the file.
func pathTo(p *check.Pass, pos token.Pos) []ast.Node {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
			return path
		}
	}
	return nil
}

// find returns the innermost node of type T around pos, and the nodes around it.
func find[T ast.Node](p *check.Pass, pos token.Pos) (T, []ast.Node) {
	path := pathTo(p, pos)
	for i, n := range path {
		if n, ok := n.(T); ok {
			return n, path[i+1:]
		}
		if _, ok := n.(*ast.FuncDecl); ok {
			break
		}
	}
	var zero T
	return zero, nil
}

// callExpr returns the syntax of a call.
func callExpr(p *check.Pass, call ssa.CallInstruction) *ast.CallExpr {
	return callAt(p, call.Common().Pos())
}

// callAt returns the call whose arguments begin at pos.
func callAt(p *check.Pass, pos token.Pos) *ast.CallExpr {
	for _, n := range pathTo(p, pos) {
		if n, ok := n.(*ast.CallExpr); ok && n.Lparen == pos {
			return n
		}
	}
	return nil
}

// lockExpr returns the text of the lock that a call of one of its methods is
// about, "s.mu" for s.mu.Lock(); "" for other calls.
func lockExpr(p *check.Pass, call ssa.CallInstruction) string {
	if expr := callExpr(p, call); expr != nil {
		return receiverText(p, expr)
	}
	return ""
}

// receiverText returns the text of what a method is called on.
func receiverText(p *check.Pass, call *ast.CallExpr) string {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] != nil {
		return p.Source(sel.X)
	}
	return ""
}

// statement returns the innermost statement around pos that is an element of a
// list, so that lines can be put before and after it.
func statement(p *check.Pass, pos token.Pos) (ast.Stmt, []ast.Node) {
	path := pathTo(p, pos)
	for i, n := range path {
		stmt, ok := n.(ast.Stmt)
		if !ok || i+1 >= len(path) {
			continue
		}
		if slices.Contains(astindex.Stmts(path[i+1]), stmt) {
			return stmt, path[i+1:]
		}
	}
	return nil, nil
}

// unlockName returns the method that gives back what a mode of a lock acquired.
func unlockName(read bool) string {
	if read {
		return "RUnlock"
	}
	return "Unlock"
}

func lockName(read bool) string {
	if read {
		return "RLock"
	}
	return "Lock"
}

// mentions reports whether expr uses what others may change: a field, an element,
// or the result of a call, other than a text made of plain values and errors.
func mentions(info *types.Info, expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if info.Selections[n] != nil {
				found = true
			}
			return false
		case *ast.CallExpr:
			found = !formatsPlain(info, n)
		case *ast.IndexExpr, *ast.StarExpr, *ast.FuncLit, *ast.TypeAssertExpr, *ast.SliceExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// formatsPlain reports whether call makes a text or an error of numbers, texts
// and errors alone.
func formatsPlain(info *types.Info, call *ast.CallExpr) bool {
	name := callmatch.CalleeName(info, call)
	if !catalog.Formatters[name] && name != "errors.New" {
		return false
	}
	for _, arg := range call.Args {
		t := info.TypeOf(arg)
		if _, basic := t.Underlying().(*types.Basic); !basic && !callmatch.IsError(t) {
			return false
		}
	}
	return true
}
