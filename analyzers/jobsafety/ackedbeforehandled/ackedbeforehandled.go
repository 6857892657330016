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
// fail, to a channel or to a goroutine only behind the call that settles it. Safe is a
// message that something has handled before, and where a comment gives the reason.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		if msg := acknowledged(p, cur.Node().(*ast.CallExpr)); msg != nil {
			checkAcked(p, cur, msg)
		}
		checkTaken(p, cur)
	}
}

func checkAcked(p *check.Pass, cur inspector.Cursor, msg *ast.Ident) {
	v, ok := p.TypesInfo.Uses[msg].(*types.Var)
	stmt, inList := fixes.StatementOf(cur)
	if _, plain := stmt.Node().(*ast.DeferStmt); !ok || !inList || plain || fixes.InLiteral(cur, stmt) {
		return
	}
	h := &handling{p: p, parts: map[types.Object]bool{v: true}}
	before, found := h.before(stmt)
	if found {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Handled, before)
		return
	}
	later, at, what := h.after(stmt)
	if what == "" {
		return
	}
	if pos, ok := p.Wanted(stmt.Node()); ok {
		p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At: cur.Node(),
		Message: fmt.Sprintf("message is lost when handling fails or the process exits: %s acknowledges %s before %s at %s",
			p.Source(cur.Node().(*ast.CallExpr).Fun), msg.Name, what, p.Where(at, cur.Node().Pos())),
		Trace: []check.Hop{{Pos: at, Message: "handled here, after the acknowledgement"}},
	}
	if _, calls := later.Node().(*ast.IfStmt); calls {
		f.Fix = fixes.FixSent(p, stmt, later, "the acknowledgement")
	}
	p.Report(f)
}

// acknowledged returns the variable with the message that a call tells the broker to
// forget, nil if it does not.
func acknowledged(p *check.Pass, call *ast.CallExpr) *ast.Ident {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && catalog.Acknowledges[sel.Sel.Name] {
		id, _ := ast.Unparen(sel.X).(*ast.Ident)
		if id != nil {
			if _, ok := delivery.Settlement(p.TypesInfo.TypeOf(id)); ok {
				return id
			}
		}
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	for _, arg := range call.Args {
		if id, ok := ast.Unparen(delivery.Pointee(arg)).(*ast.Ident); ok && catalog.Settlements[callmatch.TypeName(p.TypesInfo.TypeOf(id))].Calls[name] {
			return id
		}
		if id := identified(p, name, arg); id != nil {
			return id
		}
	}
	return nil
}

// identified returns the variable with the message whose ID an argument of the function name is,
// nil if it is none that acknowledges by it: rdb.XAck(ctx, stream, group, m.ID).
func identified(p *check.Pass, name string, arg ast.Expr) *ast.Ident {
	sel, ok := ast.Unparen(arg).(*ast.SelectorExpr)
	if !ok || catalog.AcksByID[name] == "" || sel.Sel.Name != "ID" {
		return nil
	}
	id, _ := ast.Unparen(sel.X).(*ast.Ident)
	if id == nil || callmatch.TypeName(p.TypesInfo.TypeOf(id)) != catalog.AcksByID[name] {
		return nil
	}
	return id
}

// handling looks for what is done with a message.
type handling struct {
	p     *check.Pass
	parts map[types.Object]bool // variables that hold it, or what is made from it
}

// before returns where something handles the message before stmt, and notes what is
// decoded from it on the way.
func (h *handling) before(stmt inspector.Cursor) (token.Pos, bool) {
	for fn := range stmt.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for c := range fn.Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil), (*ast.SendStmt)(nil)) {
			if c.Node().Pos() >= stmt.Node().Pos() {
				break
			}
			if at, ok := h.note(c.Node()); ok {
				return at, true
			}
		}
		break
	}
	return token.NoPos, false
}

// note notes what a statement makes from the message, and tells whether it handles it.
func (h *handling) note(n ast.Node) (token.Pos, bool) {
	switch n := n.(type) {
	case *ast.SendStmt:
		return n.Pos(), h.mentions(n.Value)
	case *ast.AssignStmt:
		if slices.ContainsFunc(n.Rhs, func(e ast.Expr) bool { return h.mentions(e) }) {
			h.fill(n.Lhs)
		}
	case *ast.CallExpr:
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
	return token.NoPos, false
}

func (h *handling) fill(list []ast.Expr) {
	for _, expr := range list {
		id, ok := ast.Unparen(delivery.Pointee(expr)).(*ast.Ident)
		if v, isVar := h.p.TypesInfo.ObjectOf(id).(*types.Var); ok && isVar && !callmatch.IsError(v.Type()) && v.Parent() != h.p.Pkg.Scope() {
			h.parts[v] = true
		}
	}
}
