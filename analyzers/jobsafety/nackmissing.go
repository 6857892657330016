package jobsafety

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var nackMissing = &check.Check{
	Slug:       "nack-missing",
	Title:      "broker message that is neither acknowledged nor given back on some path",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runNackMissing,
}

// runNackMissing reports
//
//	for d := range deliveries {
//		if err := handle(d.Body); err != nil {
//			continue // neither Ack nor Nack
//		}
//		d.Ack(false)
//	}
//
// and the same in a function that gets one message. Silent when the code never
// settles a message itself, when the message, and not only its contents, goes
// elsewhere, and for ways out that end the consumer: the broker then takes back
// what is not settled.
func runNackMissing(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		w := consumer(p, cur.Node())
		if w == nil || !w.settlesDirectly() {
			continue
		}
		settled, falls := w.block(w.body.List, false)
		if w.giveUp {
			continue
		}
		if falls && !settled {
			w.leaks = append(w.leaks, leak{w.body, true})
		}
		for _, l := range w.leaks {
			reportLeak(p, w, l)
		}
	}
}

// consumer returns the walk over a loop or function that handles messages one by
// one, nil if cur is none.
func consumer(p *check.Pass, n ast.Node) *walk {
	switch n := n.(type) {
	case *ast.RangeStmt:
		id, ok := n.Key.(*ast.Ident)
		if _, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); !ok || !isChan {
			return nil
		}
		return newWalk(p, id, n.Body, true)
	case *ast.FuncLit:
		return handlerWalk(p, n.Type, n.Body)
	case *ast.FuncDecl:
		if n.Body != nil {
			return handlerWalk(p, n.Type, n.Body)
		}
	}
	return nil
}

// handlerWalk takes functions without an error result: with one, the caller may
// settle the message.
func handlerWalk(p *check.Pass, ft *ast.FuncType, body *ast.BlockStmt) *walk {
	if ft.Results != nil {
		return nil
	}
	for _, field := range ft.Params.List {
		for _, id := range field.Names {
			if w := newWalk(p, id, body, false); w != nil {
				return w
			}
		}
	}
	return nil
}

func newWalk(p *check.Pass, id *ast.Ident, body *ast.BlockStmt, loop bool) *walk {
	v, ok := p.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return nil
	}
	s, ok := catalog.Settlements[callmatch.TypeName(v.Type())]
	if !ok {
		return nil
	}
	return &walk{p: p, v: v, how: s, body: body, loop: loop}
}
