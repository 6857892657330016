package usedbeforeerror

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// dropped returns the first use of a result that panics where the call has failed, whose error is not used
// and which nothing compares with nil.
//
//	u, _ = s.update(ctx, u)
//	log.Print(u.Name)
func dropped(pass *analysis.Pass, call *ssa.Call) *use {
	last := call.Call.Signature().Results().Len() - 1
	if failure.Result(call, last) != nil {
		return nil
	}
	for _, i := range failure.Pointers(call) {
		result := failure.Result(call, i)
		if result == nil || failure.Kept(pass, call, i) {
			continue
		}
		if instr := unguarded(result); instr != nil {
			return &use{instr: instr, result: i}
		}
	}
	return nil
}

// unguarded returns the first instruction that panics where v is nil, nil if there is none, if v is compared
// with nil, or goes where it may be.
func unguarded(v ssa.Value) (first ssa.Instruction) {
	seen := make(map[ssa.Value]bool)
	for work := []ssa.Value{v}; len(work) > 0; {
		v, work = work[len(work)-1], work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, ref := range ssabuild.Referrers(v) {
			switch ref := ref.(type) {
			case *ssa.Phi:
				work = append(work, ref)
			case *ssa.BinOp, *ssa.Store:
				return nil
			}
			if panics(ref, v) && (first == nil || ref.Pos() < first.Pos()) {
				first = ref
			}
		}
	}
	return first
}

// reportDropped reports a result that is used although its error is assigned to the blank identifier. Of a
// function whose body is not known here, nothing says that it returns nil.
func reportDropped(p *check.Pass, in *inspector.Inspector, call *ssa.Call, u *use) {
	targets, stmt, made := droppedAt(in, call.Pos())
	if made == nil || u.result >= len(targets) {
		return
	}
	if at, ok := p.Wanted(made, rulesOut...); ok {
		p.Safe(made, p.Name(made.Fun), verdict.Wanted, at)
		return
	}
	doubts := failsSeldom(call, made)
	if !catalog.FailsForPeer[ssaflow.Callee(&call.Call)] && !failure.NilWithError(call, u.result) {
		doubts = append(doubts, check.Doubting(verdict.BlankError, made.Pos()))
	}
	p.Report(check.Finding{
		At: stmt.Node(),
		Message: fmt.Sprintf("panic where %s fails: %s is nil then, and is used at %s, and the error is dropped",
			p.Name(made.Fun), p.Source(targets[u.result]), p.Where(u.instr.Pos(), made.Pos())),
		Trace:  []check.Hop{{Pos: u.instr.Pos(), Message: "used here"}},
		Doubts: doubts,
		Fix:    fixDropped(p, stmt, made),
	})
}

// rulesOut say that an error was found not to be possible.
var rulesOut = []string{
	"never fails", "cannot fail", "can t fail", "cannot error", "will not fail", "never returns an error", "already ensures",
	"already validated", "already checked", "already parsed", "validated before", "checked before", "is always valid",
}

// droppedAt returns a call with the variables that get its results, and their statement, where the last
// result is dropped; no call else.
func droppedAt(in *inspector.Inspector, pos token.Pos) (targets []ast.Expr, stmt inspector.Cursor, made *ast.CallExpr) {
	around, ok := statementAt(in, pos)
	if !ok {
		return nil, around, nil
	}
	made, _ = callAt(around, pos)
	if made == nil {
		return nil, around, nil
	}
	cur, _ := astindex.Find(in, made)
	targets, stmt = localvar.Targets(cur)
	if len(targets) == 0 {
		return nil, stmt, nil
	}
	if blank, ok := targets[len(targets)-1].(*ast.Ident); !ok || blank.Name != "_" {
		return nil, stmt, nil
	}
	return targets, stmt, made
}

// fixDropped returns the error, where the function returns one.
func fixDropped(p *check.Pass, stmt inspector.Cursor, made *ast.CallExpr) *edit.Fix {
	e := p.Edit(stmt.Node().Pos())
	if !e.ReturnBlankError(p.Pass, stmt) {
		return nil
	}
	return e.Fix("Return the error of "+p.Source(made.Fun), "the function fails where that call does")
}
