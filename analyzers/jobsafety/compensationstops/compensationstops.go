// Package compensationstops is the check jobsafety/compensation-stops: compensation stops at its
// first error.
package compensationstops

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed compensationstops.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "compensation-stops",
	Title:      "compensation stops at its first error",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
	Unfixable:  "what is done with the errors of several steps is for the program to say",
}

// run reports
//
//	for i := len(done) - 1; i >= 0; i-- {
//		if err := done[i].Compensate(ctx); err != nil {
//			return err // the steps before it stay done
//		}
//	}
//
// and the same in a function of such a name, whatever it calls for each step, and of functions in a slice that
// are called from the last to the first. Doubtful are names that migrations have as well, which must stop at an
// error, and the end of several things unless the package tries all of them elsewhere.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if body := astindex.LoopBody(cur.Node()); !p.Quiet(body.Pos()) {
			loop(p, cur, body, named(cur))
		}
	}
}

// named returns the first word of the name of the function around a loop, where that says that it
// takes back steps: "" for others, and for literals.
func named(cur inspector.Cursor) string {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := c.Node().(*ast.FuncDecl)
		if !ok {
			return ""
		}
		word := catalog.Words(decl.Name.Name)[0]
		if _, ok := catalog.UndoSteps[word]; ok {
			return word
		}
		return ""
	}
	return ""
}

// loop reports the statements of a loop that undo one step and leave when that fails; around is the
// word by which the function says that it does so.
func loop(p *check.Pass, cur inspector.Cursor, body *ast.BlockStmt, around string) {
	for i, stmt := range body.List {
		branch, ok := stmt.(*ast.IfStmt)
		if !ok || callmatch.TestedError(p.TypesInfo, branch.Cond) == nil || !leaves(branch.Body) {
			continue
		}
		tested := branch.Init
		if tested == nil && i > 0 {
			tested = body.List[i-1]
		}
		call, word := undo(p, tested, around)
		if step := stacked(p, cur, tested); step != nil {
			call, word = step, "undo"
		}
		if call == nil {
			continue
		}
		var doubts []check.Doubt
		if !catalog.UndoSteps[word] && !triedElsewhere(p, call) {
			doubts = append(doubts, check.Doubting(verdict.CallerDecides, call.Pos()))
		}
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("steps stay done when one compensation fails: the loop ends at the first error of %s (line %d)",
				p.Source(call.Fun), p.Line(branch.Body.List[len(branch.Body.List)-1].Pos())),
			Trace:  []check.Hop{{Pos: branch.Body.Pos(), Message: "leaves the loop here"}},
			Doubts: doubts,
		})
	}
}

// leaves reports whether a block ends in a return or a break.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch last := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok.String() == "break"
	}
	return false
}

// undo returns the call of a statement that takes back one step, by its name or that of the
// function around, and the word that says so; its result is an error.
func undo(p *check.Pass, stmt ast.Stmt, around string) (*ast.CallExpr, string) {
	call, ok := ast.Unparen(value(stmt)).(*ast.CallExpr)
	if !ok || !callmatch.IsError(last(p.TypesInfo.TypeOf(call))) {
		return nil, ""
	}
	name := ""
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	}
	if name == "" {
		return nil, ""
	}
	word := catalog.Words(name)[0]
	if _, ok := catalog.UndoSteps[word]; ok || catalog.RevokeSteps[word] && !inTransaction(p, call) {
		return call, word
	}
	if around == "" || catalog.IsDecoder(name) || !callmatch.IsError(p.TypesInfo.TypeOf(call)) {
		return nil, "" // it reads what is to be taken back, or tests it
	}
	return call, around
}

// value returns what a statement assigns, or declares a variable with; nil for others.
func value(stmt ast.Stmt) ast.Expr {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			return stmt.Rhs[0]
		}
	case *ast.DeclStmt:
		if decl, ok := stmt.Decl.(*ast.GenDecl); ok && len(decl.Specs) == 1 {
			if spec, ok := decl.Specs[0].(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				return spec.Values[0]
			}
		}
	}
	return nil
}

// last returns the type of the last result of a call.
func last(t types.Type) types.Type {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		return tuple.At(tuple.Len() - 1).Type()
	}
	return t
}
