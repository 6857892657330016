package recursiveretry

import (
	"go/ast"
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
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// limit returns what ends the attempts, and where: a condition on the path about time or
// about what the package changes, a context or a stop channel.
func (c *cycle) limit(start *route) (token.Pos, *verdict.Proof) {
	routes := []*route{start}
	if c.through != nil {
		if cur, ok := astindex.Find(c.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), c.back); ok {
			routes = append(routes, newRoute(c.p, cur))
		}
	}
	for _, t := range routes {
		for _, cond := range t.conditions() {
			if proof := c.bounds(cond, true); proof != nil {
				return cond.Pos(), proof
			}
		}
		if pos := t.stopped(); pos.IsValid() {
			return pos, verdict.Ended
		}
	}
	return token.NoPos, nil
}

// conditions returns the conditions that decide whether control gets to the call.
func (t *route) conditions() []ast.Expr {
	list := t.around
	for _, stmt := range t.before {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.IfStmt:
				if closesonce.Leaves(n.Body) {
					list = append(list, n.Cond)
				}
			}
			return true
		})
	}
	return list
}

// bounds returns the proof that a condition is one that ends the attempts, nil if it is not.
// A short function of the package that it calls is looked into if deep is set.
func (c *cycle) bounds(n ast.Node, deep bool) (proof *verdict.Proof) {
	info := c.p.TypesInfo
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn := callmatch.Callee(info, n)
			name := callmatch.Name(fn)
			switch {
			case catalog.Elapsed[name], catalog.TimeLeft[name], name == "(time.Time).After", name == "(time.Time).Before":
				proof = verdict.Limited
			case name == "(context.Context).Err", name == "context.Cause":
				proof = verdict.Ended
			case deep && fn != nil && !takesError(fn):
				proof = c.answer(c.index.Decls[fn.Origin()])
			}
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && c.state(v) {
				proof = verdict.Limited
			}
		}
		return proof == nil
	})
	return proof
}

// mostStatements is how many statements a function has at most that only answers a question.
const mostStatements = 3

// answer returns the proof that a function of the package, which a condition calls, depends on
// what bounds the attempts.
func (c *cycle) answer(decl *ast.FuncDecl) *verdict.Proof {
	if decl == nil || len(decl.Body.List) > mostStatements {
		return nil
	}
	return c.bounds(decl.Body, false)
}

func takesError(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}

// state reports whether a field or package variable is a number or a flag that something
// changes other than a function without a receiver that returns a value, as constructors do.
func (c *cycle) state(v *types.Var) bool {
	name := callmatch.TypeName(v.Type())
	_, basic := v.Type().Underlying().(*types.Basic)
	if !v.IsField() && v.Parent() != c.p.Pkg.Scope() || !basic && !strings.HasPrefix(name, "sync/atomic.") {
		return false
	}
	in := c.p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, id := range c.index.Uses[v] {
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
		if !ok || decl.Recv == nil && decl.Type.Results.NumFields() > 0 && decl != c.decl {
			continue
		}
		for up := cur; up.Node() != ast.Node(decl.Body) && up.Node() != ast.Node(decl); up = up.Parent() {
			if changes(c.p.TypesInfo, up.Node(), v) {
				return true
			}
			if _, block := up.Node().(*ast.BlockStmt); block {
				break
			}
		}
	}
	return false
}

// stopped returns where the path is left when something else than a timer ends: a case of a
// select, or a call that is passed a context after the failure, and whose result is used.
func (t *route) stopped() (pos token.Pos) {
	for _, sel := range t.selects {
		if pos := t.leaving(sel); pos.IsValid() {
			return pos
		}
	}
	for _, stmt := range t.before {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.SelectStmt:
				pos = t.leaving(n)
			case *ast.ExprStmt:
				_, receives := ast.Unparen(n.X).(*ast.UnaryExpr)
				return receives
			case *ast.CallExpr:
				if t.failed.IsValid() && n.Pos() > t.failed && len(n.Args) > 0 && ssaflow.IsContext(t.p.TypesInfo.TypeOf(n.Args[0])) {
					pos = n.Pos()
				}
			}
			return !pos.IsValid()
		})
		if pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

