package endlesshandler

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// reportForeign reports loops of handlers over the channel of a subscription that other code makes:
//
//	ch, cancel := broker.Subscribe(topic)
//	defer cancel()
//	for msg := range ch {
//		fmt.Fprintf(w, "data: %s\n\n", msg)
//		flusher.Flush()
//	}
//
// where the handler does not look at the context of the request. What closes the channel is not known, so that
// only streams of events count, which send a piece at a time and may be silent for long, as [reportQuiet] has them.
func reportForeign(p *check.Pass, seen map[ast.Node]bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil)) {
		ch := waitedFor(p, cur)
		if ch == nil || p.Quiet(ch.Pos()) || callmatch.IsEmpty(p.TypesInfo.TypeOf(ch)) {
			continue
		}
		fn, ok := astindex.FuncAround(cur)
		if !ok || !astindex.AnswersRequests(astindex.Signature(p.TypesInfo, fn.Node())) || !subscribed(p, cur, ch) {
			continue
		}
		if loop := loopAround(cur); loop != nil && flushes(p, loop) && (sendsEvents(p, fn.Node()) || givesBack(fn, cur)) {
			reportWait(p, seen, ch.Pos(), false, nil)
		}
	}
}

// waitedFor returns the channel that a loop ranges over, or that a receive outside of a select waits for.
func waitedFor(p *check.Pass, cur inspector.Cursor) ast.Expr {
	switch n := cur.Node().(type) {
	case *ast.RangeStmt:
		if syntax.IsChannel(p.TypesInfo.TypeOf(n.X)) {
			return n.X
		}
	case *ast.UnaryExpr:
		if n.Op != token.ARROW {
			return nil
		}
		for c := range cur.Enclosing((*ast.CommClause)(nil), (*ast.BlockStmt)(nil)) {
			if clause, ok := c.Node().(*ast.CommClause); ok && n.End() <= clause.Colon {
				return nil
			}
			return n.X
		}
	}
	return nil
}

// loopAround returns the innermost loop of the function around cur, cur itself included.
func loopAround(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return c.Node()
		}
		return nil
	}
	return nil
}

// subscribed reports whether a channel is a variable that gets the result of a call of another package's function,
// or of a method of an interface.
func subscribed(p *check.Pass, cur inspector.Cursor, ch ast.Expr) bool {
	value := ast.Unparen(ch)
	if id, ok := value.(*ast.Ident); ok {
		v, isVar := p.TypesInfo.Uses[id].(*types.Var)
		if !isVar {
			return false
		}
		value = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
	}
	if sel, ok := value.(*ast.SelectorExpr); ok { // sub.C of sub := broker.Subscribe(topic)
		v, isVar := callmatch.Root(p.TypesInfo, sel).(*types.Var)
		if !isVar {
			return false
		}
		value = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
	}
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && (fn.Pkg() != p.Pkg || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()))
}

// flushes reports whether a loop sends what it has written piece by piece.
func flushes(p *check.Pass, loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && catalog.AnswerFlushes[callmatch.CalleeName(p.TypesInfo, call)]
		return !found
	})
	return found
}

// sendsEvents reports whether a function says that it answers with a stream of events.
func sendsEvents(p *check.Pass, fn ast.Node) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		lit, ok := n.(ast.Expr)
		if value := p.TypesInfo.Types[lit].Value; ok && value != nil && value.Kind() == constant.String {
			found = found || strings.HasPrefix(constant.StringVal(value), "text/event-stream")
		}
		return !found
	})
	return found
}
