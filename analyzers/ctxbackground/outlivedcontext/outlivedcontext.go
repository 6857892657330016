// Package outlivedcontext is the check ctxbackground/outlived-context: work outlives its
// context, which is canceled when the enclosing function returns.
package outlivedcontext

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed outlivedcontext.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "outlived-context",
	Title:      "work outlives its context, which is canceled when the enclosing function returns",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *Signup) ServeHTTP(w http.ResponseWriter, r *http.Request) {
//		go s.mail.Send(r.Context(), address)
//		w.WriteHeader(http.StatusAccepted) // the context ends after this
//	}
//
// and the same with what a framework uses again for the next request, such as gin.Context,
// and with a context whose cancel function is deferred, which a value that is returned may
// keep, or need: a transaction, rows, the body of an answer. Safe is a goroutine that the
// function waits for, or that checks the context's end itself. What the function does after
// the start may take as long as the goroutine and lowers the finding, as does work that has
// no effect outside the process. The context of a signal as BaseContext of a server is of
// low confidence.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, s := range starters.Of(p.Pass).Index().Starts {
		if s.In == nil || p.Quiet(s.Node.Pos()) {
			continue
		}
		if u := outliving(p, in, s); u != nil {
			reportOutliving(p, u)
		} else if u := pooled(p, in, s); u != nil {
			reportPooled(p, u)
		}
	}
	for cur := range in.Root().Preorder((*ast.Ident)(nil)) {
		if !p.Quiet(cur.Node().Pos()) {
			sendsPooled(p, cur)
		}
	}
	kept := make(map[ast.Node]bool)
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		switch cur.Node().(type) {
		case *ast.CompositeLit:
			keepsEnded(p, cur, kept)
			reportFirstLiteral(p, cur, kept)
			reportRequests(p, cur, baseContext(p, cur))
		case *ast.AssignStmt:
			assignsEnded(p, cur, kept)
			reportRequests(p, cur, assignedBase(p, cur))
		case *ast.CallExpr:
			returnsEnded(p, cur)
			handsToKeeper(p, cur, kept)
			handsToGoroutine(p, cur)
			reportFirst(p, cur)
		case *ast.ReturnStmt:
			returnsContext(p, cur)
			returnsLiteral(p, cur)
		}
	}
}

func reportOutliving(p *check.Pass, u *outliver) {
	at, call := u.uses[0], u.calls[0]
	if pos, ok := intent.Wanted(p, at, u.start); ok {
		p.Safe(at.Node(), p.Source(at.Node()), verdict.Wanted, pos)
		return
	}
	if pos := u.waits(p); pos.IsValid() {
		p.Safe(at.Node(), p.Source(at.Node()), verdict.Joined, pos)
		return
	}
	start := u.start.Node().Pos()
	message := fmt.Sprintf("%s, in the goroutine started at %s, is interrupted: %s is canceled when %s",
		p.Name(call.Node().(*ast.CallExpr).Fun), p.Where(start, at.Node().Pos()), p.Source(at.Node()), u.end.how)
	if u.end.starts {
		message = fmt.Sprintf("the goroutine started at %s ends too early: %s is canceled when %s", p.Where(start, at.Node().Pos()), p.Source(at.Node()), u.end.how)
	}
	p.Report(check.Finding{
		At:      at.Node().(ast.Expr),
		Message: message,
		Trace: []check.Hop{
			{Pos: u.end.pos, Message: "the context is made or canceled here"},
			{Pos: start, Message: "the goroutine is started here, and nothing waits for it"},
		},
		Doubts: u.doubts(p),
		Fix:    u.fix(p),
	})
}

// reportRequests reports a server whose requests get ctx, if a signal ends it.
//
//	srv := &http.Server{BaseContext: func(net.Listener) context.Context { return ctx }}
func reportRequests(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) {
	if ctx == nil {
		return
	}
	made := ofSignal(p, cur, ctx)
	if !made.IsValid() {
		return
	}
	var doubts []check.Doubt
	if !drains(p) {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, ctx.Pos()))
	}
	p.Report(check.Finding{
		At: ctx,
		Message: fmt.Sprintf("the signal cancels all requests in flight, which Shutdown should wait for: their context is derived from %s",
			p.Source(ctx)),
		Trace:  []check.Hop{{Pos: made, Message: "canceled by the signal"}},
		Doubts: doubts,
		Fix:    fixWithoutCancel(p, ctx),
	})
}

// An endBehind says what ends a context when a function returns.
type endBehind struct {
	expr     ast.Expr // the context
	pos      token.Pos
	fn       inspector.Cursor // the function with whose return it ends
	how      string
	deferred bool // by a deferred cancel; else with the request
	starts   bool // with the start of the program, in which fn is a hook

	caller *ast.CallExpr // that passes the context to fn, and returns as well; nil if fn makes it
}
