package nackmissing

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportPoison reports entries of a Redis stream that cannot be decoded, and that the function which
// acknowledges the others leaves pending:
//
//	if err := json.Unmarshal(raw, &job); err != nil {
//		return // neither acknowledged nor moved away
//	}
//	…
//	rdb.XAck(ctx, stream, group, m.ID)
//
// Safe is a package that looks how often an entry has been delivered, and a branch that passes it on. An
// error that is returned is the caller's.
func reportPoison(p *check.Pass) {
	counts := countsDeliveries(p)
	seen := make(map[*ast.IfStmt]bool)
	for cur, to := range calls.All(p.Pass) {
		part, ok := catalog.AcksByPart[to.Name]
		if !ok || !catalog.StreamEntries[part.Type] || p.Quiet(to.Expr.Pos()) || len(to.Expr.Args) == 0 {
			continue
		}
		v := callmatch.Root(p.TypesInfo, to.Expr.Args[len(to.Expr.Args)-1])
		fn, ok := astindex.FuncAround(cur)
		if v == nil || !ok || deferred(cur) {
			continue
		}
		for _, branch := range unread(p, fn, to.Expr, v) {
			if seen[branch.test] {
				continue
			}
			seen[branch.test] = true
			if counts != nil {
				p.Safe(branch.last, v.Name(), verdict.Limited, counts.Pos())
				continue
			}
			p.Report(check.Finding{
				At: branch.last,
				Message: fmt.Sprintf("entry stays pending forever: nothing here acknowledges %s or moves it away, although %s can never read it",
					v.Name(), p.Name(branch.decode.Fun)),
				Trace: []check.Hop{{Pos: to.Expr.Pos(), Message: "acknowledges the others"}},
			})
		}
	}
}

// A branch is where an entry has failed to be decoded, and is left as it is.
type branch struct {
	test   *ast.IfStmt
	decode *ast.CallExpr
	last   ast.Stmt
}

// unread returns the branches before an acknowledgement that leave a function, or an iteration, because
// the entry in v could not be decoded.
func unread(p *check.Pass, fn inspector.Cursor, ack *ast.CallExpr, v types.Object) (list []branch) {
	parts := map[types.Object]bool{v: true}
	for c := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.IfStmt)(nil)) {
		if c.Node().Pos() >= ack.Pos() {
			break
		}
		if assign, ok := c.Node().(*ast.AssignStmt); ok {
			if slices.ContainsFunc(assign.Rhs, func(e ast.Expr) bool { return mentionsAny(p, e, parts) }) {
				for _, lhs := range assign.Lhs {
					if obj := callmatch.Root(p.TypesInfo, lhs); obj != nil {
						parts[obj] = true
					}
				}
			}
			continue
		}
		test := c.Node().(*ast.IfStmt)
		decode := decodeTested(p, c)
		if decode == nil || test.End() > ack.Pos() || !leaves(test.Body) || !mentionsAny(p, decode, parts) || passesOn(p, test.Body, v) {
			continue
		}
		last := test.Body.List[len(test.Body.List)-1]
		if ret, ok := last.(*ast.ReturnStmt); !ok || len(ret.Results) == 0 {
			list = append(list, branch{test, decode, last})
		}
	}
	return list
}

// decodeTested returns the call that decodes and whose error an if tests.
func decodeTested(p *check.Pass, c inspector.Cursor) *ast.CallExpr {
	test := c.Node().(*ast.IfStmt)
	if callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
		return nil
	}
	from := test.Init
	if prev, ok := c.PrevSibling(); ok && from == nil {
		from, _ = prev.Node().(ast.Stmt)
	}
	assign, ok := from.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || !catalog.Decodes[callmatch.Name(fn)] && !catalog.IsUnmarshal(fn.Name()) {
		return nil
	}
	return call
}

// passesOn reports whether a branch does more with an entry than to write it down.
func passesOn(p *check.Pass, body *ast.BlockStmt, v types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			if fn != nil && fn.Pkg() != nil && catalog.Printers[fn.Pkg().Path()] {
				return false
			}
		case *ast.Ident:
			found = found || p.TypesInfo.Uses[n] == v
		}
		return !found
	})
	return found
}

func mentionsAny(p *check.Pass, expr ast.Expr, parts map[types.Object]bool) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && parts[p.TypesInfo.Uses[id]]
		return !found
	})
	return found
}

// deferred reports whether a call runs when its function returns.
func deferred(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.DeferStmt)(nil)) {
		return true
	}
	return false
}

// countsDeliveries returns where the package looks how often an entry has been delivered, nil if it does not.
func countsDeliveries(p *check.Pass) ast.Node {
	for id := range p.TypesInfo.Uses {
		if id.Name == "RetryCount" {
			return id
		}
	}
	return nil
}
