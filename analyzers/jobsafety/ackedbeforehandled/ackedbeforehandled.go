// Package ackedbeforehandled is the check jobsafety/acked-before-handled: message is
// acknowledged before it is handled.
package ackedbeforehandled

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed ackedbeforehandled.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "acked-before-handled",
	Title:      "message is acknowledged before it is handled",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	m, err := r.FetchMessage(ctx)
//	…
//	err = r.CommitMessages(ctx, m)
//	err = store(ctx, m.Value)
//
// where the message, a part of it, or what is decoded from one goes to a call that can
// fail, to a channel or to a goroutine only after the call that settles it. Safe is a
// message that something has handled before, and where a comment gives the reason.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		call := cur.Node().(*ast.CallExpr)
		if msg := acknowledged(p, call); msg != nil {
			if v, ok := p.TypesInfo.Uses[msg].(*types.Var); ok {
				checkAcked(p, cur, v)
			}
		} else if kinds := catalog.Commits[callmatch.CalleeName(p.TypesInfo, call)]; kinds != nil {
			if v := uncommitted(p, cur, kinds); v != nil {
				checkAcked(p, cur, v)
			}
		}
		checkTaken(p, cur)
	}
}

func checkAcked(p *check.Pass, cur inspector.Cursor, v *types.Var) {
	stmt, inList := astindex.Statement(cur)
	if _, plain := stmt.Node().(*ast.DeferStmt); !inList || plain || fixes.InLiteral(cur, stmt) || inDeferred(cur) {
		checkDeferred(p, cur, v)
		return
	}
	h := &handling{p: p, parts: map[types.Object]bool{v: true}}
	before, started, found := h.before(stmt)
	if found && h.queued != nil {
		reportQueued(p, cur, v, h.queued)
		return
	}
	if found {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Handled, before)
		return
	}
	later, at, what := h.after(stmt)
	order := "before"
	if what == "" && started != nil {
		at, what, order = started.Pos(), p.Source(started.Fun)+" has handled it,", "although nothing waits until"
	}
	if what == "" {
		return
	}
	if pos, ok := p.Wanted(stmt.Node()); ok {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: cur.Node(),
		Message: fmt.Sprintf("message is lost when handling fails or the process exits: %s acknowledges %s %s %s at %s",
			p.Source(cur.Node().(*ast.CallExpr).Fun), v.Name(), order, what, p.Where(at, cur.Node().Pos())),
		Trace: []check.Hop{{Pos: at, Message: "handled here, after the acknowledgement"}},
	}
	if order != "before" {
		f.Trace[0].Message = "handled here, in a goroutine"
	} else if _, calls := later.Node().(*ast.IfStmt); calls {
		f.Fix = fixes.FixSent(p, stmt, later, "the acknowledgement")
	}
	p.Report(f)
}

// inDeferred reports whether code is in a literal that a defer statement calls.
func inDeferred(cur inspector.Cursor) bool {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		call := lit.Parent()
		_, deferred := call.Parent().Node().(*ast.DeferStmt)
		return deferred
	}
	return false
}

// reportQueued reports a message that is acknowledged when another goroutine is to handle it.
func reportQueued(p *check.Pass, cur inspector.Cursor, v *types.Var, send *ast.SendStmt) {
	if pos, ok := p.Wanted(cur.Node()); ok {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: cur.Node(),
		Message: fmt.Sprintf("message is lost when handling fails or the process exits: %s acknowledges %s, which is only in the memory of the process, sent on %s at %s",
			p.Source(cur.Node().(*ast.CallExpr).Fun), v.Name(), p.Source(send.Chan), p.Where(send.Pos(), cur.Node().Pos())),
		Trace: []check.Hop{{Pos: send.Pos(), Message: "put into a queue here, which does not outlive the process"}},
	})
}

// handling looks for what is done with a message.
type handling struct {
	p     *check.Pass
	parts map[types.Object]bool // variables that hold it, or what is made from it

	queued *ast.SendStmt // a send that puts it into a queue in memory, where nothing else handles it
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
			h.queued = send
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
