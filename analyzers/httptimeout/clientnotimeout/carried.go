package clientnotimeout

import (
	"cmp"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportContextCall reports a call of [catalog.ContextClients] whose context has no deadline and
// carries no client that has one:
//
//	config.Exchange(r.Context(), code)
func reportContextCall(p *check.Pass, set *valueflow.Settings, cur inspector.Cursor, ctx ast.Expr) {
	call := cur.Node().(*ast.CallExpr)
	if limited := cmp.Or(set.Client, set.Transport); limited != nil {
		p.Safe(call.Fun, p.Name(call.Fun), verdict.Limited, limited.Pos())
		return
	}
	b := boundsOf(p, cur.Inspector())
	b.clients = true
	doubts := requestDoubts(p, cur, call)
	switch b.context(ctx) {
	case bounded:
		p.Safe(call.Fun, p.Name(call.Fun), verdict.Limited, ctx.Pos())
		return
	case unknown:
		doubts = append(doubts, check.Doubting(verdict.CallersLimit, ctx.Pos()))
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("%s never returns when the server does not respond: its context has no deadline, and carries no client with a Timeout",
			p.Name(call.Fun)),
		Doubts: doubts,
		Fix:    fixContextCall(p, cur, ctx),
	})
}

// carried returns the client that a call puts into a context, nil if it puts none.
func carried(p *check.Pass, call *ast.CallExpr) ast.Expr {
	row, ok := catalog.ClientCarriers[callmatch.CalleeName(p.TypesInfo, call)]
	if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(call.Args[row.Client]), valueflow.HTTPClient) {
		return nil
	}
	return call.Args[row.Client]
}

// carries returns what bounds a context that carries a client: the client, unless it is made
// without a limit.
func (b *bounds) carries(call *ast.CallExpr) bound {
	cur, ok := astindex.Find(b.in, call)
	if !ok {
		return unknown
	}
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok || httplimits.Of(b.p.Pass).Value(carried(b.p, call), decl) != httplimits.Client {
		return bounded
	}
	return b.context(call.Args[0])
}

// fixContextCall lets the context carry a client with a limit, where it carries none.
func fixContextCall(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) *edit.Fix {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for call := range fn.Preorder((*ast.CallExpr)(nil)) {
			if carried(p, call.Node().(*ast.CallExpr)) != nil {
				return nil // its transport is wanted
			}
		}
	}
	call := cur.Node().(*ast.CallExpr)
	e := p.Edit(ctx.Pos())
	limit := usual.configured(e, call)
	client := ""
	if !p.Plain() && limit == usual {
		client = e.Import(ctx.Pos(), p.Lifecycle(), "lifecycle") + ".DefaultClient"
	} else {
		client = "&" + e.Import(ctx.Pos(), "net/http", "http") + ".Client{Timeout: " + limit.expr(e, call) + "}"
	}
	e.Insert(ctx.Pos(), e.Import(ctx.Pos(), "context", "context")+".WithValue(")
	e.Insert(ctx.End(), ", "+e.Import(ctx.Pos(), "golang.org/x/oauth2", "oauth2")+".HTTPClient, "+client+")")
	return e.Fix("Send it through a client with a Timeout of "+limit.text, limit.changes())
}
