package receiveloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// maxCalls is how deep a function of the package is looked into that the branch for an error calls.
const maxCalls = 3

// asks returns where a block looks at what has failed, pauses, or may make the connection anew.
func (l *loop) asks(block *ast.BlockStmt, subject ast.Expr) (found token.Pos) {
	ast.Inspect(block, func(n ast.Node) bool {
		asks := false
		switch n := n.(type) {
		case *ast.AssignStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.SendStmt, *ast.SelectStmt:
			asks = true
		case *ast.UnaryExpr:
			asks = n.Op == token.ARROW
		case *ast.CallExpr:
			fn := callmatch.Callee(l.p.TypesInfo, n)
			asks = fn != nil && (pauses(fn) || fn.Pkg() == l.p.Pkg && !l.onlyNotes(fn, subject, maxCalls))
		}
		if asks && !found.IsValid() {
			found = n.Pos()
		}
		return !found.IsValid()
	})
	return found
}

func pauses(fn *types.Func) bool {
	name := callmatch.Name(fn)
	return catalog.Sleeps[name] || catalog.Drains[name]
}

// onlyNotes reports whether a function of the package logs or counts: nothing in it pauses, waits for
// anything but a lock, or closes, opens or replaces what is received from.
func (l *loop) onlyNotes(fn *types.Func, subject ast.Expr, depth int) bool {
	decl := astindex.Of(l.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return false
	}
	notes := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt, *ast.FuncLit:
			notes = false
		case *ast.UnaryExpr:
			notes = notes && n.Op != token.ARROW
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				notes = notes && !l.same(lhs, subject)
			}
		case *ast.CallExpr:
			notes = notes && l.notes(n, subject, depth)
		}
		return notes
	})
	return notes
}

// notes reports whether a call does no more than that.
func (l *loop) notes(call *ast.CallExpr, subject ast.Expr, depth int) bool {
	if tv := l.p.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := callmatch.Callee(l.p.TypesInfo, call)
	if fn == nil || pauses(fn) || ends(fn.Name()) || catalog.OpenWords[catalog.Words(fn.Name())[0]] || syntax.NeverReturns(l.p, []ast.Stmt{&ast.ExprStmt{X: call}}) {
		return false
	}
	return fn.Pkg() != l.p.Pkg || l.onlyNotes(fn, subject, depth-1)
}

// same reports whether two expressions name the same field or variable.
func (l *loop) same(a, b ast.Expr) bool {
	if f := fieldOf(l.p.TypesInfo, b); f != nil {
		return fieldOf(l.p.TypesInfo, a) == f
	}
	v := syntax.RootVar(l.p.TypesInfo, b)
	return v != nil && syntax.RootVar(l.p.TypesInfo, a) == v
}
