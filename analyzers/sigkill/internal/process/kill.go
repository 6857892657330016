package process

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A Kill is a place where SIGKILL is sent.
type Kill struct {
	Cur   inspector.Cursor // the call
	Arg   ast.Expr         // what says SIGKILL, nil for Process.Kill
	Pid   ast.Expr         // the process: an *os.Process or a pid; nil for commands
	Cmd   *Command
	By    string // "Process.Kill", "kill -9"
	Plain bool   // the call can be replaced by one of lifecycle
}

// KillAt returns the kill that the call at cur is, nil if it is none.
func KillAt(p *check.Pass, cur inspector.Cursor) *Kill {
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	name := callmatch.Name(fn)
	if catalog.KillCalls[name] {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return &Kill{Cur: cur, Pid: sel.X, By: p.Source(call.Fun), Plain: true}
		}
		return nil
	}
	if to, sig, ok := signalArg(p, fn, call); ok {
		if !IsKill(p, cur, sig) {
			return nil
		}
		k := &Kill{Cur: cur, Arg: sig, By: p.Source(call.Fun) + " with " + p.Source(sig)}
		_, k.Plain = catalog.SignalCalls[name]
		if k.Pid = to; k.Plain && to == nil {
			k.Pid = ast.Unparen(call.Fun).(*ast.SelectorExpr).X
		}
		return k
	}
	if c := CommandOf(p, cur); c != nil {
		if s, at := c.sends(p); s == Kills {
			return &Kill{Cur: cur, Arg: at, Cmd: c, By: described(p, c)}
		}
	}
	return nil
}

func described(p *check.Pass, c *Command) string {
	if c.Script != "" {
		return c.Tool + ` -c "` + strings.TrimSpace(strings.ReplaceAll(c.Script, "\n", " ")) + `"`
	}
	words := []string{c.Tool}
	for _, arg := range c.Args {
		if w := strings.TrimSpace(Text(p, arg)); w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// signalArg returns the process and the signal that call sends: by a function of the
// catalog, or by one of the package that passes a parameter on to it.
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
			found = found || ok && row.Signal < len(call.Args) && Denotes(p, call.Args[row.Signal], param)
		}
		return !found
	})
	return found
}

// TenSeconds writes the time that fixes give a process.
func TenSeconds(p *check.Pass, e *edit.Builder, pos token.Pos) string {
	if e.HasImportGroup() || edit.ImportName(p.Pass, pos, "time") != "" {
		return "10*" + e.Import(pos, "time", "time") + ".Second"
	}
	return "10e9"
}

// WaitDelay writes the assignment, to be put after the name of a command and a dot, that limits
// the wait to the same time.
func WaitDelay(e *edit.Builder, stmt ast.Node) string {
	return "WaitDelay = 10 * " + e.Import(stmt.Pos(), "time", "time") + ".Second"
}
