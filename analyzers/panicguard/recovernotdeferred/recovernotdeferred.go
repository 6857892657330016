// Package recovernotdeferred is the check panicguard/recover-not-deferred: recover has no
// effect, because no deferred function calls it itself.
package recovernotdeferred

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
)

//go:embed recovernotdeferred.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
var Check = &check.Check{
	Slug:       "recover-not-deferred",
	Title:      "recover has no effect: no deferred function calls it itself",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	defer func() {
//		r.caught(name) // calls recover, one call too deep: the panic continues
//	}()
//	defer recover()
//	defer record(recover()) // evaluated by the defer statement
//	go func() {
//		if r := recover(); r != nil { … } // runs before the work, not after its panic
//		work()
//	}()
//
// Silent where the deferred function recovers itself as well, and for what it defers in its
// turn, which is there for its own panics.
func run(p *check.Pass) {
	j := &judge{p: p, known: recovers.Of(p.Pass), decls: astindex.Of(p.Pass).Decls, seen: make(map[ast.Node]bool)}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		switch stmt := cur.Node().(type) {
		case *ast.DeferStmt:
			j.deferred(stmt)
		case *ast.GoStmt:
			if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
				j.started(lit)
			}
		}
	}
}

// A judge looks at the calls of recover in one package.
type judge struct {
	p     *check.Pass
	known *recovers.Result
	decls map[*types.Func]*ast.FuncDecl
	seen  map[ast.Node]bool
}

// deferred looks at what a defer statement evaluates, and at what it defers.
func (j *judge) deferred(stmt *ast.DeferStmt) {
	if callmatch.IsBuiltin(j.p.TypesInfo, stmt.Call, "recover") {
		j.report(stmt, "a panic is not recovered: recover has no effect where it is the deferred function, and not called by one", j.fixDirect(stmt))
		return
	}
	for _, arg := range stmt.Call.Args {
		if call := recovers.Recover(j.p.TypesInfo, arg); call != nil {
			j.report(call, "a panic is not recovered: the defer statement evaluates recover, before anything can panic", j.fixArgument(stmt))
		}
	}
	if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
		j.body(lit.Body, stmt)
		return
	}
	if decl := j.decls[origin(callmatch.Callee(j.p.TypesInfo, stmt.Call))]; decl != nil && decl.Body != nil {
		j.body(decl.Body, nil)
	}
}

// body looks at the body of a deferred function: at what it calls that recovers in its place.
func (j *judge) body(body *ast.BlockStmt, stmt *ast.DeferStmt) {
	if recovers.Recover(j.p.TypesInfo, body) != nil {
		return
	}
	eachCall(body, func(call *ast.CallExpr) {
		if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
			if inner := recovers.Recover(j.p.TypesInfo, lit.Body); inner != nil {
				j.report(at(stmt, inner), "a panic is not recovered: recover has no effect in a function that the deferred one calls", nil)
			}
			return
		}
		if via := j.recovering(origin(callmatch.Callee(j.p.TypesInfo, call)), 2); via != nil {
			j.report(at(stmt, call), fmt.Sprintf("a panic is not recovered: %s calls recover, which has an effect only in the deferred function itself, not in one that it calls", via.Name()), j.fixCall(stmt, call))
		}
	})
}

// at returns the defer statement of a literal, or a call in a deferred function that has a name.
func at(stmt *ast.DeferStmt, call *ast.CallExpr) ast.Node {
	if stmt != nil {
		return stmt
	}
	return call
}

// recovering returns the function that calls recover when fn is called: fn, or one that it
// calls in its turn, depth calls deep.
func (j *judge) recovering(fn *types.Func, depth int) (via *types.Func) {
	if fn == nil || depth == 0 {
		return nil
	}
	if j.known.Func(fn).Deferred {
		return fn
	}
	decl := j.decls[fn]
	if decl == nil || decl.Body == nil {
		return nil
	}
	eachCall(decl.Body, func(call *ast.CallExpr) {
		if via == nil {
			via = j.recovering(origin(callmatch.Callee(j.p.TypesInfo, call)), depth-1)
		}
	})
	return via
}

// started looks at a goroutine's own body, which is not deferred.
func (j *judge) started(lit *ast.FuncLit) {
	if call := recovers.Recover(j.p.TypesInfo, lit.Body); call != nil {
		j.report(call, "a panic is not recovered: the goroutine calls recover itself, where it has no effect, and does not defer it", nil)
	}
}

func (j *judge) report(at ast.Node, message string, fix *edit.Fix) {
	if j.seen[at] {
		return
	}
	j.seen[at] = true
	j.p.Report(check.Finding{At: at, Message: message, Fix: fix})
}

// eachCall visits the calls of a body that are neither in a literal nor deferred or started.
func eachCall(body *ast.BlockStmt, visit func(*ast.CallExpr)) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			visit(n)
		}
		return true
	})
}

func origin(fn *types.Func) *types.Func {
	if fn == nil {
		return nil
	}
	return fn.Origin()
}
