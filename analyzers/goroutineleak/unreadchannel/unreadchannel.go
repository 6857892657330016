// Package unreadchannel is the check goroutineleak/unread-channel: a library blocks on a channel that nothing
// receives from.
package unreadchannel

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unreadchannel.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "unread-channel",
	Title:      "a library blocks on a channel that nothing receives from",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Unfixable:  "what an error means to the program is a decision",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	w, err := fsnotify.NewWatcher()
//	…
//	for ev := range w.Events { // and nothing receives from w.Errors
//
// at the receive of another channel of the value, else where it is made. Silent where the package mentions the
// channel, or switches it off. Doubtful where the value leaves the package.
func run(p *check.Pass) {
	for cur, call := range calls.All(p.Pass) {
		if p.Quiet(call.Expr.Pos()) {
			continue
		}
		if rows := catalog.UnreadResults[call.Name]; len(rows) > 0 {
			judgeResults(p, cur, call.Expr, rows)
		}
		for i := range catalog.UnreadChannels[call.Name] {
			judge(p, call, &catalog.UnreadChannels[call.Name][i])
		}
	}
}

// judgeResults reports a call of which one channel is dropped. A connection of which all are dropped is not served.
func judgeResults(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, rows []catalog.UnreadResult) {
	targets, _ := localvar.Targets(cur)
	dropped := make(map[*ast.Ident]string)
	for _, row := range rows {
		if row.Result >= len(targets) {
			return
		}
		switch id, ok := targets[row.Result].(*ast.Ident); {
		case ok && id.Name == "_":
			dropped[id] = row.Blocks
		case ok:
			p.Safe(id, id.Name, verdict.HandedOver, id.Pos())
		}
	}
	if len(rows) > 1 && len(dropped) == len(rows) {
		return
	}
	for id, blocks := range dropped {
		p.Report(check.Finding{
			At:      id,
			Message: fmt.Sprintf("%s: nothing receives from the channel of %s, which is dropped", blocks, p.Name(call.Fun)),
		})
	}
}

func judge(p *check.Pass, call *calls.Call, row *catalog.Unread) {
	made := call.Func.Signature().Results().At(0).Type()
	ch, _, _ := types.LookupFieldOrMethod(made, true, call.Func.Pkg(), row.Name)
	on, unsure := switchedOn(p, call, row)
	if ch == nil || !on {
		return
	}
	if at := mentioned(p, ch); at != nil {
		p.Safe(call.Expr, row.Name, verdict.Handled, at.Pos())
		return
	}
	doubts := unsure
	if gone := escapes(p, call.Expr, row.Name); gone.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.ReadElsewhere, gone))
	}
	at, trace := place(p, call.Expr, made, row)
	p.Report(check.Finding{
		At:      at,
		Message: fmt.Sprintf("%s blocks %s: nothing receives from its channel %s", typeName(p, made), row.Blocks, row.Name),
		Trace:   trace,
		Doubts:  doubts,
	})
}

func typeName(p *check.Pass, t types.Type) string {
	return types.TypeString(callmatch.Deref(t), func(other *types.Package) string {
		if other == p.Pkg {
			return ""
		}
		return other.Name()
	})
}
