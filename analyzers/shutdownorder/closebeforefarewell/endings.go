package closebeforefarewell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

func endingsOf(p *check.Pass, stmt ast.Stmt, call *ast.CallExpr) []ending {
	if call == nil {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !catalog.Farewells[sel.Sel.Name] && !catalog.FarewellEnds[sel.Sel.Name] {
		return nil
	}
	on := syntax.VariableOf(p, sel.X)
	if on == nil {
		return nil
	}
	owner, _ := callmatch.Root(p.TypesInfo, sel.X).(*types.Var)
	return []ending{{call: call, name: sel.Sel.Name, on: on, owner: owner, stmt: stmt}}
}

// wrapped returns what the writers that a list makes write to.
func wrapped(p *check.Pass, list []ast.Stmt) map[*types.Var]*types.Var {
	to := make(map[*types.Var]*types.Var)
	for _, stmt := range list {
		made, call := firstOf(stmt), callOf(stmt)
		if made == nil || call == nil || len(call.Args) == 0 || catalog.Wrapped[callmatch.CalleeName(p.TypesInfo, call)] == "" {
			continue
		}
		if w := syntax.DefinedBy(p, made); w != nil {
			to[w] = syntax.VariableOf(p, call.Args[0])
		}
	}
	return to
}

// firstOf returns the first variable that a statement assigns or declares, nil if there is none.
func firstOf(stmt ast.Stmt) ast.Expr {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		return stmt.Lhs[0]
	case *ast.DeclStmt:
		if spec := valueSpec(stmt); spec != nil {
			return spec.Names[0]
		}
	}
	return nil
}

// valueSpec returns what a statement declares with var, in one line.
func valueSpec(stmt *ast.DeclStmt) *ast.ValueSpec {
	if decl, ok := stmt.Decl.(*ast.GenDecl); ok && len(decl.Specs) == 1 {
		spec, _ := decl.Specs[0].(*ast.ValueSpec)
		return spec
	}
	return nil
}

// follows reports whether a call needs what another one has ended before.
func follows(farewell, end ending, wraps map[*types.Var]*types.Var) bool {
	if to := wraps[farewell.on]; to != nil && to == end.on && (!to.IsField() || farewell.owner == end.owner) {
		return end.name == "Close" && (farewell.name == "Flush" || farewell.name == "Close")
	}
	return farewell.on == end.on && farewell.owner == end.owner && catalog.Farewells[farewell.name]
}

// reassigned reports whether something between the two assigns the variable.
func reassigned(p *check.Pass, cur inspector.Cursor, end, farewell ending) bool {
	from, to := end.call.End(), farewell.call.Pos()
	if from > to {
		from, to = farewell.call.End(), end.call.Pos()
	}
	if end.on.IsField() && replaces(p, cur, from, farewell.call.End(), end.on, farewell.on) {
		return true
	}
	for c := range cur.Preorder((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		if assign.Pos() < from || assign.Pos() > to {
			continue
		}
		for _, lhs := range assign.Lhs {
			if v := syntax.DefinedBy(p, lhs); v == end.on || v == farewell.on {
				return true
			}
		}
	}
	return false
}
