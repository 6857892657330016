package jobsafety

import (
	"fmt"
	"go/ast"
	"go/constant"

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
// Silent with NoAck, when the read itself claims, and when the IDs are not
// constants.
func runPendingNeverClaimed(p *check.Pass) {
	known := p.ResultOf[statuses.Analyzer].(*statuses.Result)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var reads []inspector.Cursor
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !catalog.GroupReads[callmatch.CalleeName(p.TypesInfo, call)] || p.Quiet(call.Pos()) {
			continue
		}
		if links := chain(cur); !onlyNew(p, call) && !chainOnlyNew(p, links) {
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
				p.Name(call.Fun)),
			Fix: fixRead(p, cur, call),
		})
	}
}

func fixRead(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	if readArgs(call) == nil {
		return fixChain(p, chain(cur))
	}
	return fixPending(p, cur, call)
}

// onlyNew reports whether the call reads with the ID ">" alone, and has messages
// acknowledged.
func onlyNew(p *check.Pass, call *ast.CallExpr) bool {
	args := readArgs(call)
	if args == nil || fieldOf(args, "NoAck") != nil || fieldOf(args, "Claim") != nil {
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
