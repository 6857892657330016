package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
)

var tickerRange = &check.Check{
	Slug:       "ticker-range",
	Title:      "goroutine ranges over a ticker's channel, which nothing closes",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Run:        runTickerRange,
}

// runTickerRange reports
//
//	go func() {
//		for range ticker.C { // no way out of the body
//			…
//		}
//	}()
//
// Ticker.Stop does not close the channel, and neither does collecting the
// ticker: the goroutine waits for ever. Silent when the body can leave the
// function, when the program's main goroutine runs the loop (that is what the
// program is for), and when no goroutine of this package runs it.
func runTickerRange(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil)) {
		loop := cur.Node().(*ast.RangeStmt)
		if p.Quiet(loop.Pos()) || !isTickType(p.TypesInfo.TypeOf(loop.X)) {
			continue
		}
		fn, graph := enclosing(p, cur)
		if graph == nil || !tickChannel(p.TypesInfo, cur, loop.X) || paths.CanLeaveRange(graph, loop) {
			continue
		}
		start, ok := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fn)
		if !ok {
			continue
		}
		reportTickerRange(p, cur, loop, start)
	}
}

// isTickType is the early out: a receivable channel of time.Time.
func isTickType(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && callmatch.IsType(ch.Elem(), "time.Time")
}

// tickChannel reports whether expr is a channel that a ticker sends on: a
// field or call the catalog knows, or a local that never holds anything else.
func tickChannel(info *types.Info, cur inspector.Cursor, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		s := info.Selections[expr]
		return s != nil && s.Kind() == types.FieldVal && catalog.Tickers.Fields[callmatch.OwnedField(s)]
	case *ast.CallExpr:
		return catalog.Tickers.Calls[callmatch.CalleeName(info, expr)]
	case *ast.Ident:
		v, ok := info.Uses[expr].(*types.Var)
		if !ok {
			return false
		}
		for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			value := localvar.Value(info, decl.Node(), v)
			return value != nil && tickChannel(info, cur, value)
		}
	}
	return false
}

// enclosing returns the function around cur and its control-flow graph.
func enclosing(p *check.Pass, cur inspector.Cursor) (ast.Node, *cfg.CFG) {
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch fn := c.Node().(type) {
		case *ast.FuncLit:
			return fn, graphs.FuncLit(fn)
		case *ast.FuncDecl:
			return fn, graphs.FuncDecl(fn)
		}
	}
	return nil, nil
}

func reportTickerRange(p *check.Pass, cur inspector.Cursor, loop *ast.RangeStmt, start astindex.Start) {
	channel := p.Source(loop.X)
	p.Report(check.Finding{
		At: loop.X,
		Message: fmt.Sprintf("goroutine started at %s ranges over %s, which nothing closes, Stop included: it can never end",
			p.Where(start.Node.Pos(), loop.Pos()), channel),
		Trace: []check.Hop{
			{Pos: start.Node.Pos(), Message: "started here"},
			{Pos: loop.For, Message: "waits here for ticks only"},
		},
		Fix: fixTickerRange(p, cur, loop, channel),
	})
}

// fixTickerRange ends the loop with a context: one in scope that is known to
// end, else the process-wide one.
//
//	for range t.C                →  for range lifecycle.Recv(ctx, t.C)
//
// Files older than Go 1.23 cannot range over functions and get a select.
func fixTickerRange(p *check.Pass, cur inspector.Cursor, loop *ast.RangeStmt, channel string) *edit.Fix {
	e := p.Edit(loop.Pos())
	ctx, changes := contextFor(p, cur, loop.Pos())
	plain := p.Stdlib() && ctx != ""
	if !plain && goversion.AtLeast(p.Version(loop.Pos()), "go1.23") {
		lc := e.Import(loop.Pos(), p.Lifecycle(), "lifecycle")
		if ctx == "" {
			ctx = lc + ".Context()"
		}
		seq := fmt.Sprintf("%s.Recv(%s, %s)", lc, ctx, channel)
		e.Replace(loop.X.Pos(), loop.X.End(), seq)
		return e.Fix("Range over "+seq+", which ends with the context", changes)
	}
	if ctx == "" {
		ctx = e.Import(loop.Pos(), p.Lifecycle(), "lifecycle") + ".Context()"
	}
	if !selectOn(p, e, cur, loop, ctx, channel) {
		return nil
	}
	return e.Fix("Wait for "+channel+" and "+ctx+".Done() in a select", changes)
}

// selectOn rewrites the head of the loop into
//
//	for {
//		select {
//		case <-ctx.Done():
//			return
//		case <-t.C:
//		}
//
// and leaves the body behind the select, where continue keeps its meaning. It
// reports whether a plain return is right there: the loop must be the last
// statement of a function without results.
func selectOn(p *check.Pass, e *edit.Builder, cur inspector.Cursor, loop *ast.RangeStmt, ctx, channel string) bool {
	body, ok := cur.Parent().Node().(*ast.BlockStmt)
	if !ok || body.List[len(body.List)-1] != loop {
		return false
	}
	if !plainReturn(cur.Parent().Parent().Node()) {
		return false
	}
	indent := e.Indent(loop.Pos())
	receive := "<-" + channel
	var declare string
	if key, ok := loop.Key.(*ast.Ident); ok && key.Name != "_" {
		receive = key.Name + " = <-" + channel
		if loop.Tok == token.DEFINE {
			declare = fmt.Sprintf("\n%s\tvar %s %s.Time", indent, key.Name, e.Import(loop.Pos(), "time", "time"))
		}
	}
	head := []string{"for {" + declare, "\tselect {", "\tcase <-" + ctx + ".Done():", "\t\treturn", "\tcase " + receive + ":", "\t}"}
	e.Replace(loop.For, loop.Body.Lbrace+1, strings.Join(head, "\n"+indent))
	return true
}

// plainReturn reports whether fn is a function without results.
func plainReturn(fn ast.Node) bool {
	switch fn := fn.(type) {
	case *ast.FuncLit:
		return fn.Type.Results == nil
	case *ast.FuncDecl:
		return fn.Type.Results == nil
	}
	return false
}

// contextFor returns the expression of a context that the code at pos should
// end with, "" if none is in scope, and what using it changes beyond the bug.
func contextFor(p *check.Pass, cur inspector.Cursor, pos token.Pos) (expr, changes string) {
	var path []ast.Node
	for c := range cur.Enclosing() {
		path = append([]ast.Node{c.Node()}, path...)
	}
	contexts := ctxscope.At(p.Pass, pos, path)
	for _, c := range contexts {
		if c.Stoppable() {
			return c.Var.Name(), ""
		}
	}
	for _, c := range contexts {
		if c.Param {
			return c.Var.Name(), "the goroutine now ends with the " + c.Var.Name() + " of the function that starts it"
		}
	}
	return "", ""
}
