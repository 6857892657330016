// Package usedbeforeerror is the check panicguard/used-before-error: result is used before its error is tested.
package usedbeforeerror

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed usedbeforeerror.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "used-before-error",
	Title:      "result is used before its error is tested",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	resp, err := m.fetch(ctx, url)
//	defer resp.Body.Close() // resp is nil where fetch fails
//	if err != nil {
//		return err
//	}
//
// for a pointer of which a field is read, an interface of which a method is called, and methods that
// panic on a nil pointer. Safe is a function of the package that returns a value beside each error.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok || !failure.Possible(call) {
				continue
			}
			if use, test := early(call); use != nil && !neverFails(call) {
				report(p, in, call, use, test)
			}
		}
	}
}

// early returns the first use of a result that panics where the call has failed, and the test of the error
// that comes after it.
func early(call *ssa.Call) (use ssa.Instruction, test *ssa.BinOp) {
	result, err := failure.Result(call, 0), failure.Result(call, 1)
	if result == nil || err == nil || call.Call.StaticCallee() != nil && call.Call.StaticCallee().Blocks != nil && !failure.NilWithError(call) {
		return nil, nil
	}
	test = testOf(err)
	if test == nil || !call.Block().Dominates(test.Block()) {
		return nil, nil
	}
	for _, instr := range call.Block().Instrs {
		if instr == ssa.Instruction(test) {
			break
		}
		if panics(instr, result) {
			return instr, test
		}
	}
	return nil, nil
}

// neverFails reports whether a call is one of a function that fails for its text alone, which is constant:
// the first run would have shown it.
func neverFails(call *ssa.Call) bool {
	if !catalog.FailsByText[ssaflow.Callee(&call.Call)] {
		return false
	}
	return !slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		_, constant := arg.(*ssa.Const)
		return !constant && types.Identical(arg.Type().Underlying(), types.Typ[types.String])
	})
}

// testOf returns the first comparison of an error with nil, that of a named result included.
func testOf(err ssa.Value) (test *ssa.BinOp) {
	values := []ssa.Value{err}
	for _, ref := range *err.Referrers() {
		if store, ok := ref.(*ssa.Store); ok {
			values = append(values, loadsAfter(store)...)
		}
	}
	for _, v := range values {
		for _, ref := range *v.Referrers() {
			if cmp, ok := ref.(*ssa.BinOp); ok && failure.ComparesNil(cmp) && (test == nil || cmp.Pos() < test.Pos()) {
				test = cmp
			}
		}
	}
	return test
}

// loadsAfter returns what reads a variable after a store of its block, before the next one.
func loadsAfter(store *ssa.Store) (list []ssa.Value) {
	stored := false
	for _, instr := range store.Block().Instrs {
		if other, ok := instr.(*ssa.Store); ok && other.Addr == store.Addr {
			stored = other == store
		}
		if load, ok := instr.(*ssa.UnOp); ok && stored && load.Op == token.MUL && load.X == store.Addr {
			list = append(list, load)
		}
	}
	return list
}

// panics reports whether an instruction panics where v is nil, itself or in the method that it calls.
func panics(instr ssa.Instruction, v ssa.Value) bool {
	if failure.Derefs(instr, v) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	common := call.Common()
	if common.IsInvoke() {
		return common.Value == v
	}
	return catalog.PanicsOnNil[ssaflow.Callee(common)] && common.Args[0] == v
}

func report(p *check.Pass, in *inspector.Inspector, call *ssa.Call, use ssa.Instruction, test *ssa.BinOp) {
	name := "the result"
	stmt, assign := statementAt(in, use.Pos()), statementAt(in, call.Pos())
	if define, ok := assign.Node().(*ast.AssignStmt); ok && len(define.Lhs) == 2 {
		name = p.Source(define.Lhs[0])
	}
	made, _ := callAt(assign, call.Pos())
	if made == nil || stmt.Node() == nil {
		return
	}
	p.Report(check.Finding{
		At:      stmt.Node(),
		Message: fmt.Sprintf("panic where %s fails: %s is nil then, and is used before the error is tested, at %s", p.Name(made.Fun), name, p.Where(test.Pos(), use.Pos())),
		Trace:   []check.Hop{{Pos: made.Pos(), Message: "called here"}, {Pos: test.Pos(), Message: "tested here"}},
		Fix:     fix(p, stmt),
	})
}

// callAt returns the call below a statement whose parenthesis is at pos.
func callAt(stmt inspector.Cursor, pos token.Pos) (*ast.CallExpr, bool) {
	for c := range stmt.Preorder((*ast.CallExpr)(nil)) {
		if call := c.Node().(*ast.CallExpr); call.Lparen == pos {
			return call, true
		}
	}
	return nil, false
}
