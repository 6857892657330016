package capturedvariable

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// loopVariables reports
//
//	for _, u := range urls {
//		pool.Submit(func() { fetch(u) }) // the u of the last iteration, mostly
//	}
//
// in files before Go 1.22, where all iterations share the variable (https://go.dev/blog/loopvar-preview). Silent where
// the iteration waits for something after it has started the goroutine, or is the last one.
func loopVariables(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, start := range astindex.Of(p.Pass).Starts {
		if start.Lit == nil || p.Quiet(start.Node.Pos()) || goversion.AtLeast(p.Version(start.Node.Pos()), "go1.22") {
			continue
		}
		cur, ok := astindex.Find(in, start.Node)
		if !ok {
			continue
		}
		for loop := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			body, vars := iterates(p, loop.Node())
			if body == nil {
				break
			}
			if use := firstUse(p, start.Lit, vars); use != nil && goesAhead(body, start.Node) {
				reportLoopVariable(p, cur, start, use)
				break
			}
		}
	}
}

// iterates returns the body of a loop, and the variables that it sets in each iteration.
func iterates(p *check.Pass, loop ast.Node) (body *ast.BlockStmt, vars []types.Object) {
	var names []ast.Expr
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		body = loop.Body
		if loop.Tok == token.DEFINE {
			names = []ast.Expr{loop.Key, loop.Value}
		}
	case *ast.ForStmt:
		body = loop.Body
		if init, ok := loop.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
			names = init.Lhs
		}
	}
	for _, name := range names {
		if id, ok := name.(*ast.Ident); ok && p.TypesInfo.Defs[id] != nil {
			vars = append(vars, p.TypesInfo.Defs[id])
		}
	}
	return body, vars
}

func firstUse(p *check.Pass, lit *ast.FuncLit, vars []types.Object) (use *ast.Ident) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && use == nil && slices.Contains(vars, p.TypesInfo.Uses[id]) {
			use = id
		}
		return use == nil
	})
	return use
}

// goesAhead reports whether an iteration that has started a goroutine begins the next one while that may run.
func goesAhead(body *ast.BlockStmt, start ast.Node) bool {
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return false
	case *ast.BranchStmt:
		if last.Tok == token.BREAK {
			return false
		}
	}
	waits := false
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || n.End() <= start.End() || waits {
			return n != nil && !waits
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			waits = n.Op == token.ARROW && n.Pos() > start.End()
		case *ast.SelectStmt:
			waits = n.Pos() > start.End()
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			waits = ok && n.Pos() > start.End() && sel.Sel.Name == "Wait"
		}
		return !waits
	})
	return !waits
}

func reportLoopVariable(p *check.Pass, cur inspector.Cursor, start astindex.Start, use *ast.Ident) {
	if p.Reported(use.Pos()) {
		return
	}
	p.Report(check.Finding{
		At: use,
		Message: fmt.Sprintf("data race: the loop sets %s for the next iteration while the goroutine started at %s uses it: before Go 1.22 all iterations share one variable",
			use.Name, p.Where(start.Node.Pos(), use.Pos())),
		Trace: []check.Hop{{Pos: start.Node.Pos(), Message: "started here"}},
		Fix:   fixLoopVariable(p, cur, use),
	})
}

// fixLoopVariable gives each iteration a variable of its own.
func fixLoopVariable(p *check.Pass, cur inspector.Cursor, use *ast.Ident) *edit.Fix {
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	e.Before(stmt.Node(), use.Name+" := "+use.Name)
	return e.Fix("Give each iteration its own "+use.Name, "")
}
