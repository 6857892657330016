// Package closebeforefarewell is the check shutdownorder/close-before-farewell: value is
// closed before the call that flushes, commits or deregisters it.
package closebeforefarewell

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"maps"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

//go:embed closebeforefarewell.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "close-before-farewell",
	Title:      "value is closed before the call that flushes, commits or deregisters it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports, since the call that is deferred last runs first,
//
//	defer w.Flush()
//	defer f.Close() // runs first
//
// where w writes to f, or both are the same, and the same order of plain statements, also of
// fields where a method of their owner flushes. Calls
// below a condition need not run, and are safe, as are those of a variable that is assigned
// between the two.
func run(p *check.Pass) {
	fields := wrappedFields(p)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if list := astindex.Stmts(cur.Node()); len(list) > 1 && !p.Quiet(cur.Node().Pos()) {
			checkList(p, cur, list, fields)
		}
	}
}

// An ending is a call of a method without which, or after which, an object is no longer
// complete.
type ending struct {
	call   *ast.CallExpr
	name   string
	on     *types.Var
	owner  *types.Var // of a method of a field, what the field is of
	stmt   ast.Stmt   // of the list
	within bool       // in a deferred literal
}

// checkList puts the endings of a list into the order in which they run.
func checkList(p *check.Pass, cur inspector.Cursor, list []ast.Stmt, fields map[*types.Var]*types.Var) {
	var plain, deferred []ending
	for _, stmt := range list {
		d, ok := stmt.(*ast.DeferStmt)
		if !ok {
			plain = append(plain, endingsOf(p, stmt, callOf(stmt))...)
			plain = append(plain, endingsIn(p, stmt, fields)...)
			continue
		}
		found := endingsOf(p, stmt, d.Call)
		if lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit); ok {
			for _, inner := range lit.Body.List {
				for _, e := range endingsOf(p, stmt, callOf(inner)) {
					e.within = true
					found = append(found, e)
				}
			}
		}
		deferred = append(found, deferred...)
	}
	order := append(plain, deferred...)
	wraps := wrapped(p, list)
	maps.Copy(wraps, fields)
	for i, end := range order {
		if !catalog.FarewellEnds[end.name] {
			continue
		}
		for _, farewell := range order[i+1:] {
			if follows(farewell, end, wraps) && !reassigned(p, cur, end, farewell) {
				report(p, list, end, farewell)
				break
			}
		}
	}
}

// callOf returns the call that a statement makes in any case, nil if there is none.
func callOf(stmt ast.Stmt) *ast.CallExpr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			expr = stmt.Rhs[0]
		}
	case *ast.ReturnStmt:
		if len(stmt.Results) == 1 {
			expr = stmt.Results[0]
		}
	case *ast.IfStmt:
		if stmt.Init != nil {
			return callOf(stmt.Init)
		}
	case *ast.DeclStmt:
		if spec := valueSpec(stmt); spec != nil && len(spec.Values) == 1 {
			expr = spec.Values[0]
		}
	}
	if expr == nil {
		return nil
	}
	call, _ := ast.Unparen(expr).(*ast.CallExpr)
	return call
}

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

func report(p *check.Pass, list []ast.Stmt, end, farewell ending) {
	deferred := ""
	if _, ok := end.stmt.(*ast.DeferStmt); ok && !end.within {
		deferred = "deferred "
	}
	p.Report(check.Finding{
		At: end.call,
		Message: fmt.Sprintf("%s fails, and what it would write or report is lost: %s%s runs before %s (line %d)",
			p.Source(farewell.call.Fun), deferred, p.Source(end.call.Fun), p.Source(farewell.call.Fun), p.Line(farewell.call.Pos())),
		Trace: []check.Hop{{Pos: farewell.call.Pos(), Message: "runs later, when it is closed"}},
		Fix:   fix(p, list, end, farewell),
	})
}

// fix exchanges two statements that follow each other.
func fix(p *check.Pass, list []ast.Stmt, end, farewell ending) *edit.Fix {
	if end.within || farewell.within {
		return nil
	}
	for i, stmt := range list[:len(list)-1] {
		next := list[i+1]
		if !(stmt == end.stmt && next == farewell.stmt || stmt == farewell.stmt && next == end.stmt) || !exchangeable(stmt) || !exchangeable(next) {
			continue
		}
		e := p.Edit(stmt.Pos())
		first, second := e.Text(stmt.Pos(), stmt.End()), e.Text(next.Pos(), next.End())
		e.Replace(stmt.Pos(), stmt.End(), second)
		e.Replace(next.Pos(), next.End(), first)
		return e.Fix("Call "+p.Source(farewell.call.Fun)+" before "+p.Source(end.call.Fun), "")
	}
	return nil
}

// exchangeable reports whether a statement declares nothing that others use, and does not return.
func exchangeable(stmt ast.Stmt) bool {
	if _, returns := stmt.(*ast.ReturnStmt); returns {
		return false
	}
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}
