package sigkill

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
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
