package sigkill

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A life is what a package does with a command it has made.
type life struct {
	name       string
	start      ast.Node // the call of Start
	waited     bool     // Wait is called in the function that calls Start
	configured bool     // Cancel or WaitDelay is set, or it is sent signals
	streams    bool     // what it writes goes to a reader of this program, through an io.Pipe or as a filter's
	leaves     bool     // other code may do any of that
}

// lifeOf follows the command made at cur: through the one variable or field it
// is assigned to.
func lifeOf(p *check.Pass, cur inspector.Cursor) *life {
	target := localvar.Target(cur)
	if target == nil {
		return nil
	}
	v := denoted(p, target)
	if v == nil || v.Exported() && (v.IsField() || v.Parent() == p.Pkg.Scope()) {
		return nil
	}
	if !v.IsField() && v.Parent() != p.Pkg.Scope() && localvar.Value(p.TypesInfo, outermost(cur), v) == nil {
		return nil
	}
	l := &life{name: p.Source(target)}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		if c, ok := cur.Inspector().Root().FindNode(use); ok {
			l.use(p, c)
		}
	}
	l.streams = l.streams || filters(p, cur.Inspector(), v)
	return l
}

// denoted returns the variable or field that an expression names.
func denoted(p *check.Pass, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		return callmatch.Field(p.TypesInfo, expr)
	}
	return nil
}

// use looks at one mention of the command.
func (l *life) use(p *check.Pass, cur inspector.Cursor) {
	if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
		cur = cur.Parent() // s.cmd
	}
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.AssignStmt_Lhs, edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return
	case edge.AssignStmt_Rhs:
		// an alias: cmd := s.cmd
		assign := cur.Parent().Node().(*ast.AssignStmt)
		if v := denoted(p, assign.Lhs[0]); len(assign.Lhs) == 1 && v != nil && v.IsField() {
			l.alias(p, cur, v)
			return
		}
		l.leaves = true
		return
	case edge.SelectorExpr_X:
	default:
		l.leaves = true
		return
	}
	l.member(p, cur.Parent())
}

// alias goes on with a field that holds the command too.
func (l *life) alias(p *check.Pass, cur inspector.Cursor, field *types.Var) {
	if field.Exported() {
		l.leaves = true
		return
	}
	for _, use := range astindex.Of(p.Pass).Uses[field] {
		if c, ok := cur.Inspector().Root().FindNode(use); ok {
			l.use(p, c)
		}
	}
}

// member looks at cmd.X.
func (l *life) member(p *check.Pass, cur inspector.Cursor) {
	sel := cur.Node().(*ast.SelectorExpr)
	switch name := callmatch.Name(callmatch.Func(p.TypesInfo, sel)); {
	case name == "(*os/exec.Cmd).Start":
		l.start = cur.Parent().Node()
		l.waited = l.waited || waitsFor(p, cur, p.Source(sel.X))
	case catalog.CommandRuns[name]:
		l.waited = true
	case sel.Sel.Name == "Stdout":
		l.streams = l.streams || toPipe(p, cur)
	case sel.Sel.Name == "Process" && signals(p, cur):
		l.configured = true // asked elsewhere; the context is for the rest
	case sel.Sel.Name == "Cancel" || sel.Sel.Name == "WaitDelay":
		l.configured = true
	}
}

// waitsFor reports whether the function around cur waits for the command, itself
// or for a goroutine that tells it so.
func waitsFor(p *check.Pass, cur inspector.Cursor, cmd string) bool {
	fn, ok := function(cur)
	if !ok {
		return false
	}
	found := false
	fn.Inspect([]ast.Node{(*ast.GoStmt)(nil), (*ast.CallExpr)(nil)}, func(c inspector.Cursor) bool {
		call, ok := c.Node().(*ast.CallExpr)
		if !ok {
			return toldBy(p, fn, c)
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		found = found || ok && callmatch.CalleeName(p.TypesInfo, call) == "(*os/exec.Cmd).Wait" && p.Source(sel.X) == cmd
		return true
	})
	return found
}

// toldBy reports whether the function waits for what the goroutine at cur sends:
//
//	go func() { done <- cmd.Wait() }()
//	select { case <-ctx.Done(): … case err := <-done: … }
func toldBy(p *check.Pass, fn, cur inspector.Cursor) bool {
	sent := make(map[types.Object]bool)
	for c := range cur.Preorder((*ast.SendStmt)(nil)) {
		if id, ok := ast.Unparen(c.Node().(*ast.SendStmt).Chan).(*ast.Ident); ok {
			sent[p.TypesInfo.Uses[id]] = true
		}
	}
	for c := range fn.Preorder((*ast.UnaryExpr)(nil)) {
		recv := c.Node().(*ast.UnaryExpr)
		id, ok := ast.Unparen(recv.X).(*ast.Ident)
		if ok && recv.Op == token.ARROW && sent[p.TypesInfo.Uses[id]] {
			return true
		}
	}
	return false
}
