package waitwithoutadd

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fixNoDone adds the Done to the one goroutine that the Add is for: the first that its
// function starts after it.
func fixNoDone(p *check.Pass, c *waitgroup.Counter, wait astindex.Call) *edit.Fix {
	add := c.Adds[0]
	if len(c.Adds) > 1 || p.Fset.File(add.Expr.Pos()) != p.Fset.File(wait.Expr.Pos()) {
		return nil
	}
	e := p.Edit(wait.Expr.Pos())
	x := p.Source(waitgroup.Receiver(add.Expr))
	for _, s := range astindex.Of(p.Pass).Starts {
		stmt, ok := s.Node.(*ast.GoStmt)
		if ok && s.In == add.In && stmt.Pos() > add.Expr.Pos() && waitgroup.Steady(p, stmt) && !copies(p, stmt, x) {
			deferDone(p, e, x, stmt)
			return e.Fix("Call "+x+".Done when the goroutine ends", "")
		}
	}
	return nil
}

// copies reports whether a goroutine is passed the group x itself: it is the copy whose Done it
// calls, which is lock-copied's.
func copies(p *check.Pass, stmt *ast.GoStmt, x string) bool {
	return slices.ContainsFunc(stmt.Call.Args, func(arg ast.Expr) bool { return p.Source(arg) == x })
}

// mayReturnBefore reports whether the function of an Add can return before it: then it calls no Done
// there, either.
func mayReturnBefore(add astindex.Call) bool {
	found := false
	ast.Inspect(add.In, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		found = found || ok && ret.Pos() < add.Expr.Pos()
		_, lit := n.(*ast.FuncLit)
		return !found && (!lit || n == add.In)
	})
	return found
}

// fixLateAdd moves the Add in front of the go statement, where the Wait cannot
// come first. There is none where that would count what returns before its Done. A goroutine that only adds one and defers Done is started by Go.
func fixLateAdd(p *check.Pass, in *inspector.Inspector, starts []*astindex.Start, add astindex.Call, inBody bool) *edit.Fix {
	cur, found := astindex.Find(in, add.Expr)
	if !found {
		return nil
	}
	if _, ok := cur.Parent().Node().(*ast.ExprStmt); !ok || inBody && mayReturnBefore(add) {
		return nil
	}
	e := p.Edit(add.Expr.Pos())
	x := p.Source(waitgroup.Receiver(add.Expr))
	e.DeleteLines(cur.Parent().Node())
	title := ""
	for _, start := range starts {
		stmt, ok := start.Node.(*ast.GoStmt)
		if !ok || p.Fset.File(stmt.Pos()) != p.Fset.File(add.Expr.Pos()) {
			return nil
		}
		if add.In == start.Lit && plainCount(p, start.Lit, stmt.Call, x) {
			e.DeleteLines(start.Lit.Body.List[1])
			startIn(p, e, x, stmt)
			return e.Fix("Start the goroutine with "+x+".Go, which counts before it starts", "")
		}
		text := p.Source(add.Expr)
		if group := passedTo(p, syntax.RootVar(p.TypesInfo, waitgroup.Receiver(add.Expr)), start); group != nil {
			text = strings.Replace(text, x, p.Source(group), 1)
		} else if inner := start.Inner(); inner != nil && add.In != start.Lit {
			text = strings.Replace(text, x, fromOutside(p, inner, add), 1)
		} else if inBody && start.Lit == nil {
			text = strings.Replace(text, x, fromOutside(p, stmt.Call, add), 1)
		}
		e.Before(stmt, text)
		title = "Move " + text + " before the go statement"
	}
	return e.Fix(title, "")
}

// plainCount reports whether lit begins with x.Add(1) and defer x.Done().
func plainCount(p *check.Pass, lit *ast.FuncLit, call *ast.CallExpr, x string) bool {
	if len(lit.Body.List) < 3 || len(call.Args) > 0 || !goversion.AtLeast(p.Version(lit.Pos()), "go1.25") {
		return false
	}
	return p.Source(lit.Body.List[0]) == x+".Add(1)" && p.Source(lit.Body.List[1]) == "defer "+x+".Done()"
}

// fromOutside returns the receiver of the Add in terms of the go statement: for
// go m.run() and s.wg in run's body, m.wg.
func fromOutside(p *check.Pass, call *ast.CallExpr, add astindex.Call) string {
	x := waitgroup.Receiver(add.Expr)
	decl, ok := add.In.(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 || waitgroup.Receiver(call) == nil {
		return p.Source(x)
	}
	root := syntax.RootVar(p.TypesInfo, x)
	if root == nil || root != p.TypesInfo.Defs[decl.Recv.List[0].Names[0]] {
		return p.Source(x)
	}
	return p.Source(waitgroup.Receiver(call)) + strings.TrimPrefix(p.Source(x), root.Name())
}

// fixSkippedDone defers the Done.
func fixSkippedDone(p *check.Pass, c *waitgroup.Counter, done astindex.Call, x string) *edit.Fix {
	e := p.Edit(done.Expr.Pos())
	body := astindex.FuncBody(done.In)
	changes := ""
	for _, d := range inside(c.Dones, done.In) {
		e.DeleteLines(d.Expr)
	}
	if last := body.List[len(body.List)-1]; !syntax.Within(last, done.Expr.Pos()) {
		changes = x + ".Done now runs when the goroutine ends"
	}
	waitgroup.AtStart(e, body, "defer "+x+".Done()")
	return e.Fix("Defer "+x+".Done()", changes)
}
