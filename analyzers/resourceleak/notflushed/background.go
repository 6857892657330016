package notflushed

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runBackground reports
//
//	c.events = &kafka.Writer{Topic: topic, Async: true}
//
// which sends in the background, and which nothing closes. Silent where the value gets to code that is not known.
// There is no fix: where the program stops is a decision.
func runBackground(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		row, ok := catalog.SendsLater[callmatch.TypeName(p.TypesInfo.TypeOf(lit))]
		if !ok || p.Quiet(lit.Pos()) || !isTrue(p.TypesInfo, astindex.LitField(lit, row.Field)) {
			continue
		}
		if v := made(p, cur); v != nil {
			judgeBackground(p, lit, v, row)
		}
	}
}

func isTrue(info *types.Info, expr ast.Expr) bool {
	if expr == nil {
		return false
	}
	v := info.Types[expr].Value
	return v != nil && v.String() == "true"
}

// made returns the value that a literal is, or that the call returns whose configuration it is.
func made(p *check.Pass, cur inspector.Cursor) ssa.Value {
	lit := cur.Node().(*ast.CompositeLit)
	call, configures := cur.Parent().Node().(*ast.CallExpr)
	configures = configures && catalog.SendsLaterBy[callmatch.CalleeName(p.TypesInfo, call)]
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			switch v := instr.(type) {
			case *ssa.Alloc:
				if !configures && v.Pos() == lit.Lbrace {
					return v
				}
			case *ssa.Call:
				if configures && v.Pos() == call.Lparen {
					return v
				}
			}
		}
	}
	return nil
}

func judgeBackground(p *check.Pass, lit *ast.CompositeLit, v ssa.Value, row catalog.Background) {
	name := types.TypeString(callmatch.Deref(v.Type()), (*types.Package).Name)
	fate := ssaflow.Of(p.Pass).Fate(v, row.Ends)
	switch {
	case fate.Stopped:
		p.Safe(lit, name, verdict.Handled, lit.Pos())
		return
	case fate.Gone:
		p.Safe(lit, name, verdict.HandedOver, lit.Pos())
		return
	}
	var doubts []check.Doubt
	for _, given := range fate.Given {
		doubts = append(doubts, check.Doubting(verdict.UnknownCallee, given.Pos()))
	}
	p.Report(check.Finding{
		At:      lit,
		Message: fmt.Sprintf("what the %s has not sent yet is lost when the program stops: it sends in the background, and nothing closes it", name),
		Doubts:  doubts,
	})
}
