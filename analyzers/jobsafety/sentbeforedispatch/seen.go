package sentbeforedispatch

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// reportSeen reports a key that is noted as seen before the work on it, whose failure the caller gets: the next
// attempt is skipped.
//
//	if s.known(item.ID) { // which also stores the ID
//		return nil
//	}
//	_, err := s.db.ExecContext(ctx, "INSERT …", item.ID)
//	return err
//
// Silent where another function than the one that notes it deletes from the same map.
func reportSeen(p *check.Pass) {
	notes := make(map[*types.Func]*types.Var)
	for fn, decl := range astindex.Funcs(p.Pass) {
		if field := noted(p, decl); field != nil && !deleted(p, field, decl) {
			notes[fn] = field
		}
	}
	if len(notes) == 0 {
		return
	}
	for cur, to := range calls.All(p.Pass) {
		test, ok := cur.Parent().Node().(*ast.IfStmt)
		if !ok || to.Func == nil || notes[to.Func.Origin()] == nil || test.Cond != ast.Expr(to.Expr) || test.Else != nil || !returnsNil(p, test.Body) || p.Quiet(to.Expr.Pos()) {
			continue
		}
		if work := workAfter(p, cur.Parent()); work != nil {
			p.Report(check.Finding{
				At: to.Expr,
				Message: fmt.Sprintf("work is lost when %s (%s) fails: %s has already noted the key, and the next attempt finds it there and returns",
					p.Source(work.Fun), p.Where(work.Pos(), to.Expr.Pos()), p.Source(to.Expr.Fun)),
				Trace: []check.Hop{{Pos: work.Pos(), Message: "may fail after it is noted"}},
			})
		}
	}
}

// noted returns the map in which a function looks up a parameter, and stores it where it is not there; nil if
// it does not do both.
func noted(p *check.Pass, decl *ast.FuncDecl) *types.Var {
	sig := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature()
	if sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) || sig.Params().Len() == 0 {
		return nil
	}
	var found, stored *types.Var
	for _, stmt := range decl.Body.List {
		switch stmt := stmt.(type) {
		case *ast.IfStmt:
			assign, ok := stmt.Init.(*ast.AssignStmt)
			if ok && len(assign.Lhs) == 2 && len(assign.Rhs) == 1 && saysTrue(p, stmt.Body) && p.Source(stmt.Cond) == p.Source(assign.Lhs[1]) {
				found = element(p, assign.Rhs[0], sig)
			}
		case *ast.AssignStmt:
			if v := element(p, stmt.Lhs[0], sig); v != nil && found == v {
				stored = v
			}
		}
	}
	return stored
}

// element returns the field of a map that an expression is the element of, for a parameter.
func element(p *check.Pass, expr ast.Expr, sig *types.Signature) *types.Var {
	index, ok := ast.Unparen(expr).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	key, ok := ast.Unparen(index.Index).(*ast.Ident)
	field := callmatch.Field(p.TypesInfo, index.X)
	if !ok || field == nil {
		return nil
	}
	if _, isMap := field.Type().Underlying().(*types.Map); !isMap {
		return nil
	}
	for param := range sig.Params().Variables() {
		if p.TypesInfo.Uses[key] == param {
			return field
		}
	}
	return nil
}

func saysTrue(p *check.Pass, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && p.Source(ret.Results[0]) == "true"
}

// deleted reports whether a function other than the given one deletes from a map, or replaces it.
func deleted(p *check.Pass, field *types.Var, but *ast.FuncDecl) (found bool) {
	for _, decl := range astindex.Funcs(p.Pass) {
		if decl == but {
			continue
		}
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if callmatch.IsBuiltin(p.TypesInfo, n, "delete") || callmatch.IsBuiltin(p.TypesInfo, n, "clear") {
					found = found || callmatch.Field(p.TypesInfo, n.Args[0]) == field
				}
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					found = found || callmatch.Field(p.TypesInfo, lhs) == field
				}
			}
			return !found
		})
	}
	return found
}

// returnsNil reports whether a block returns no error, in a function that can return one.
func returnsNil(p *check.Pass, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) > 0 && p.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil()
}

// workAfter returns a call in the statements that follow, of a database or another machine, after which the
// function may return an error.
func workAfter(p *check.Pass, test inspector.Cursor) (work *ast.CallExpr) {
	sends := outbound.Of(p.Pass)
	for next, ok := test.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)) {
			switch n := c.Node().(type) {
			case *ast.CallExpr:
				fn := callmatch.Callee(p.TypesInfo, n)
				if work == nil && fn != nil && (catalog.Queries[callmatch.Name(fn)] || sends.Sends(fn)) && callmatch.CanFail(fn.Signature()) {
					work = n
				}
			case *ast.ReturnStmt:
				if len(n.Results) == 0 || work == nil {
					continue
				}
				last := n.Results[len(n.Results)-1]
				if callmatch.IsError(p.TypesInfo.TypeOf(last)) && !p.TypesInfo.Types[last].IsNil() {
					return work
				}
			}
		}
	}
	return nil
}
