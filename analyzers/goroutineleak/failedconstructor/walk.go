package failedconstructor

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A failure is a return with an error that leaves what was opened open.
type failure struct {
	ret  *ast.ReturnStmt
	kept bool // in a field of the receiver
}

// A walk follows the paths from where something is opened to the returns.
type walk struct {
	c        *constructor
	o        *opened
	seen     map[step]bool
	failures []failure
	ended    token.Pos // where a path ends it
}

// A step is a place on a path. Fresh means that the error of opening has not been assigned
// anything else: then a branch for an error is that of opening, and nothing is open on it. Handed
// means that a result with a name has it, so that a return without results gives it to the caller.
type step struct {
	b                   *cfg.Block
	fresh, kept, handed bool
}

func (c *constructor) walk(o *opened) *walk {
	w := &walk{c: c, o: o, seen: make(map[step]bool)}
	g := c.graph()
	if g == nil {
		return w
	}
	for _, b := range g.Blocks {
		for i, n := range b.Nodes {
			if b.Live && (n == ast.Node(o.stmt) || encloses(o.stmt, n)) {
				w.nodes(step{b, o.err != nil, o.owner != nil, c.isResult(o.v)}, i+1)
				slices.SortFunc(w.failures, func(a, b failure) int { return int(a.ret.Pos() - b.ret.Pos()) })
				return w
			}
		}
	}
	return w
}

// encloses reports whether n is the part of a declaration that the graph has in its place.
func encloses(stmt ast.Stmt, n ast.Node) bool {
	_, ok := stmt.(*ast.DeclStmt)
	return ok && stmt.Pos() <= n.Pos() && n.End() <= stmt.End()
}

func (c *constructor) graph() *cfg.CFG {
	cfgs := c.p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	if decl, ok := c.fn.(*ast.FuncDecl); ok {
		return cfgs.FuncDecl(decl)
	}
	return cfgs.FuncLit(c.fn.(*ast.FuncLit))
}

// nodes follows a block from one of its nodes on.
func (w *walk) nodes(at step, from int) {
	for _, n := range at.b.Nodes[from:] {
		if n == ast.Node(w.o.stmt) && !w.elder(n) {
			return
		}
		if w.c.mayEnd(w.o, n) {
			w.ended = n.Pos()
			return
		}
		if ret, ok := n.(*ast.ReturnStmt); ok {
			handed := len(ret.Results) == 0 && at.handed
			if w.c.fails(ret) && !handed && !w.c.mentions(w.o.holders, ret) && !w.has(ret) && !w.c.impossible(ret) {
				w.failures = append(w.failures, failure{ret, at.kept})
			}
			return
		}
		if w.c.escapes(w.o, n) {
			return
		}
		at.handed = at.handed || w.c.handsOut(w.o, n)
		at.kept = at.kept || w.keeps(n)
		at.fresh = at.fresh && !w.assignsError(n)
	}
	w.branch(at)
}

func (w *walk) has(ret *ast.ReturnStmt) bool {
	return slices.ContainsFunc(w.failures, func(f failure) bool { return f.ret == ret })
}

// keeps reports whether n gives what was opened to the receiver, which is its owner then.
func (w *walk) keeps(n ast.Node) bool {
	if !w.c.keeps(w.o, n) {
		return false
	}
	w.o.owner = w.c.recv
	return true
}

// elder reports whether something outside of the loop around n holds what an earlier
// iteration has opened.
func (w *walk) elder(n ast.Node) bool {
	for v := range w.o.holders {
		if v != w.o.v && v.Pos() < n.Pos() {
			return true
		}
	}
	return false
}

func (w *walk) assignsError(n ast.Node) bool {
	lhs, _ := assigned(n)
	return slices.ContainsFunc(lhs, func(lhs ast.Expr) bool { return localOf(w.c.p.TypesInfo, lhs) == w.o.err })
}

// branch follows the successors of a block, without those on which opening has failed.
func (w *walk) branch(at step) {
	skip := -1
	if len(at.b.Succs) == 2 && len(at.b.Nodes) > 0 {
		if cond, ok := at.b.Nodes[len(at.b.Nodes)-1].(ast.Expr); ok {
			skip = w.notOpen(cond, at.fresh)
		}
	}
	for i, succ := range at.b.Succs {
		next := step{succ, at.fresh, at.kept, at.handed}
		if i != skip && !w.seen[next] {
			w.seen[next] = true
			w.nodes(next, 0)
		}
	}
}

