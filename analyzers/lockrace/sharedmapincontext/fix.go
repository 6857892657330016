package sharedmapincontext

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixSharedMap copies the map before it is written, or before the loop in which
// it is.
func fixSharedMap(p *check.Pass, instr ssa.Instruction, expr ast.Expr) *edit.Fix {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	stmt, path := source.Statement(p, instr.Pos())
	if !ok || stmt == nil || !goversion.AtLeast(p.Version(expr.Pos()), "go1.21") {
		return nil
	}
	m := p.TypesInfo.ObjectOf(id)
	e := p.Edit(expr.Pos())
	clone := e.Import(expr.Pos(), "maps", "maps") + ".Clone(" + id.Name + ")"
	e.Before(outermostLoop(stmt, path, m.Pos()), id.Name+" = "+clone)
	return e.Fix("Write to "+clone, "")
}

// outermostLoop returns the outermost loop around stmt that begins after pos,
// stmt itself if there is none. path are the nodes around stmt.
func outermostLoop(stmt ast.Stmt, path []ast.Node, pos token.Pos) ast.Stmt {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() > pos {
				stmt = n.(ast.Stmt)
			}
		case *ast.FuncLit, *ast.FuncDecl, *ast.LabeledStmt:
			return stmt
		}
	}
	return stmt
}