// isDone reports whether the case of a select at pos receives from the Done channel of a context, which says when the
// caller no longer waits, and not how often to try.
func (c *cycle) isDone(pos token.Pos) (found bool) {
	ast.Inspect(c.decl, func(n ast.Node) bool {
		comm, ok := n.(*ast.CommClause)
		if ok && comm.Pos() == pos && comm.Comm != nil {
			call, isCall := ast.Unparen(syntax.Received(comm.Comm)).(*ast.CallExpr)
			found = isCall && callmatch.CalleeName(c.p.TypesInfo, call) == "(context.Context).Done"
		}
		return !found
	})
	return found
}

// leaving returns the case of a select that receives from something else than a timer, and
// does not lead to the call.
func (t *route) leaving(sel *ast.SelectStmt) token.Pos {
	for _, clause := range sel.Body.List {
		comm := clause.(*ast.CommClause)
		if comm.Comm == nil || syntax.Within(comm, t.call.Pos()) {
			continue
		}
		ch := syntax.Received(comm.Comm)
		if ch != nil && !syntax.IsTickType(t.p.TypesInfo.TypeOf(ch)) && closesonce.Leaves(&ast.BlockStmt{List: comm.Body}) {
			return comm.Pos()
		}
	}
	return token.NoPos
}

// decides returns the call in a condition after the failure that may say whether to try once
// more: one that gets neither an error nor a response.
func (t *route) decides(cond ast.Expr) (found *ast.CallExpr) {
	if cond.Pos() < t.failed {
		return nil
	}
	ast.Inspect(cond, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		fn := callmatch.Callee(t.p.TypesInfo, call)
		if fn != nil && (fn.Pkg() == t.p.Pkg || !callmatch.Std(fn)) && !takesError(fn) && t.errorIn(call) == nil {
			found = call
		}
		return found == nil
	})
	return found
}

// pauses reports whether a path waits after the failure, itself or by a function of the
// package that it calls.
func (c *cycle) pauses(t *route) bool {
	list := []ast.Node{t.body}
	from := t.failed
	if c.through != nil {
		list = append(list, c.through.Body)
	}
	found := false
	for i, body := range list {
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found || i == 0 && (call.Pos() < from || call.Pos() > t.call.Pos()) {
				return !found
			}
			found = c.waits(call, true)
			return !found
		})
	}
	return found
}

func (c *cycle) waits(call *ast.CallExpr, deep bool) (found bool) {
	fn := callmatch.Callee(c.p.TypesInfo, call)
	row, ok := catalog.Pauses[callmatch.Name(fn)]
	if ok && (row.Blocks || callmatch.Name(fn) != "time.NewTicker") {
		return true
	}
	if !deep || fn == nil || c.index.Decls[fn.Origin()] == nil || c.index.Decls[fn.Origin()] == c.decl {
		return false
	}
	for _, stmt := range c.index.Decls[fn.Origin()].Body.List {
		if x, ok := stmt.(*ast.ExprStmt); ok {
			inner, _ := ast.Unparen(x.X).(*ast.CallExpr)
			found = found || inner != nil && c.waits(inner, false)
		}
	}
	return found
}

// renewed returns the doubt that a call before the next attempt removes the cause of the
// failure, as a login does.
func (c *cycle) renewed(t *route) (doubts []check.Doubt) {
	ast.Inspect(t.body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < t.failed || call.End() > t.call.Pos() {
			return true
		}
		fn := callmatch.Callee(c.p.TypesInfo, call)
		if fn == nil || fn.Name() == "Close" || t.errorIn(call) != nil {
			return true
		}
		if fn.Pkg() == c.p.Pkg || !callmatch.Std(fn) && callmatch.CanFail(fn.Signature()) && !catalog.InProcess(fn.Pkg().Path()) {
			doubts = append(doubts, check.Doubting(verdict.Renewed, call.Pos()))
		}
		return true
	})
	return doubts
}
