package sigkill

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// outermost returns the declaration around cur, or the file.
func outermost(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.File)(nil)) {
		return c.Node()
	}
	return cur.Node()
}

// A kill is a place where SIGKILL is sent.
type kill struct {
	cur   inspector.Cursor // the call
	arg   ast.Expr         // what says SIGKILL, nil for Process.Kill
	pid   ast.Expr         // the process: an *os.Process or a pid; nil for commands
	cmd   *command
	by    string // "Process.Kill", "kill -9"
	plain bool   // the call can be replaced by one of lifecycle
}

// killAt returns the kill that the call at cur is, nil if it is none.
func killAt(p *check.Pass, cur inspector.Cursor) *kill {
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	name := callmatch.Name(fn)
	if catalog.KillCalls[name] {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return &kill{cur: cur, pid: sel.X, by: p.Source(call.Fun), plain: true}
		}
		return nil
	}
	if to, sig, ok := signalArg(p, fn, call); ok {
		if !isKill(p, cur, sig) {
			return nil
		}
		k := &kill{cur: cur, arg: sig, by: p.Source(call.Fun) + " with " + p.Source(sig)}
		_, k.plain = catalog.SignalCalls[name]
		if k.pid = to; k.plain && to == nil {
			k.pid = ast.Unparen(call.Fun).(*ast.SelectorExpr).X
		}
		return k
	}
	if c := commandOf(p, cur); c != nil {
		if s, at := c.sends(p); s == kills {
			return &kill{cur: cur, arg: at, cmd: c, by: described(p, c)}
		}
	}
	return nil
}

func described(p *check.Pass, c *command) string {
	if c.script != "" {
		return c.tool + ` -c "` + strings.TrimSpace(strings.ReplaceAll(c.script, "\n", " ")) + `"`
	}
	words := []string{c.tool}
	for _, arg := range c.args {
		if w := strings.TrimSpace(text(p, arg)); w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// signalArg returns the process and the signal that call sends: by a function
// of the catalog, or by one of the package that hands a parameter on to it.
func signalArg(p *check.Pass, fn *types.Func, call *ast.CallExpr) (to, sig ast.Expr, ok bool) {
	if fn == nil {
		return nil, nil, false
	}
	if row, ok := catalog.SignalCalls[callmatch.Name(fn)]; ok && row.Signal < len(call.Args) {
		if row.To >= 0 {
			to = call.Args[row.To]
		}
		return to, call.Args[row.Signal], true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return nil, nil, false
	}
	params := fn.Signature().Params()
	for i := range min(params.Len(), len(call.Args)) {
		if sendsParam(p, decl, params.At(i)) {
			return nil, call.Args[i], true
		}
	}
	return nil, nil, false
}

// sendsParam reports whether the function sends the signal that is its parameter.
func sendsParam(p *check.Pass, decl *ast.FuncDecl, param *types.Var) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			row, ok := catalog.SignalCalls[callmatch.CalleeName(p.TypesInfo, call)]
			found = found || ok && row.Signal < len(call.Args) && denotes(p, call.Args[row.Signal], param)
		}
		return !found
	})
	return found
}

// isKill reports whether expr is SIGKILL: a constant, os.Kill, or a variable that
// never holds anything else.
func isKill(p *check.Pass, cur inspector.Cursor, expr ast.Expr) bool {
	return signalIs(p, cur, expr, 9, catalog.KillValues)
}

func signalIs(p *check.Pass, cur inspector.Cursor, expr ast.Expr, number int64, vars map[string]bool) bool {
	if v := p.TypesInfo.Types[expr].Value; v != nil {
		n, ok := constant.Int64Val(constant.ToInt(v))
		return ok && n == number
	}
	expr = ast.Unparen(expr)
	id, ok := expr.(*ast.Ident)
	if sel, isSel := expr.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil {
		return false
	}
	if vars[v.Pkg().Path()+"."+v.Name()] && v.Parent() == v.Pkg().Scope() {
		return true
	}
	value := localValue(p, cur, expr)
	return value != nil && value != expr && signalIs(p, cur, value, number, vars)
}

// localValue returns what the local variable expr holds for its whole life, nil
// if it is none.
func localValue(p *check.Pass, cur inspector.Cursor, expr ast.Expr) ast.Expr {
	id, ok := expr.(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == p.Pkg.Scope() {
		return nil
	}
	return localvar.Value(p.TypesInfo, outermost(cur), v)
}

// asksAt reports whether the call at cur asks a process to stop.
func asksAt(p *check.Pass, cur inspector.Cursor, depth int) bool {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if catalog.Terminations[callmatch.Name(fn)] {
		return true
	}
	if _, sig, ok := signalArg(p, fn, call); ok {
		return !isKill(p, cur, sig) && !signalIs(p, cur, sig, 0, nil)
	}
	if c := commandOf(p, cur); c != nil {
		s, _ := c.sends(p)
		return s == asks || (c.tool == "docker" || c.tool == "podman") && len(c.args) > 0 && text(p, c.args[0]) == "stop"
	}
	return fn != nil && (asksByName(p, call, fn) || depth < 3 && within(p, cur, fn, func(c inspector.Cursor) bool { return asksAt(p, c, depth+1) }))
}

// asksByName reports whether a function's name says that it asks: names only
// silence. Closing counts for what is written to, such as a child's input.
func asksByName(p *check.Pass, call *ast.CallExpr, fn *types.Func) bool {
	name := strings.ToLower(fn.Name())
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && name == "close" {
		return callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "io.WriteCloser")
	}
	return slices.ContainsFunc([]string{"stop", "shutdown", "terminate", "interrupt", "graceful", "quit", "sigterm"}, func(w string) bool {
		return strings.Contains(name, w)
	})
}

// waitsAt reports whether n gives a process time: a receive, a pause, a wait.
func waitsAt(p *check.Pass, cur inspector.Cursor, depth int) bool {
	switch n := cur.Node().(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		if fn == nil {
			return false
		}
		name := strings.ToLower(fn.Name())
		if strings.Contains(name, "wait") || strings.Contains(name, "sleep") || catalog.Terminations[callmatch.Name(fn)] {
			return true
		}
		return depth < 3 && within(p, cur, fn, func(c inspector.Cursor) bool { return waitsAt(p, c, depth+1) })
	}
	return false
}

// within reports whether something in the body of a function of the package is
// what the test looks for.
func within(p *check.Pass, cur inspector.Cursor, fn *types.Func, test func(inspector.Cursor) bool) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	body, ok := cur.Inspector().Root().FindNode(decl.Body)
	if !ok {
		return false
	}
	for c := range body.Preorder((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)) {
		if test(c) {
			return true
		}
	}
	return false
}
