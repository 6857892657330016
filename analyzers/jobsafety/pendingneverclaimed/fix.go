package pendingneverclaimed

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixPending adds, after streams, err := rdb.XReadGroup(…).Result(), what another member
// has held for more than a minute.
func fixPending(p *check.Pass, r *groupRead) *edit.Fix {
	stmt, ok := astindex.Statement(r.cur)
	call, args := r.call, r.args
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel || len(ast.Unparen(astindex.LitField(args, "Streams")).(*ast.CompositeLit).Elts) != 2 {
		return nil
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 || astindex.LitField(args, "Group") == nil || astindex.LitField(args, "Consumer") == nil {
		return nil
	}
	typ, ok := ast.Unparen(args.Type).(*ast.SelectorExpr)
	result, isCall := assign.Rhs[0].(*ast.CallExpr)
	if !ok || !isCall || !strings.HasSuffix(callmatch.CalleeName(p.TypesInfo, result), "Cmd).Result") {
		return nil
	}
	e := p.Edit(call.Pos())
	minute := e.Import(call.Pos(), "time", "time") + ".Minute"
	redis, stream := p.Source(typ.X), p.Source(ast.Unparen(astindex.LitField(args, "Streams")).(*ast.CompositeLit).Elts[0])
	streams, err := p.Source(assign.Lhs[0]), p.Source(assign.Lhs[1])
	e.After(assign,
		fmt.Sprintf("if claimed, _, claimErr := %s.XAutoClaim(%s, &%s.XAutoClaimArgs{", p.Source(sel.X), p.Source(call.Args[0]), redis),
		"\tStream:   "+stream+",", "\tGroup:    "+p.Source(astindex.LitField(args, "Group"))+",", "\tConsumer: "+p.Source(astindex.LitField(args, "Consumer"))+",",
		"\tMinIdle:  "+minute+",", "\tStart:    \"0-0\",",
		"}).Result(); claimErr == nil && len(claimed) > 0 {",
		fmt.Sprintf("\t%s, %s = append(%s, %s.XStream{Stream: %s, Messages: claimed}), nil", streams, err, streams, redis, stream),
		"}")
	return e.Fix("Claim what has been pending for a minute after each read",
		"messages that another consumer has held for more than a minute are handled again: make the minute longer than handling takes")
}
