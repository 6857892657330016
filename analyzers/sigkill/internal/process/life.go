package process

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Life is what a package does with a command it has made.
type Life struct {
	Name       string
	Start      ast.Node      // the call of Start
	Waited     ast.Node      // Wait is called in the function that calls Start
	Reaped     ast.Node      // Wait, or what makes it unnecessary, is called anywhere
	Piped      ast.Node      // its output is read through a pipe, which Wait closes
	Waits      []ast.Node    // the calls of Wait, as selectors
	Configured ast.Node      // Cancel is set
	Delayed    ast.Node      // WaitDelay is set
	Grouped    ast.Node      // it may lead a process group or session of its own
	Copied     ast.Node      // its output is copied from a pipe
	Options    []ast.Node    // calls of function values that get it
	Doubts     []check.Doubt // other code may do any of that
	in         *inspector.Inspector
	seen       map[*types.Var]bool
	calls      map[ast.Node]bool // those of functions that return it
}

// LifeOf follows the command made at cur: through the variables, fields and parameters of
// the package that hold it.
func LifeOf(p *check.Pass, cur inspector.Cursor) *Life {
	l := &Life{Name: p.Source(cur.Node()), in: cur.Inspector(), seen: make(map[*types.Var]bool)}
	if target := localvar.Target(cur); target != nil {
		l.Name = p.Source(target)
	}
	l.use(p, cur)
	for v := range l.seen {
		if Filters(p, cur.Inspector(), v) {
			l.Doubt(verdict.NothingWon, cur.Node())
			break
		}
	}
	return l
}

// Kept reports whether a field holds the command, so that it lives on after the function that starts it.
func (l *Life) Kept() bool {
	for v := range l.seen {
		if v.IsField() {
			return true
		}
	}
	return false
}

// Doubt adds what speaks against a finding about the command.
func (l *Life) Doubt(d *verdict.Doubt, at ast.Node) {
	l.Doubts = append(l.Doubts, check.Doubting(d, at.Pos()))
}

// hold continues with the uses of a variable that holds the command.
func (l *Life) hold(p *check.Pass, in *inspector.Inspector, v *types.Var) {
	if v == nil || l.seen[v] {
		return
	}
	l.seen[v] = true
	if v.Exported() && p.Pkg.Name() != "main" && (v.IsField() || v.Parent() == p.Pkg.Scope()) {
		l.Doubts = append(l.Doubts, check.Doubting(verdict.Escapes, v.Pos()))
	}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		c, ok := astindex.Find(in, use)
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
func (l *Life) use(p *check.Pass, cur inspector.Cursor) {
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
			l.hold(p, cur.Inspector(), Denoted(p, parent.Lhs[i]))
		}
	case *ast.ValueSpec:
		if kind == edge.ValueSpec_Values && i < len(parent.Names) {
			l.hold(p, cur.Inspector(), Denoted(p, parent.Names[i]))
		}
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok && kind == edge.KeyValueExpr_Value {
			l.hold(p, cur.Inspector(), Denoted(p, key))
		}
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args {
			l.argument(p, cur, parent, i)
		}
	case *ast.CompositeLit:
		st, ok := callmatch.Deref(p.TypesInfo.TypeOf(parent)).Underlying().(*types.Struct)
		if ok && i < st.NumFields() {
			l.hold(p, cur.Inspector(), st.Field(i)) // process{cmd}
			return
		}
		l.Doubt(verdict.Escapes, cur.Node())
	case *ast.ReturnStmt:
		l.returned(p, cur, i)
	case *ast.SendStmt:
		l.Doubt(verdict.Escapes, cur.Node())
	}
}

