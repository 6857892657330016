package uncancellablesleep

import (
	"go/ast"
	"go/constant"
	"go/token"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/timebound"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/moment"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// shortAlone limits the pauses that a goroutine may make which nothing waits for: all that they delay
// is its own end.
const shortAlone = 30*time.Second + 1

// doubtsOfPause returns what speaks against a report of a pause.
func doubtsOfPause(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor, sig *stopsignal.Signal) []check.Doubt {
	var list []check.Doubt
	second := p.TypesInfo.Types[call.Args[0]].Value
	s, alone := unawaited(p, cur)
	switch {
	case alone && shortPause(p, cur, call.Args[0], loops, sig, shortAlone):
		list = append(list, check.Doubting(verdict.NotAwaited, s.Instr.Pos()))
	case (second == nil || constant.Compare(second, token.LSS, constant.MakeInt64(int64(time.Second)))) &&
		shortPause(p, cur, call.Args[0], loops, sig, sig.Short(loops[0].Node())):
		list = append(list, check.Doubting(verdict.ShortPause, call.Args[0].Pos()))
	case shortInAll(p, cur, call.Args[0], loops):
		list = append(list, check.Doubting(verdict.ShortPause, loops[0].Node().Pos()))
	}
	if at := leftAlone(p, cur); at.IsValid() {
		list = append(list, check.Doubting(verdict.OneLeft, at))
	}
	return append(list, commonDoubts(p, cur, sig)...)
}

// shortInAll reports whether a loop makes so few attempts that all pauses between them together are short.
//
//	for i := 0; i < 3; i++ { if i > 0 { time.Sleep(time.Duration(i) * time.Second) }; … }
func shortInAll(p *check.Pass, cur inspector.Cursor, d ast.Expr, loops []inspector.Cursor) bool {
	b := &timebound.Bound{P: p, Info: p.TypesInfo, Scope: syntax.OutermostFunc(cur)}
	return len(loops) == 1 && b.Counts(loops[0].Node()) && b.InAllRounds(d) < float64(stopsignal.LongInAll)
}

// commonDoubts returns what speaks against a report of a pause anywhere.
func commonDoubts(p *check.Pass, cur inspector.Cursor, sig *stopsignal.Signal) []check.Doubt {
	var list []check.Doubt
	if at := givesBack(cur); at.IsValid() {
		list = append(list, check.Doubting(verdict.Deliberate, at))
	}
	if at := startsUp(p, cur); at.IsValid() {
		list = append(list, check.Doubting(verdict.Bootstrap, at))
	}
	if at := rootPassed(p, cur, sig); at.IsValid() {
		list = append(list, check.Doubting(verdict.RootPassed, at))
	}
	return list
}

// startsUp returns the function around a pause between attempts whose number is limited, if it runs only as
// the program starts: the signals that the pause would delay are seldom caught yet. In main they are where
// the context of a signal is in scope.
//
//	func New(ctx context.Context) (*Store, error) { for range 10 { if ping(ctx) == nil { break }; time.Sleep(time.Second) } … }
func startsUp(p *check.Pass, cur inspector.Cursor) token.Pos {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	loops := syntax.LoopsAround(cur)
	if !ok || len(loops) == 0 || p.Pkg.Name() == "main" {
		return token.NoPos
	}
	if loop, ok := loops[0].Node().(*ast.ForStmt); ok && loop.Post == nil {
		return token.NoPos
	}
	if moment.Of(p.Pass, catalog.NamedSetup).OfNode(cur.Node()) != moment.Startup {
		return token.NoPos
	}
	return decl.Name.Pos()
}

// rootPassed returns where the package passes a context that never ends for the parameter that is
// the signal, as all of its calls do: only an importer may pass another one.
func rootPassed(p *check.Pass, cur inspector.Cursor, sig *stopsignal.Signal) token.Pos {
	for _, c := range ctxscope.At(p.Pass, cur.Node().Pos(), syntax.PathTo(cur)) {
		if sig.Ctx && c.Param && c.Var.Name() == sig.Expr {
			return ctxscope.RootHere(p.Pass, cur, c.Var)
		}
	}
	return token.NoPos
}

// leftAlone returns where the goroutine starts that runs the function around a pause, and that
// nothing waits for. Not if a loop starts it, or the function is called besides.
func leftAlone(p *check.Pass, cur inspector.Cursor) token.Pos {
	s, ok := unawaited(p, cur)
	if !ok {
		return token.NoPos
	}
	if callers, _ := ssaflow.Of(p.Pass).Callers(s.Bodies[0]); len(callers) > 1 || lifetime.LifetimesIn(p).Repeats(s.Instr, 4) {
		return token.NoPos
	}
	return s.Instr.Pos()
}

// unawaited returns the start of the goroutine that runs the function around a pause, if it does
// not signal its end: nothing waits for the rest of the pause, after which it ends.
func unawaited(p *check.Pass, cur inspector.Cursor) (s ssaflow.Start, ok bool) {
	fn, _ := syntax.Enclosing(p, cur)
	start, ok := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fn)
	if !ok {
		return s, false
	}
	s, known := ssainstr.AsStart(p, start)
	return s, known && s.Complete && len(s.Bodies) == 1 && s.Starter == "" && !worker.Tells(ssaflow.Of(p.Pass), s.Bodies[0])
}
