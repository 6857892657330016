package leftopen

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// collected reports the return of an error that drops what a loop has opened, and collected in a map or slice of
// its function:
//
//	for _, path := range paths {
//		f, err := os.Open(path)
//		if err != nil {
//			return err // the files opened before stay open
//		}
//		files[path] = f
//	}
//
// Silent where the function closes them there or by a deferred call, returns the collection, keeps it, or has a
// literal that uses it. A function that returns what it is known to open is failed-constructor's.
func (f *finder) collected() {
	seen := make(map[*types.Var]bool)
	in := f.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		c := f.collection(cur)
		if c == nil || seen[c.held] || f.p.Quiet(cur.Node().Pos()) || c.known && c.result {
			continue
		}
		seen[c.held] = true
		if c.away.IsValid() {
			f.p.Safe(c.stmt, c.held.Name(), verdict.HandedOver, c.away)
			continue
		}
		returns := c.failing(c.stmt.Pos())
		if _, slice := c.held.Type().Underlying().(*types.Slice); slice && c.called { // the element is followed after the loop
			returns = slices.DeleteFunc(returns, func(ret *ast.ReturnStmt) bool { return ret.Pos() > c.loop.End() })
		}
		if len(returns) > 0 {
			c.report(returns)
		}
	}
}

func (c *collection) report(returns []*ast.ReturnStmt) {
	first := returns[0]
	finding := check.Finding{
		At:      first,
		Message: fmt.Sprintf("what the loop has opened before, and collected in %s, stays open on this return: %s", c.held.Name(), c.cost),
		Trace:   []check.Hop{{Pos: c.stmt.Pos(), Message: "collected here"}},
		Doubts:  (&site.Case{Site: &site.Site{Cur: c.cur}}).Rank(c.p),
	}
	for _, other := range returns[1:min(len(returns), 4)] {
		finding.Trace = append(finding.Trace, check.Hop{Pos: other.Pos(), Message: "also open here"})
	}
	if !c.known && !c.released {
		finding.Doubts = append(finding.Doubts, check.Doubting(verdict.NothingHeld, c.stmt.Pos()))
	}
	if c.held.Kind() == types.ResultVar && len(first.Results) == 0 {
		finding.Doubts = append(finding.Doubts, check.Doubting(verdict.Escapes, first.Pos()))
	} else {
		finding.Fix = c.fix(returns)
	}
	c.p.Report(finding)
}

// fix closes what is collected before each of the returns.
func (c *collection) fix(returns []*ast.ReturnStmt) *edit.Fix {
	name := "opened"
	if c.held.Name() == name {
		name = "one"
	}
	e := c.p.Edit(returns[0].Pos())
	for _, ret := range returns {
		e.Before(ret, fmt.Sprintf("for _, %s := range %s {\n%s.%s()\n}", name, c.held.Name(), name, c.end))
	}
	return e.Fix("Close what "+c.held.Name()+" holds before the return", "")
}
