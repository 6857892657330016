// Package usedbeforeerror is the check panicguard/used-before-error: result is used before its error is tested.
package usedbeforeerror

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
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
// panic on a nil pointer; also where the error is dropped, and in and after the branch for the error, if it
// does not leave the function. Silent is a function that returns a
// value beside each error.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok || len(failure.Pointers(call))+len(structs(call)) == 0 || neverFails(call) {
				continue
			}
			if u := early(p.Pass, call); u != nil {
				report(p, in, call, u)
			} else if u := dropped(p.Pass, call); u != nil {
				reportDropped(p, in, call, u)
			} else if u := failed(p.Pass, call); u != nil {
				reportFailed(p, in, call, u)
			}
		}
	}
}

func report(p *check.Pass, in *inspector.Inspector, call *ssa.Call, u *use) {
	stmt, made, name := placeOf(p, in, call, u)
	if made == nil {
		return
	}
	p.Report(check.Finding{
		At:      stmt.Node(),
		Message: fmt.Sprintf("panic where %s fails: %s is %s then, and is used before the error is tested, at %s", p.Name(made.Fun), name, zero(call, u), p.Where(u.test.Pos(), u.instr.Pos())),
		Trace:   []check.Hop{{Pos: made.Pos(), Message: "called here"}, {Pos: u.test.Pos(), Message: "tested here"}},
		Doubts:  endingDoubts(u, made),
		Fix:     fix(p, stmt),
	})
}

// endingDoubts returns the doubt about a use where the branch for the error ends the process as well: what
// the panic loses is the message.
func endingDoubts(u *use, made *ast.CallExpr) []check.Doubt {
	if !endsProcess(branchFor(u.test)) {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.CrashWanted, made.Pos())}
}

// endsProcess reports whether a block, or what follows it without a condition, panics or ends the process. Of
// functions that are not known, those do that are called Panic or Fatal.
func endsProcess(b *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	for ; b != nil && !seen[b] && (len(seen) == 0 || len(b.Preds) == 1); b = b.Succs[0] {
		seen[b] = true
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Panic:
				return true
			case *ssa.Call:
				obj := ssaflow.Object(&instr.Call)
				if ssaflow.ExitsInChain(&instr.Call) || obj != nil && (strings.HasPrefix(obj.Name(), "Panic") || strings.HasPrefix(obj.Name(), "Fatal")) {
					return true
				}
			}
		}
		if len(b.Succs) != 1 {
			return false
		}
	}
	return false
}

// placeOf returns the statement of a use, and the call with the name of its result; no call where either is
// not in the source.
func placeOf(p *check.Pass, in *inspector.Inspector, call *ssa.Call, u *use) (stmt inspector.Cursor, made *ast.CallExpr, name string) {
	stmt, used := statementAt(in, u.instr.Pos())
	assign, called := statementAt(in, call.Pos())
	if !used || !called {
		return stmt, nil, ""
	}
	made, _ = callAt(assign, call.Pos())
	name = "the result"
	if define, ok := assign.Node().(*ast.AssignStmt); ok && u.result < len(define.Lhs) {
		name = p.Source(define.Lhs[u.result])
	}
	return stmt, made, name
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