// notOpen returns the successor that a condition leads to where nothing is open: opening has failed, or what it returned
// is nil. It is -1 if the condition says neither.
func (w *walk) notOpen(cond ast.Expr, fresh bool) int {
	cmp, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	switch {
	case ok && cmp.Op == token.LAND: // both hold in the first one
		return w.notOpenOf(cmp, fresh, 0)
	case ok && cmp.Op == token.LOR: // neither holds in the second one
		return w.notOpenOf(cmp, fresh, 1)
	case fresh && w.c.mentions(map[*types.Var]bool{w.o.err: true}, cond):
		if ok && (cmp.Op == token.EQL) == w.c.withNil(cmp) {
			return 1 // err == nil, or err != io.EOF
		}
		return 0
	case ok && w.c.withNil(cmp) && (w.holds(cmp.X) || w.holds(cmp.Y)):
		if cmp.Op == token.EQL {
			return 0
		}
		return 1
	}
	return -1
}

// notOpenOf returns succ if one of the two operands leads there where nothing is open, and the other successor if both
// lead to that; -1 otherwise.
func (w *walk) notOpenOf(both *ast.BinaryExpr, fresh bool, succ int) int {
	x, y := w.notOpen(both.X, fresh), w.notOpen(both.Y, fresh)
	switch {
	case x == succ || y == succ:
		return succ
	case x == y:
		return x
	}
	return -1
}

// holds reports whether an expression is a variable that holds what was opened.
func (w *walk) holds(expr ast.Expr) bool {
	v := localOf(w.c.p.TypesInfo, expr)
	return v != nil && w.o.holders[v]
}

// withNil reports whether a comparison has nil on one side.
func (c *constructor) withNil(cmp *ast.BinaryExpr) bool {
	return c.p.TypesInfo.Types[cmp.X].IsNil() || c.p.TypesInfo.Types[cmp.Y].IsNil()
}

// fails reports whether a return gives an error, and nothing that the caller could end.
func (c *constructor) fails(ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return c.failsBare(ret)
	}
	last := ret.Results[len(ret.Results)-1]
	if c.p.TypesInfo.Types[last].IsNil() {
		return false
	}
	if len(ret.Results) > 1 {
		return c.isZero(ret.Results[0]) || c.isError(ret, last) && isData(c.p.TypesInfo.TypeOf(ret.Results[0]), 4)
	}
	return c.isError(ret, last)
}

func (c *constructor) isZero(expr ast.Expr) bool {
	lit, ok := ast.Unparen(expr).(*ast.CompositeLit)
	return c.p.TypesInfo.Types[expr].IsNil() || ok && len(lit.Elts) == 0
}

// isData reports whether values of a type are data alone, down to a depth: what a function returns beside
// its error then holds nothing that could be ended later.
func isData(t types.Type, depth int) bool {
	if depth == 0 || callmatch.TypeName(t) == "time.Time" {
		return depth > 0
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Slice:
		return isData(t.Elem(), depth-1)
	case *types.Array:
		return isData(t.Elem(), depth-1)
	case *types.Map:
		return isData(t.Key(), depth-1) && isData(t.Elem(), depth-1)
	case *types.Struct:
		for f := range t.Fields() {
			if !isData(f.Type(), depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// isError reports whether expr is an error for sure: a variable that a condition around
// the return asks for, one of the package, or the result of what makes errors.
func (c *constructor) isError(ret *ast.ReturnStmt, expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, ok := c.p.TypesInfo.Uses[expr].(*types.Var)
		return ok && (localOf(c.p.TypesInfo, expr) == nil || c.askedFor(ret, v))
	case *ast.SelectorExpr:
		return true
	case *ast.UnaryExpr, *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		fn := callmatch.Callee(c.p.TypesInfo, expr)
		return fn != nil && (fn.Pkg() != nil && strings.HasSuffix(fn.Pkg().Path(), "errors") || strings.Contains(strings.ToLower(fn.Name()), "err"))
	}
	return false
}

func (c *constructor) askedFor(ret *ast.ReturnStmt, v *types.Var) bool {
	found := false
	inOwn(c.body, func(n ast.Node) {
		if cond, ok := n.(*ast.IfStmt); ok && syntax.Within(cond.Body, ret.Pos()) {
			bin, isBin := ast.Unparen(cond.Cond).(*ast.BinaryExpr)
			found = found || syntax.UsesIn(c.p.TypesInfo, cond.Cond, v) && !(isBin && bin.Op == token.EQL)
		}
	})
	return found
}
