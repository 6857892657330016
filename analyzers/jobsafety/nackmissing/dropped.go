package nackmissing

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A drop acknowledges an entry in a branch that leaves the function or the iteration, before the statements
// that handle the others.
//
//	if page == "" {
//		return c.rdb.XAck(ctx, stream, group, m.ID).Err()
//	}
//	return c.record(ctx, page)
type drop struct {
	ack  *ast.CallExpr
	rest []ast.Stmt // what follows the branch
}

// reportDropped reports entries of which only those are acknowledged that are dropped. It is called where
// the package acknowledges: something else that acknowledges, by its name, may be for the others.
func reportDropped(p *check.Pass, in *inspector.Inspector, doubts []check.Doubt) {
	var drops []drop
	acks := make(map[*ast.Ident]bool)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if _, ok := catalog.AcksByPart[to.Name]; !ok {
			continue
		}
		d, ok := droppedBy(p, cur)
		if !ok {
			return
		}
		drops = append(drops, d)
		acks[ast.Unparen(call.Fun).(*ast.SelectorExpr).Sel] = true
	}
	for id, obj := range p.TypesInfo.Uses {
		if saysAck(obj) && !acks[id] {
			return
		}
	}
	for _, d := range drops {
		last := d.rest[len(d.rest)-1]
		p.Report(check.Finding{
			At: last,
			Message: fmt.Sprintf("entries that are handled stay pending forever: %s acknowledges at line %d what is dropped, and nothing the others",
				p.Name(d.ack.Fun), p.Line(d.ack.Pos())),
			Trace:  []check.Hop{{Pos: d.ack.Pos(), Message: "acknowledged here only"}},
			Doubts: doubts,
		})
		return // one for the package
	}
}

// droppedBy returns the drop that the call at cur, which acknowledges, is part of.
func droppedBy(p *check.Pass, cur inspector.Cursor) (drop, bool) {
	call := cur.Node().(*ast.CallExpr)
	if _, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); !ok || len(call.Args) == 0 {
		return drop{}, false
	}
	entry := callmatch.Root(p.TypesInfo, call.Args[len(call.Args)-1])
	for branch := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		test, ok := branch.Node().(*ast.IfStmt)
		if !ok {
			return drop{}, false
		}
		if rest := after(branch); entry != nil && len(rest) > 0 && leaves(test.Body) && test.Else == nil && refuses(p, test.Cond) &&
			test.Body.Pos() < call.Pos() && mentions(p, rest, entry) {
			return drop{ack: call, rest: rest}, true
		}
	}
	return drop{}, false
}

// after returns the statements that follow the one at cur in its list.
func after(cur inspector.Cursor) []ast.Stmt {
	list := astindex.Stmts(cur.Parent().Node())
	i := slices.Index(list, cur.Node().(ast.Stmt))
	if i < 0 {
		return nil
	}
	return list[i+1:]
}

// leaves reports whether a block ends with a return or a jump.
func leaves(body *ast.BlockStmt) bool {
	return len(body.List) > 0 && jumps(body.List[len(body.List)-1])
}

// refuses reports whether a condition says that an entry is not as it should be: it is no test for success.
func refuses(p *check.Pass, cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR, token.LAND:
			return refuses(p, e.X) && refuses(p, e.Y)
		case token.EQL:
			return !callmatch.IsError(p.TypesInfo.TypeOf(e.X))
		case token.NEQ:
			return callmatch.TestedError(p.TypesInfo, e) != nil
		case token.LSS, token.GTR, token.LEQ, token.GEQ:
			return true
		}
	}
	return false
}

// mentions reports whether statements mention a variable.
func mentions(p *check.Pass, list []ast.Stmt, v types.Object) bool {
	found := false
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && p.TypesInfo.Uses[id] == v
			return !found
		})
	}
	return found
}
