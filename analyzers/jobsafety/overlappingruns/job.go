package overlappingruns

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

// bodyOf returns the body of a job, and its function if it is declared; nil if the package does not show it, as where
// something wraps the job.
func bodyOf(p *check.Pass, job ast.Expr) (*ast.BlockStmt, *types.Func) {
	if lit, ok := ast.Unparen(job).(*ast.FuncLit); ok {
		return lit.Body, nil
	}
	fn, ok := callmatch.Object(p.TypesInfo, job).(*types.Func)
	if !ok {
		return nil, nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil {
		return decl.Body, fn
	}
	return nil, nil
}

// changes returns the calls by which a job stores or sends something.
func changes(p *check.Pass, fn *types.Func, body *ast.BlockStmt) (list []*ast.CallExpr) {
	known := lasting.Of(p.Pass)
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if callee := callmatch.Callee(p.TypesInfo, call); callee != nil && callee != fn && known.Changes(callee) {
				list = append(list, call)
			}
		}
		return true
	})
	return list
}

// takesAway reports whether a call removes something, by its name or by its statement: twice is as good as once.
func takesAway(info *types.Info, call *ast.CallExpr) bool {
	if fn := callmatch.Callee(info, call); fn != nil && catalog.TakesAway(fn.Name()) {
		return true
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		text := info.Types[arg].Value
		return text != nil && text.Kind() == constant.String && strings.HasPrefix(strings.ToUpper(strings.TrimSpace(constant.StringVal(text))), "DELETE ")
	})
}

// keepsApart returns where the package makes a scheduler that skips or delays a run, nil if it makes none.
//
//	cron.New(cron.WithChain(cron.SkipIfStillRunning(logger)))
func keepsApart(p *check.Pass) (at ast.Node) {
	for cur, to := range calls.All(p.Pass) {
		if !catalog.SkipsOverlap[to.Name] {
			continue
		}
		for up := range cur.Enclosing((*ast.CallExpr)(nil)) {
			if catalog.MakesSchedule[callmatch.CalleeName(p.TypesInfo, up.Node().(*ast.CallExpr))] {
				return up.Node()
			}
		}
	}
	return nil
}

// excludes returns the call by which a job keeps others out: of a lock, or the swap of a flag.
func excludes(p *check.Pass, body *ast.BlockStmt) (at ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && at == nil {
			fn := callmatch.Callee(p.TypesInfo, call)
			if fn != nil && catalog.Exclusive[fn.Name()] && (!locks(fn) || unlocksLast(p, body)) {
				at = call
			}
		}
		return at == nil
	})
	return at
}

// locks reports whether a function waits for a lock: a job that releases it early may work beside the next run.
func locks(fn *types.Func) bool { return fn.Name() == "Lock" || fn.Name() == "RLock" }

// unlocksLast reports whether a job releases a lock when it returns.
func unlocksLast(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if stmt, ok := n.(*ast.DeferStmt); ok {
			fn := callmatch.Callee(p.TypesInfo, stmt.Call)
			found = found || fn != nil && fn.Name() == "Unlock"
		}
		return !found
	})
	return found
}
