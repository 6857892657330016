package unownedrelease

import (
	"fmt"
	"go/ast"
	"go/constant"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// sessions reports locks of a database session that are acquired on a pool of connections: what releases
// them may run on another one, which does not own the lock.
//
//	_, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key)
//	…
//	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
//
// Safe is a pool of one connection.
func sessions(p *check.Pass) {
	var locks, unlocks []*ast.CallExpr
	var single *ast.CallExpr
	doubts := make(map[*ast.CallExpr][]check.Doubt)
	for cur, to := range calls.All(p.Pass) {
		if to.Name == "(*database/sql.DB).SetMaxOpenConns" && isOne(p, to.Expr.Args[0]) {
			single = to.Expr
		}
		sel, ok := ast.Unparen(to.Expr.Fun).(*ast.SelectorExpr)
		if !ok || p.Quiet(to.Expr.Pos()) {
			continue
		}
		gorm, doubt := gormPool(p, cur, sel.X)
		if !gorm && !catalog.ConnPools[callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(sel.X)))] {
			continue
		}
		switch sql := statementOf(p, to.Expr); {
		case catalog.UnlocksSession(sql):
			unlocks = append(unlocks, to.Expr)
		case catalog.LocksSession(sql):
			locks = append(locks, to.Expr)
			doubts[to.Expr] = doubt
		}
	}
	for _, lock := range locks {
		if single != nil {
			p.Safe(lock, p.Source(lock.Fun), verdict.Handled, single.Pos())
			continue
		}
		f := check.Finding{
			At:      lock,
			Message: fmt.Sprintf("the lock may stay held: %s acquires it for one connection of the pool, and what releases it may run on another one, which does not own it", p.Name(lock.Fun)),
			Doubts:  doubts[lock],
		}
		for _, unlock := range unlocks[:min(len(unlocks), 3)] {
			f.Trace = append(f.Trace, check.Hop{Pos: unlock.Pos(), Message: "released on any connection of the pool"})
		}
		p.Report(f)
	}
}

// statementOf returns the constant texts among the arguments of a call.
func statementOf(p *check.Pass, call *ast.CallExpr) (sql string) {
	for _, arg := range call.Args {
		if v := p.TypesInfo.Types[arg].Value; v != nil && v.Kind() == constant.String {
			sql += constant.StringVal(v) + "\n"
		}
	}
	return sql
}

func isOne(p *check.Pass, expr ast.Expr) bool {
	v := p.TypesInfo.Types[expr].Value
	return v != nil && v.ExactString() == "1"
}
