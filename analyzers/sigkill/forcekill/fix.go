package forcekill

import (
	"fmt"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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
// The plain style sets a timer for the kill of an os.Process, and has nothing for a number, which may be
// that of another process later. A call whose import nothing else needs gets SIGTERM alone, as the Cancel of a
// command does, whose WaitDelay limits the wait.
func fixKill(p *check.Pass, k *process.Kill) *edit.Fix {
	call := k.Cur.Node().(*ast.CallExpr)
	if k.Cmd != nil {
		return fixCommand(p, k)
	}
	if v := process.LocalValue(p, k.Cur, k.Arg); v != nil {
		k.Arg, k.Plain = v, false // the variable stays in use
	}
	cmd, _ := cancelled(p, k.Cur)
	switch {
	case cmd == nil && k.Plain && p.Stdlib():
		return fixPlain(p, k)
	case !k.Plain || p.Stdlib() || k.Arg == nil && cmd != nil || k.Arg != nil && !keepsSignals(p, k):
		return fixSignal(p, k)
	}
	e := p.Edit(call.Pos())
	name := "TerminatePID"
	if callmatch.IsType(p.TypesInfo.TypeOf(k.Pid), "os.Process") {
		name = "Terminate"
	}
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	replacement := fmt.Sprintf("%s.%s(%s, %s, %s)", lc, name, lastingContext(p, e, k.Cur, lc), p.Source(k.Pid), process.TenSeconds(p, e, call.Pos()))
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
	if fn, ok := astindex.FuncAround(cur); ok {
		for _, given := range ctxscope.Given(p.Pass, fn.Node(), pos) {
			if given.Kind == "param" {
				return name + ".WithoutCancel(" + given.Expr + ")"
			}
		}
	}
	return name + ".Background()"
}

// fixSignal sends SIGTERM instead.
func fixSignal(p *check.Pass, k *process.Kill) *edit.Fix {
	title, changes := "Send SIGTERM instead", "a process that ignores SIGTERM keeps running"
	call := k.Cur.Node().(*ast.CallExpr)
	e := p.Edit(call.Pos())
	if name := waits(p, e, k.Cur); name != "" {
		title, changes = "Send SIGTERM, and set "+name+".WaitDelay", "the process has 10 s to exit before it is killed"
	}
	if k.Arg == nil {
		term := e.Import(call.Pos(), "syscall", "syscall") + ".SIGTERM"
		e.Replace(call.Pos(), call.End(), p.Source(k.Pid)+".Signal("+term+")")
		return e.Fix(title, changes)
	}
	term := "SIGTERM"
	sel, ok := ast.Unparen(k.Arg).(*ast.SelectorExpr)
	switch {
	case ok && sel.Sel.Name == "SIGKILL":
		term = p.Source(sel.X) + "." + term
	default:
		term = e.Import(call.Pos(), "syscall", "syscall") + "." + term
	}
	e.Replace(k.Arg.Pos(), k.Arg.End(), term)
	return e.Fix(title, changes)
}

// fixCommand makes the command send SIGTERM.
func fixCommand(p *check.Pass, k *process.Kill) *edit.Fix {
	if k.Arg == nil {
		return nil
	}
	e := p.Edit(k.Arg.Pos())
	source := p.Source(k.Arg)
	fixed := source
	switch {
	case k.Cmd.Script != "":
		for _, flag := range []string{"-SIGKILL", "-KILL", "-s KILL", "-s 9", "-9"} {
			fixed = strings.ReplaceAll(fixed, flag, "-TERM")
		}
	case strings.TrimSpace(process.Text(p, k.Arg)) == "kill": // docker kill
		fixed = strings.Replace(source, "kill", "stop", 1)
	case strings.TrimSpace(process.Text(p, k.Arg)) == "-k": // fuser -k
		fixed = `"-TERM", ` + source
	case strings.HasPrefix(process.Text(p, k.Arg), "--signal="):
		fixed = `"--signal=TERM"`
	case strings.HasPrefix(process.Text(p, k.Arg), "-"):
		fixed = `"-TERM"`
	default:
		fixed = `"TERM"`
	}
	if fixed == source {
		return nil
	}
	e.Replace(k.Arg.Pos(), k.Arg.End(), fixed)
	return e.Fix("Send SIGTERM instead", "a process that ignores SIGTERM keeps running")
}
