package transaction

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportCommitted reports
//
//	defer func() {
//		if err != nil {
//			tx.Rollback()
//		} else {
//			tx.Commit()
//		}
//	}()
//	if err := insert(tx); err != nil { // a new variable
//		return err
//	}
//
// where the variable that the deferred literal tests is nil on the return of an error.
func reportCommitted(p *check.Pass, s *site.Site, name string, value ssa.Value, model *resource.Package) {
	settles := settling(s.SSA.Parent())
	if settles == nil {
		return
	}
	o := &resource.Opening{At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: rollsBack, CalleesBorrow: true}
	reported := false
	for _, leak := range model.Follow(o).Leaks {
		ret, ok := leak.Exit.(*ssa.Return)
		if !ok || reported || !resource.MustFail(ret) || !settles.Block().Dominates(ret.Block()) {
			continue
		}
		exit := site.ReturnAt(p, ret)
		shadow := shadowed(p, exit, settles)
		if shadow == nil {
			continue
		}
		reported = true
		v := shadow.Lhs[len(shadow.Lhs)-1].(*ast.Ident).Name
		p.Report(check.Finding{
			At: exit.At,
			Message: fmt.Sprintf("the transaction %s is committed although the function fails here: the deferred function tests another variable %s, which is nil",
				name, v),
			Trace: []check.Hop{{Pos: settles.Pos(), Message: "committed here"}, {Pos: shadow.Pos(), Message: "the new variable"}},
			Fix:   fixShadow(p, shadow),
		})
	}
}

// rollsBack reports whether a method ends a transaction without a commit.
func rollsBack(name string) bool {
	return ends(name) && !slices.Contains(catalog.Words(name), "commit")
}

// settling returns the deferred literal of a function that commits in one branch and rolls back in another, nil if there
// is none.
func settling(fn *ssa.Function) *ssa.Defer {
	for instr := range ssaflow.Instrs(fn) {
		deferred, ok := instr.(*ssa.Defer)
		if !ok {
			continue
		}
		mk, ok := deferred.Call.Value.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		commits, backs := false, false
		for inner := range ssaflow.Instrs(mk.Fn.(*ssa.Function)) {
			if call, ok := inner.(*ssa.Call); ok && ssaflow.Object(&call.Call) != nil {
				method := ssaflow.Object(&call.Call).Name()
				commits, backs = commits || method == "Commit", backs || rollsBack(method)
			}
		}
		if commits && backs {
			return deferred
		}
	}
	return nil
}

// shadowed returns the first part of the if statement around a return, where it defines a variable of the name of one
// that a deferred literal captures.
func shadowed(p *check.Pass, exit site.Exit, settles *ssa.Defer) *ast.AssignStmt {
	if exit.Ret == nil {
		return nil
	}
	cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), exit.Ret)
	if !ok {
		return nil
	}
	for around := range cur.Enclosing((*ast.IfStmt)(nil)) {
		assign, ok := around.Node().(*ast.IfStmt).Init.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || !onlyBlank(assign.Lhs[:len(assign.Lhs)-1]) {
			return nil
		}
		id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
		captured := func(v *ssa.FreeVar) bool { return v.Name() == id.Name }
		if ok && slices.ContainsFunc(settles.Call.Value.(*ssa.MakeClosure).Fn.(*ssa.Function).FreeVars, captured) {
			return assign
		}
		return nil
	}
	return nil
}

func onlyBlank(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(expr ast.Expr) bool { id, ok := expr.(*ast.Ident); return !ok || id.Name != "_" })
}

// fixShadow assigns to the variable that the deferred literal tests.
func fixShadow(p *check.Pass, shadow *ast.AssignStmt) *edit.Fix {
	e := p.Edit(shadow.Pos())
	e.Replace(shadow.TokPos, shadow.TokPos+token.Pos(len(":=")), "=")
	return e.Fix("Assign to the variable that the deferred function tests", "a failure here rolls the transaction back")
}
