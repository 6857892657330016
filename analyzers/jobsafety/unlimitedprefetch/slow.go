package unlimitedprefetch

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// slow is what shows that a message takes time.
type slow struct {
	at   ast.Node
	what string
}

// slowness returns what shows that the messages of a type take time: several goroutines receive them, each gets one
// of its own, or their work has a limit.
func slowness(p *check.Pass, message string) *slow {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil)) {
		loop := cur.Node().(*ast.RangeStmt)
		ch, ok := p.TypesInfo.TypeOf(loop.X).Underlying().(*types.Chan)
		if !ok || callmatch.TypeName(ch.Elem()) != message {
			continue
		}
		if start := startIn(p, cur); start != nil {
			return &slow{start, "each message has a goroutine"}
		}
		if start := worker(p, cur); start != nil {
			return &slow{start, "several goroutines work on the messages"}
		}
		if limit := limited(p, loop.Body, 2); limit != nil {
			return &slow{limit, "a message may take as long as this"}
		}
	}
	return nil
}

// startIn returns the goroutine that a loop starts.
func startIn(p *check.Pass, loop inspector.Cursor) ast.Node {
	for _, start := range astindex.Of(p.Pass).Starts {
		if body := loop.Node().(*ast.RangeStmt).Body; body.Pos() <= start.Node.Pos() && start.Node.End() <= body.End() {
			return start.Node
		}
	}
	return nil
}

// worker returns the start of the goroutine that a receiving loop is in, where a loop starts several.
func worker(p *check.Pass, loop inspector.Cursor) ast.Node {
	fn, ok := astindex.FuncAround(loop)
	if !ok {
		return nil
	}
	start, ok := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fn.Node())
	if !ok {
		return nil
	}
	at, ok := astindex.Find(loop.Inspector(), start.Node)
	if !ok {
		return nil
	}
	for c := range at.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return start.Node
		}
		return nil
	}
	return nil
}

// limited returns the call in a body, or in a function of the package that it calls, that limits the time of the work.
func limited(p *check.Pass, body ast.Node, depth int) (limit ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || limit != nil {
			return limit == nil
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn == nil {
			return true
		}
		if catalog.ContextEnds[callmatch.Name(fn)] == "deadline" {
			limit = call
		} else if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil && depth > 0 {
			limit = limited(p, decl.Body, depth-1)
		}
		return limit == nil
	})
	return limit
}
