package usedafterput

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fix copies what leaves the function, and defers a Put in front of the last uses. There is none for a value
// that is returned itself, or put back twice.
func fix(p *check.Pass, put *put, m *memory, use *use, expr ast.Expr) *edit.Fix {
	switch use.instr.(type) {
	case *ssa.Return, *ssa.Send, *ssa.MapUpdate:
		return clone(p, put, expr)
	case *ssa.Defer:
		return nil
	}
	return postpone(p, put, m)
}

func clone(p *check.Pass, put *put, expr ast.Expr) *edit.Fix {
	part := shared(p, expr)
	if part == nil || !put.deferred() || !goversion.AtLeast(p.Version(expr.Pos()), "go1.21") {
		return nil
	}
	e := p.Edit(expr.Pos())
	text := e.Import(expr.Pos(), "slices", "slices") + ".Clone(" + p.Source(part) + ")"
	e.Replace(part.Pos(), part.End(), text)
	return e.Fix("Copy it: "+text, "")
}

// shared returns the slice in an expression that refers to the memory.
func shared(p *check.Pass, expr ast.Expr) (part ast.Expr) {
	if slice(p, expr) {
		return expr
	}
	ast.Inspect(expr, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && part == nil && slice(p, call) {
			if _, shares := catalog.SharesMemory[callmatch.CalleeName(p.TypesInfo, call)]; shares {
				part = call
			}
		}
		return part == nil
	})
	return part
}

func slice(p *check.Pass, expr ast.Expr) bool {
	_, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Slice)
	return ok
}

// postpone defers the Put where the uses end with the function.
func postpone(p *check.Pass, put *put, m *memory) *edit.Fix {
	call := source.CallExpr(p, put.instr)
	if call == nil || put.lasts(m) {
		return nil
	}
	stmt, path := source.Statement(p, call.Pos())
	if expr, ok := stmt.(*ast.ExprStmt); !ok || ast.Unparen(expr.X) != ast.Expr(call) || astindex.FuncBody(path[1]) != path[0] {
		return nil
	}
	e := p.Edit(call.Pos())
	e.Insert(call.Pos(), "defer ")
	return e.Fix("Put it back when the function returns", "")
}

// lasts reports whether a use lasts longer than the function, or is another Put.
func (put *put) lasts(m *memory) (lasts bool) {
	put.walk(func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		lasts = m.outlives(instr) != nil || ok && putBy(&call.Call, 2) != nil
		return !lasts
	})
	return lasts
}
