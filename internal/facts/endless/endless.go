// Package endless is a fact analyzer: it finds the functions with a loop that nothing can end,
// their own or that of a callee. A goroutine that calls one cannot be stopped, whatever package it
// starts in. It reports nothing.
package endless

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "endless",
	Doc:        "find functions with a loop that nothing ends",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer, ssaflow.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function with a loop that nothing ends, at the place Where,
// "example.com/m/poll.go:81". Functions of other modules, which users cannot change, have
// none, nor have those of which a comment says that they run as long as the process.
type Fact struct{ Where string }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (*Fact) String() string { return "endless" }

// A Result answers for functions of other packages.
type Result struct{ pass *analysis.Pass }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about fn, or nil.
func (r *Result) Fact(fn *types.Func) *Fact {
	fact := new(Fact)
	if fn == nil || fn.Pkg() == r.pass.Pkg || !r.pass.ImportObjectFact(fn.Origin(), fact) {
		return nil
	}
	return fact
}

func run(pass *analysis.Pass) (result any, err error) {
	r := &Result{pass}
	result = r
	defer func() { _ = recover() }() // as muststop does: a failure here must not break the import
	if ssabuild.Std(pass) || pass.Module != nil && pass.Module.Version != "" || !candidate(pass) {
		return r, nil
	}
	flow := ssaflow.Of(pass)
	exits := flow.Exits(nil)
	for _, fn := range flow.SSA.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		if loop := exits.Endless(fn); len(loop) > 0 && !wanted(pass, fn, loop) {
			first, _ := ssaflow.Span(loop)
			pass.ExportObjectFact(obj, &Fact{place.Of(pass, pass.Fset.Position(first))})
		}
	}
	return r, nil
}

// candidate is the fast path: it reports whether the package has a loop without a condition,
// or over a ticker, that no statement in it leaves.
func candidate(pass *analysis.Pass) bool {
	found := false
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt:
				found = found || n.Cond == nil && !leaves(n.Body)
			case *ast.RangeStmt:
				found = found || callmatch.IsChanOf(pass.TypesInfo.TypeOf(n.X), "time.Time") && !leaves(n.Body)
			}
			return !found
		})
	}
	return found
}

// leaves reports whether a loop's body has a return, or a break with a label or of the loop
// itself.
func leaves(body *ast.BlockStmt) bool {
	found := false
	var visit func(n ast.Node, own bool)
	visit = func(n ast.Node, own bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || m.Tok == token.GOTO || m.Tok == token.BREAK && (own || m.Label != nil)
			case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
				if own && m != n {
					visit(m, false)
					return false
				}
			}
			return !found
		})
	}
	visit(body, true)
	return found
}

// wanted reports whether the loop handles signals, or a comment in the functions says that
// nothing needs to end it.
func wanted(pass *analysis.Pass, fn *ssa.Function, loop []*ssa.BasicBlock) bool {
	return ssaflow.HandlesSignals(loop) || says(pass, fn) || says(pass, ssaflow.Outermost(loop[0].Parent()))
}

// says reports whether a comment of a function, or in it, says that it never ends by design.
func says(pass *analysis.Pass, fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok {
		return false
	}
	for _, f := range pass.Files {
		if decl.Pos() < f.FileStart || f.FileEnd < decl.Pos() {
			continue
		}
		return slices.ContainsFunc(f.Comments, func(group *ast.CommentGroup) bool {
			return (group == decl.Doc || decl.Pos() <= group.Pos() && group.End() <= decl.End()) && livesOn(group)
		})
	}
	return false
}

func livesOn(group *ast.CommentGroup) bool {
	text := strings.ToLower(strings.Join(strings.Fields(group.Text()), " "))
	return slices.ContainsFunc(catalog.LivesOnPhrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}
