// Package publishedintransaction is the check jobsafety/published-in-transaction: message or
// cache entry leaves a transaction that may still roll back.
package publishedintransaction

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed publishedintransaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "published-in-transaction",
	Title:      "message or cache entry leaves a transaction that may still roll back",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Unfixable:  "what is published has to be kept until the commit, or stored in an outbox",
	Run:        run,
}

// run reports
//
//	tx, err := db.BeginTx(ctx, nil)
//	…
//	err = writer.WriteMessages(ctx, message)
//	…
//	err = tx.Commit()
//
// and the same in a function that runs in a transaction, also where a function of the
// package publishes, or an interface that stands for the client of the broker. Safe is what is published after the commit.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		name := callmatch.CalleeName(p.TypesInfo, call)
		if arg, ok := catalog.TxBodies[name]; ok && arg < len(call.Args) {
			if lit, ok := ast.Unparen(call.Args[arg]).(*ast.FuncLit); ok && !p.Quiet(call.Pos()) {
				within(p, call, lit.Body, lit.Body.Pos(), lit.Body.End())
			}
		}
		if !catalog.TxBegins[name] || p.Quiet(call.Pos()) {
			continue
		}
		fn, ok := astindex.FuncAround(cur)
		if !ok {
			continue
		}
		if commit := commitOf(p, cur, fn); commit != nil {
			within(p, call, fn.Node(), call.End(), commit.Pos())
		}
	}
}

// commitOf returns the last call in a function that commits the transaction which a call
// begins, nil if another function does.
func commitOf(p *check.Pass, begin, fn inspector.Cursor) (last *ast.CallExpr) {
	var tx types.Object
	for c := range begin.Enclosing((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok {
				tx = p.TypesInfo.ObjectOf(id)
			}
		case *ast.ValueSpec:
			tx = p.TypesInfo.Defs[n.Names[0]]
		}
		break
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Commit" || tx == nil {
			continue
		}
		if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && p.TypesInfo.Uses[id] == tx {
			last = call
		}
	}
	return last
}

// within reports what is published between two positions of a function's body.
func within(p *check.Pass, begin *ast.CallExpr, body ast.Node, from, to token.Pos) {
	locks := token.NoPos
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return ast.Node(n) == body // another one runs later, or is called back
		case *ast.BasicLit:
			if n.Kind == token.STRING && n.Pos() > from && n.Pos() < to && catalog.LocksRows(n.Value) {
				locks = n.Pos()
			}
		case *ast.CallExpr:
			if n.Pos() < from || n.Pos() >= to {
				return true
			}
			if at := publishes(p, n, 2); at != nil {
				report(p, begin, n, at, locks)
				return false
			}
		}
		return true
	})
}

func report(p *check.Pass, begin, call, at *ast.CallExpr, locks token.Pos) {
	f := check.Finding{
		At: call,
		Message: fmt.Sprintf("others see what may never be committed: %s leaves the transaction that %s (line %d) begins, ahead of its commit",
			p.Source(call.Fun), p.Source(begin.Fun), p.Line(begin.Pos())),
		Trace: []check.Hop{{Pos: begin.Pos(), Message: "the transaction begins here"}},
	}
	if at != call {
		f.Trace = append(f.Trace, check.Hop{Pos: at.Pos(), Message: "published here"})
	}
	if locks.IsValid() {
		f.Message = fmt.Sprintf("rows stay locked while the broker does not respond: %s runs in the transaction of %s (line %d), which locks them",
			p.Source(call.Fun), p.Source(begin.Fun), p.Line(begin.Pos()))
		f.Trace = append(f.Trace, check.Hop{Pos: locks, Message: "locked here"})
	}
	if pos, ok := p.Wanted(call); ok {
		p.Safe(call, p.Source(call.Fun), verdict.Wanted, pos)
		return
	}
	p.Report(f)
}
