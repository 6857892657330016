package commandcontextkill

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A life is what a package does with a command it has made.
type life struct {
	name       string
	start      ast.Node      // the call of Start
	waited     ast.Node      // Wait is called in the function that calls Start
	configured ast.Node      // Cancel is set
	doubts     []check.Doubt // other code may do any of that
	seen       map[*types.Var]bool
}

// lifeOf follows the command made at cur: through the variables, fields and parameters of
// the package that hold it.
func lifeOf(p *check.Pass, cur inspector.Cursor) *life {
	l := &life{name: p.Source(cur.Node()), seen: make(map[*types.Var]bool)}
	if target := localvar.Target(cur); target != nil {
		l.name = p.Source(target)
	}
	l.use(p, cur)
	for v := range l.seen {
		if process.Filters(p, cur.Inspector(), v) {
			l.doubt(verdict.NothingWon, cur.Node())
			break
		}
	}
	return l
}

func (l *life) doubt(d *verdict.Doubt, at ast.Node) {
	l.doubts = append(l.doubts, check.Doubting(d, at.Pos()))
}

// hold goes on with the uses of a variable that holds the command.
func (l *life) hold(p *check.Pass, in *inspector.Inspector, v *types.Var) {
	if v == nil || l.seen[v] {
		return
	}
	l.seen[v] = true
	if v.Exported() && p.Pkg.Name() != "main" && (v.IsField() || v.Parent() == p.Pkg.Scope()) {
		l.doubts = append(l.doubts, check.Doubting(verdict.Escapes, v.Pos()))
	}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		c, ok := in.Root().FindNode(use)
		if !ok {
			continue
		}
		if kind, _ := c.ParentEdge(); kind == edge.SelectorExpr_Sel {
			c = c.Parent() // s.cmd
		}
		l.use(p, c)
	}
}

// use looks at one mention of the command.
func (l *life) use(p *check.Pass, cur inspector.Cursor) {
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.ParenExpr, *ast.StarExpr, *ast.UnaryExpr:
		l.use(p, cur.Parent())
	case *ast.SelectorExpr:
		if kind == edge.SelectorExpr_X {
			l.member(p, cur.Parent())
		}
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(parent.Lhs) == len(parent.Rhs) {
			l.hold(p, cur.Inspector(), process.Denoted(p, parent.Lhs[i]))
		}
	case *ast.ValueSpec:
		if kind == edge.ValueSpec_Values && i < len(parent.Names) {
			l.hold(p, cur.Inspector(), process.Denoted(p, parent.Names[i]))
		}
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok && kind == edge.KeyValueExpr_Value {
			l.hold(p, cur.Inspector(), process.Denoted(p, key))
		}
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args {
			l.argument(p, cur, parent, i)
		}
	case *ast.ReturnStmt, *ast.SendStmt, *ast.CompositeLit:
		l.doubt(verdict.Escapes, cur.Node())
	}
}

// argument follows the command into a function.
func (l *life) argument(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, i int) {
	fn := callmatch.Callee(p.TypesInfo, call)
	switch {
	case catalog.CommandAsks[callmatch.Name(fn)]:
		l.configured = call
	case fn != nil && fn.Pkg() == p.Pkg && i < fn.Signature().Params().Len() && !fn.Signature().Variadic():
		l.hold(p, cur.Inspector(), fn.Origin().Signature().Params().At(i))
	default:
		l.doubt(verdict.UnknownCallee, call)
	}
}

// member looks at cmd.X.
func (l *life) member(p *check.Pass, cur inspector.Cursor) {
	sel := cur.Node().(*ast.SelectorExpr)
	switch name := callmatch.Name(callmatch.Func(p.TypesInfo, sel)); {
	case name == "(*os/exec.Cmd).Start":
		l.start = cur.Parent().Node()
		if waitsFor(p, cur, p.Source(sel.X)) {
			l.waited = l.start
		}
	case catalog.CommandRuns[name]:
		l.waited = sel
	case sel.Sel.Name == "Stdout" && toPipe(p, cur):
		l.doubt(verdict.NothingWon, sel)
	case sel.Sel.Name == "Process" && asksOnce(p, cur):
		l.doubt(verdict.Alternatives, sel) // asked elsewhere; the context is for the rest
	case sel.Sel.Name == "Cancel" && isSet(cur):
		l.configured = sel
	}
}

// asksOnce reports whether the process at cur is sent a signal that asks it to end.
func asksOnce(p *check.Pass, cur inspector.Cursor) bool {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	return ok && callmatch.Name(callmatch.Func(p.TypesInfo, sel)) == "(*os.Process).Signal" && process.AsksToEnd(p, cur.Parent().Parent())
}

// isSet reports whether the field at cur is assigned.
func isSet(cur inspector.Cursor) bool {
	kind, _ := cur.ParentEdge()
	return kind == edge.AssignStmt_Lhs
}

// waitsFor reports whether the function around cur waits for the command, itself
// or for a goroutine that tells it so.
func waitsFor(p *check.Pass, cur inspector.Cursor, cmd string) bool {
	fn, ok := astindex.FuncAround(cur)
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
