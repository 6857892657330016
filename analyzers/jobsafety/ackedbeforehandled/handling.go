package ackedbeforehandled

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
)

// handling looks for what is done with a message.
type handling struct {
	p     *check.Pass
	msg   types.Object
	parts map[types.Object]bool // variables that hold it, or what is made from it

	queued *ast.SendStmt // a send that puts it into a queue in memory, where nothing else handles it
}

func newHandling(p *check.Pass, msg types.Object) *handling {
	return &handling{p: p, msg: msg, parts: map[types.Object]bool{msg: true}}
}

// before returns where something handles the message before stmt, and records what is
// decoded from it before that. A goroutine that handles it need not have done so, unless
// something waits for it.
func (h *handling) before(stmt inspector.Cursor) (at token.Pos, started *ast.CallExpr, found bool) {
	fn, ok := astindex.FuncAround(stmt)
	if !ok {
		return token.NoPos, nil, false
	}
	for c := range fn.Preorder(handles...) {
		if c.Node().Pos() >= stmt.Node().Pos() {
			break
		}
		if started != nil && c.Node().Pos() >= started.End() && waits(h.p, c.Node()) {
			return started.Pos(), nil, true
		}
		if h.queued != nil && waits(h.p, c.Node()) {
			return h.queued.Pos(), nil, h.forget()
		}
		at, ok := h.note(c.Node())
		call, isCall := c.Node().(*ast.CallExpr)
		send, sends := c.Node().(*ast.SendStmt)
		switch {
		case ok && sends && started == nil && !inGo(c, fn):
			if h.leads(fn, send.Pos(), stmt.Node().Pos()) {
				h.queued = send
			}
		case ok && isCall && inGo(c, fn) && started == nil:
			started = call
		case ok && !(isCall && inGo(c, fn)):
			return at, nil, h.forget()
		}
	}
	if h.queued != nil {
		return h.queued.Pos(), nil, true
	}
	return token.NoPos, started, false
}

// leads reports whether control can get from one statement of a function to another before the message is another one:
// they are not in two branches.
func (h *handling) leads(fn inspector.Cursor, from, to token.Pos) bool {
	cfgs := h.p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	var g *cfg.CFG
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		g = cfgs.FuncDecl(fn)
	case *ast.FuncLit:
		g = cfgs.FuncLit(fn)
	}
	return g == nil || paths.Leads(g, from, to, h.msg.Pos())
}

// forget notes that a message that was put into a queue has been handled as well.
func (h *handling) forget() bool {
	h.queued = nil
	return true
}

// handles are the nodes that [handling.note] looks at.
var handles = []ast.Node{(*ast.CallExpr)(nil), (*ast.AssignStmt)(nil), (*ast.SendStmt)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil)}

// inGo reports whether a go statement is between c and the function fn.
func inGo(c, fn inspector.Cursor) bool {
	for outer := range c.Enclosing((*ast.GoStmt)(nil)) {
		return fn.Contains(outer)
	}
	return false
}

// waits reports whether a node waits for goroutines.
func waits(p *check.Pass, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		return catalog.Joins[callmatch.CalleeName(p.TypesInfo, n)]
	}
	return false
}

// note records what a statement makes from the message, and reports whether it handles it.
func (h *handling) note(n ast.Node) (token.Pos, bool) {
	switch n := n.(type) {
	case *ast.SendStmt:
		return n.Pos(), h.mentions(n.Value)
	case *ast.AssignStmt:
		if slices.ContainsFunc(n.Rhs, func(e ast.Expr) bool { return h.mentions(e) }) {
			h.fill(n.Lhs)
		}
	case *ast.RangeStmt:
		if n.Value != nil && h.mentions(n.X) {
			h.fill([]ast.Expr{n.Value})
		}
	case *ast.CallExpr:
		return h.call(n)
	}
	return token.NoPos, false
}

// call records what a call makes from the message, and reports whether it handles it. A
// method of a batch that is passed a function calls it with each message.
func (h *handling) call(n *ast.CallExpr) (token.Pos, bool) {
	if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && h.mentions(sel.X) {
		for _, arg := range n.Args {
			if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
				h.params(lit)
			}
		}
	}
	if !slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return h.mentions(e) }) {
		return token.NoPos, false
	}
	fn := callmatch.Callee(h.p.TypesInfo, n)
	if fn != nil && catalog.Decodes[callmatch.Name(fn)] {
		h.fill(n.Args)
		return token.NoPos, false
	}
	return n.Pos(), h.works(n)
}

// params takes the parameters of a literal for parts of the message.
func (h *handling) params(lit *ast.FuncLit) {
	for _, field := range lit.Type.Params.List {
		for _, name := range field.Names {
			if v := h.p.TypesInfo.Defs[name]; v != nil {
				h.parts[v] = true
			}
		}
	}
}

func (h *handling) fill(list []ast.Expr) {
	for _, expr := range list {
		id, ok := ast.Unparen(delivery.Pointee(expr)).(*ast.Ident)
		if v, isVar := h.p.TypesInfo.ObjectOf(id).(*types.Var); ok && isVar && !callmatch.IsError(v.Type()) && v.Parent() != h.p.Pkg.Scope() {
			h.parts[v] = true
		}
	}
}
