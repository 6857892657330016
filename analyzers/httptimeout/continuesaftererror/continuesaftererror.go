// Package continuesaftererror is the check httptimeout/continues-after-error: handler continues after it
// has answered with an error.
package continuesaftererror

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed continuesaftererror.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "continues-after-error",
	Title:      "handler continues after it has answered with an error",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if err := order.validate(); err != nil {
//		http.Error(w, err.Error(), http.StatusBadRequest)
//	}
//	store(order) // the order is not valid
//	w.WriteHeader(http.StatusCreated)
//
// Silent where nothing on the path that follows answers a second time, and where a test of what the
// first one has tested, or of what its branch has set, comes before that.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ExprStmt)(nil)) {
		call, ok := cur.Node().(*ast.ExprStmt).X.(*ast.CallExpr)
		if !ok || p.Quiet(call.Pos()) {
			continue
		}
		if writer := answersError(p, call, 2); writer != nil {
			judge(p, cur, call, writer)
		}
	}
}

// judge reports an answer after which the function answers a second time.
func judge(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, writer *types.Var) {
	f := &follow{p: p, writer: writer}
	f.from(cur)
	second := f.certain
	var doubts []check.Doubt
	if second != nil && f.related != nil {
		doubts = append(doubts, check.Doubting(verdict.Alternatives, f.related.Pos()))
	}
	if second == nil && f.possible != nil {
		second = f.possible
		doubts = append(doubts, check.Doubting(verdict.Alternatives, second.Pos()))
	}
	if second != nil && onlyHeader(cur, second) {
		doubts = append(doubts, check.Doubting(verdict.HeaderOnly, second.Pos()))
	}
	switch {
	case second == nil && f.tested != nil:
		p.Safe(call, p.Name(call.Fun), verdict.Handled, f.tested.Pos())
	case second != nil:
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("the handler continues after %s as if nothing had failed, and %s (%s) answers a second time",
				p.Name(call.Fun), p.Name(second.Fun), p.Where(second.Pos(), call.Pos())),
			Trace:  []check.Hop{{Pos: second.Pos(), Message: "answered a second time here"}},
			Doubts: doubts,
			Fix:    fix(p, cur),
		})
	}
}

// from follows the statements that run after the one at cur, to the end of the function or of the loop
// around it.
func (f *follow) from(cur inspector.Cursor) {
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.ForStmt, *ast.RangeStmt:
			return
		case *ast.IfStmt:
			f.guard(n.Cond)
		case *ast.SwitchStmt:
			if n.Tag != nil {
				f.guard(n.Tag)
			}
		case *ast.CaseClause:
			for _, expr := range n.List {
				f.guard(expr)
			}
		}
		list := astindex.Stmts(c.Parent().Node())
		i := slices.IndexFunc(list, func(stmt ast.Stmt) bool { return ast.Node(stmt) == c.Node() })
		if i < 0 || isClause(c.Node()) { // of the other cases, none runs
			continue
		}
		if f.list(list[i+1:]) {
			return
		}
		f.sets(list)
	}
}

func isClause(n ast.Node) bool {
	switch n.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}
