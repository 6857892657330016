package sigkill

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixKill asks first:
//
//	p.Kill()                            →  lifecycle.Terminate(ctx, p, 10*time.Second)
//	syscall.Kill(pid, syscall.SIGKILL)  →  lifecycle.TerminatePID(ctx, pid, 10*time.Second)
//	exec.Command("kill", "-9", pid)     →  exec.Command("kill", "-TERM", pid)
//
// The plain style, and a call whose import nothing else needs, get SIGTERM alone.
func fixKill(p *check.Pass, k *kill) *edit.Fix {
	call := k.cur.Node().(*ast.CallExpr)
	if k.cmd != nil {
		return fixCommand(p, k)
	}
	if v := localValue(p, k.cur, k.arg); v != nil {
		k.arg, k.plain = v, false // the variable stays in use
	}
	if !k.plain || p.Stdlib() || k.arg != nil && !keepsSignals(p, k) {
		return fixSignal(p, k)
	}
	e := p.Edit(call.Pos())
	name := "TerminatePID"
	if callmatch.IsType(p.TypesInfo.TypeOf(k.pid), "os.Process") {
		name = "Terminate"
	}
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	replacement := fmt.Sprintf("%s.%s(%s, %s, %s)", lc, name, lastingContext(p, e, k.cur, lc), p.Source(k.pid), tenSeconds(p, e, call.Pos()))
	e.Replace(call.Pos(), call.End(), replacement)
	return e.Fix("Send SIGTERM first, with "+lc+"."+name, "the process has 10 s to exit, and the call waits for it")
}

// lastingContext returns an expression for a context that does not end with what
// is being shut down: the time given is the limit. That of the process does, and is
// taken where context cannot be imported.
func lastingContext(p *check.Pass, e *edit.Builder, cur inspector.Cursor, lc string) string {
	pos := cur.Node().Pos()
	if !e.HasImportGroup() && edit.ImportName(p.Pass, pos, "context") == "" {
		return lc + ".Context()"
	}
	name := e.Import(pos, "context", "context")
	if fn, ok := function(cur); ok {
		for _, given := range ctxscope.Given(p.Pass, fn.Node(), pos) {
			if given.Kind == "param" {
				return name + ".WithoutCancel(" + given.Expr + ")"
			}
		}
	}
	return name + ".Background()"
}

func tenSeconds(p *check.Pass, e *edit.Builder, pos token.Pos) string {
	if e.HasImportGroup() || edit.ImportName(p.Pass, pos, "time") != "" {
		return "10*" + e.Import(pos, "time", "time") + ".Second"
	}
	return "10e9"
}

// fixSignal sends SIGTERM instead.
func fixSignal(p *check.Pass, k *kill) *edit.Fix {
	const changes = "a process that ignores SIGTERM keeps running"
	call := k.cur.Node().(*ast.CallExpr)
	e := p.Edit(call.Pos())
	if k.arg == nil {
		term := e.Import(call.Pos(), "syscall", "syscall") + ".SIGTERM"
		e.Replace(call.Pos(), call.End(), p.Source(k.pid)+".Signal("+term+")")
		return e.Fix("Send SIGTERM instead", changes)
	}
	term := "SIGTERM"
	sel, ok := ast.Unparen(k.arg).(*ast.SelectorExpr)
	switch {
	case ok && sel.Sel.Name == "SIGKILL":
		term = p.Source(sel.X) + "." + term
	default:
		term = e.Import(call.Pos(), "syscall", "syscall") + "." + term
	}
	e.Replace(k.arg.Pos(), k.arg.End(), term)
	return e.Fix("Send SIGTERM instead", changes)
}

// fixCommand makes the command send SIGTERM.
func fixCommand(p *check.Pass, k *kill) *edit.Fix {
	if k.arg == nil {
		return nil
	}
	e := p.Edit(k.arg.Pos())
	source := p.Source(k.arg)
	fixed := source
	switch {
	case k.cmd.script != "":
		for _, flag := range []string{"-SIGKILL", "-KILL", "-s KILL", "-s 9", "-9"} {
			fixed = strings.ReplaceAll(fixed, flag, "-TERM")
		}
	case strings.TrimSpace(text(p, k.arg)) == "kill": // docker kill
		fixed = strings.Replace(source, "kill", "stop", 1)
	case strings.TrimSpace(text(p, k.arg)) == "-k": // fuser -k
		fixed = `"-TERM", ` + source
	case strings.HasPrefix(text(p, k.arg), "--signal="):
		fixed = `"--signal=TERM"`
	case strings.HasPrefix(text(p, k.arg), "-"):
		fixed = `"-TERM"`
	default:
		fixed = `"TERM"`
	}
	if fixed == source {
		return nil
	}
	e.Replace(k.arg.Pos(), k.arg.End(), fixed)
	return e.Fix("Send SIGTERM instead", "a process that ignores SIGTERM keeps running")
}
