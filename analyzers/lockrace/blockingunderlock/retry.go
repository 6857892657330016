package blockingunderlock

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// pauses reports whether an instruction is a pause of a loop.
func pauses(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && ssaflow.Callee(&call.Call) == "time.Sleep"
}

// reportRetries reports loops that try again, after a pause, for as long as something fails, with a lock
// held from before the loop:
//
//	r.mu.Lock()
//	defer r.mu.Unlock()
//	for {
//		if err := r.register(); err == nil {
//			return
//		}
//		time.Sleep(time.Second)
//	}
//
// Silent is a loop that has a limit: a condition, a counter, or a context.
func reportRetries(p *check.Pass, model *lockset.Package) {
	seen := make(map[*ast.ForStmt]bool)
	for _, b := range lockuse.Blockings(model, pauses) {
		loop := endless(p, b.Instr.Pos())
		pause := source.CallAt(p, b.Instr.Pos())
		if loop == nil || pause == nil || seen[loop] || p.Quiet(b.Instr.Pos()) {
			continue
		}
		failing := tried(p, loop)
		for _, hold := range b.Holds {
			local := b.Func.Encloses(hold.Pos)
			if failing == nil || local && hold.Pos > loop.Pos() {
				continue
			}
			seen[loop] = true
			mu := source.ShortKey(p, hold.Key)
			if lock := source.CallAt(p, hold.Pos); local && lock != nil && hold.Callee == nil {
				mu = source.ReceiverText(p, lock)
			}
			p.Report(check.Finding{
				At: pause,
				Message: fmt.Sprintf("other goroutines block on %s for as long as %s fails: it is repeated without a limit, with the lock held since %s",
					mu, p.Name(failing.Fun), p.Where(hold.Pos, pause.Pos())),
				Trace: []check.Hop{
					{Pos: hold.Pos, Message: "locked here"},
					{Pos: failing.Pos(), Message: "repeated with the lock held here"},
				},
			})
			break
		}
	}
}

// endless returns the innermost loop around a position if nothing in it is a limit: it has no condition
// and no counter, and looks at no context.
func endless(p *check.Pass, pos token.Pos) *ast.ForStmt {
	for _, n := range source.PathTo(p, pos) {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.RangeStmt:
			return nil
		case *ast.ForStmt:
			if n.Cond != nil || n.Post != nil || limited(p, n.Body) {
				return nil
			}
			return n
		}
	}
	return nil
}

// limited reports whether a loop counts, receives, or asks a context whether it has ended.
func limited(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.AssignStmt:
			found = found || n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN
		case *ast.CallExpr:
			name := callmatch.Name(callmatch.Callee(p.TypesInfo, n))
			found = found || name == "(context.Context).Err" || name == "time.Since" || name == "(time.Time).After" || name == "(time.Time).Before"
		}
		return !found
	})
	return found
}

// tried returns the first call in a loop that returns an error.
func tried(p *check.Pass, loop *ast.ForStmt) *ast.CallExpr {
	var first *ast.CallExpr
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && first == nil && fails(p.TypesInfo.TypeOf(call)) {
			first = call
		}
		return first == nil
	})
	return first
}

// fails reports whether the last result of a call is an error.
func fails(result types.Type) bool {
	tuple, ok := result.(*types.Tuple)
	if !ok {
		return callmatch.IsError(result)
	}
	return tuple.Len() > 0 && callmatch.IsError(tuple.At(tuple.Len()-1).Type())
}
