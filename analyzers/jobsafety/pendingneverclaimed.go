package jobsafety

import (
	"fmt"
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/statuses"
)

var pendingNeverClaimed = &check.Check{
	Slug:       "pending-never-claimed",
	Title:      "messages of a Redis consumer group that stay pending are never taken over",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runPendingNeverClaimed,
}

// runPendingNeverClaimed reports
//
//	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: g, Consumer: c, Streams: []string{s, ">"}})
//
// when neither the package nor one it imports claims what other members have
// left pending, or reads its own pending messages again (an ID other than ">").
// Silent with NoAck, and when the IDs are not constants.
func runPendingNeverClaimed(p *check.Pass) {
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var reads []inspector.Cursor
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !catalog.GroupReads[callmatch.CalleeName(p.TypesInfo, call)] || p.Quiet(call.Pos()) {
			continue
		}
		if !onlyNew(p, call) {
			return // this or that one sees pending messages
		}
		reads = append(reads, cur)
	}
	if known.Claims {
		return
	}
	for _, cur := range reads {
		call := cur.Node().(*ast.CallExpr)
		p.Report(check.Finding{
			At: call.Fun,
			Message: fmt.Sprintf("%s reads new messages only, and nothing claims those left pending: what a consumer had read when it was ended is never handled",
				p.Source(call.Fun)),
			Fix: fixPending(p, cur, call),
		})
	}
}

// onlyNew reports whether the call reads with the ID ">" alone, and has messages
// acknowledged.
func onlyNew(p *check.Pass, call *ast.CallExpr) bool {
	args := readArgs(call)
	if args == nil || fieldOf(args, "NoAck") != nil {
		return false
	}
	streams, ok := ast.Unparen(fieldOf(args, "Streams")).(*ast.CompositeLit)
	if !ok || len(streams.Elts)%2 != 0 || len(streams.Elts) == 0 {
		return false
	}
	for _, id := range streams.Elts[len(streams.Elts)/2:] {
		tv := p.TypesInfo.Types[id]
		if tv.Value == nil || constant.StringVal(tv.Value) != ">" {
			return false
		}
	}
	return true
}

// readArgs returns the literal of the arguments, nil if it is none.
func readArgs(call *ast.CallExpr) *ast.CompositeLit {
	if len(call.Args) != 2 {
		return nil
	}
	if amp, ok := ast.Unparen(call.Args[1]).(*ast.UnaryExpr); ok {
		lit, _ := ast.Unparen(amp.X).(*ast.CompositeLit)
		return lit
	}
	return nil
}

func fieldOf(lit *ast.CompositeLit, field string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}

// fixPending adds, behind streams, err := rdb.XReadGroup(…).Result(), what
// another member has held for more than a minute.
func fixPending(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	stmt, ok := statementOf(cur)
	args := readArgs(call)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel || len(ast.Unparen(fieldOf(args, "Streams")).(*ast.CompositeLit).Elts) != 2 {
		return nil
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 || fieldOf(args, "Group") == nil || fieldOf(args, "Consumer") == nil {
		return nil
	}
	typ, ok := ast.Unparen(args.Type).(*ast.SelectorExpr)
	result, isCall := assign.Rhs[0].(*ast.CallExpr)
	if !ok || !isCall || !strings.HasSuffix(callmatch.CalleeName(p.TypesInfo, result), "Cmd).Result") {
		return nil
	}
	e := p.Edit(call.Pos())
	minute := e.Import(call.Pos(), "time", "time") + ".Minute"
	redis, stream := p.Source(typ.X), p.Source(ast.Unparen(fieldOf(args, "Streams")).(*ast.CompositeLit).Elts[0])
	streams, err := p.Source(assign.Lhs[0]), p.Source(assign.Lhs[1])
	e.After(assign,
		fmt.Sprintf("if claimed, _, claimErr := %s.XAutoClaim(%s, &%s.XAutoClaimArgs{", p.Source(sel.X), p.Source(call.Args[0]), redis),
		"\tStream:   "+stream+",", "\tGroup:    "+p.Source(fieldOf(args, "Group"))+",", "\tConsumer: "+p.Source(fieldOf(args, "Consumer"))+",",
		"\tMinIdle:  "+minute+",", "\tStart:    \"0-0\",",
		"}).Result(); claimErr == nil && len(claimed) > 0 {",
		fmt.Sprintf("\t%s, %s = append(%s, %s.XStream{Stream: %s, Messages: claimed}), nil", streams, err, streams, redis, stream),
		"}")
	return e.Fix("Claim what has been pending for a minute after each read",
		"messages that another consumer has held for more than a minute are handled again: make the minute longer than handling takes")
}