// argument follows the command into a function.
func (l *Life) argument(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, i int) {
	fn := callmatch.Callee(p.TypesInfo, call)
	switch {
	case catalog.CommandAsks[callmatch.Name(fn)]:
		l.Configured = call
	case fn != nil && fn.Pkg() == p.Pkg && i < fn.Signature().Params().Len() && !fn.Signature().Variadic():
		l.hold(p, cur.Inspector(), fn.Origin().Signature().Params().At(i))
	default:
		if fn == nil {
			l.Options = append(l.Options, call)
		}
		l.Doubt(verdict.UnknownCallee, call)
	}
}

// SetsUp reports whether the call at a position is one of a function value, an option, that gets the
// command in the function that starts it, and before: it cannot wait for it.
func (l *Life) SetsUp(at token.Pos) bool {
	return l.Start != nil && slices.ContainsFunc(l.Options, func(call ast.Node) bool {
		return call.Pos() == at && at < l.Start.Pos() && l.around(call) == l.around(l.Start)
	})
}

// around returns the function around a node of what is followed.
func (l *Life) around(n ast.Node) ast.Node {
	cur, ok := astindex.Find(l.in, n)
	if !ok {
		return nil
	}
	fn, _ := astindex.FuncAround(cur)
	return fn.Node()
}

// member looks at cmd.X.
func (l *Life) member(p *check.Pass, cur inspector.Cursor) {
	sel := cur.Node().(*ast.SelectorExpr)
	if Copies(p, cur) {
		l.Copied = sel
	}
	switch name := callmatch.Name(callmatch.Func(p.TypesInfo, sel)); {
	case name == "(*os/exec.Cmd).Start":
		l.Start = cur.Parent().Node()
		if waitsFor(p, cur, p.Source(sel.X)) {
			l.Waited = l.Start
		}
	case catalog.CommandRuns[name]:
		l.Waited = sel
	case name == "(*os/exec.Cmd).Wait":
		l.Reaped = sel
		l.Waits = append(l.Waits, sel)
	case sel.Sel.Name == "Process" && reaps(cur):
		l.Reaped = sel
	case name == "(*os/exec.Cmd).StdoutPipe" || name == "(*os/exec.Cmd).StderrPipe":
		l.Piped = sel
	case sel.Sel.Name == "Stdout" && toPipe(p, cur):
		l.Doubt(verdict.NothingWon, sel)
	case sel.Sel.Name == "Process" && asksOnce(p, cur):
		l.Doubt(verdict.Alternatives, sel) // asked elsewhere; the context is for the rest
	case sel.Sel.Name == "Cancel" && isSet(cur):
		l.Configured = sel
	case sel.Sel.Name == "WaitDelay" && isSet(cur):
		l.Delayed = sel
	case sel.Sel.Name == "SysProcAttr" && groups(cur):
		l.Grouped = sel
	}
}

// reaps reports whether the process at cur is waited for or released, or passed to code
// that may do so, such as lifecycle.Terminate.
func reaps(cur inspector.Cursor) bool {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		kind, _ := cur.ParentEdge()
		return kind != edge.BinaryExpr_X && kind != edge.BinaryExpr_Y
	}
	return sel.Sel.Name == "Wait" || sel.Sel.Name == "Release"
}

// asksOnce reports whether the process at cur is sent a signal that asks it to end.
func asksOnce(p *check.Pass, cur inspector.Cursor) bool {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	return ok && callmatch.Name(callmatch.Func(p.TypesInfo, sel)) == "(*os.Process).Signal" && AsksToEnd(p, cur.Parent().Parent())
}

// isSet reports whether the field at cur is assigned.
func isSet(cur inspector.Cursor) bool {
	kind, _ := cur.ParentEdge()
	return kind == edge.AssignStmt_Lhs
}

// waitsFor reports whether the function around cur waits for the command, itself or for a
// goroutine that does.
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

// toPipe reports whether the field at cur is set to the writing end of an io.Pipe.
func toPipe(p *check.Pass, cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	return ok && kind == edge.AssignStmt_Lhs && len(assign.Lhs) == len(assign.Rhs) &&
		callmatch.IsType(p.TypesInfo.TypeOf(assign.Rhs[i]), "io.PipeWriter")
}
