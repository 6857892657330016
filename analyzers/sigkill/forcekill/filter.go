package forcekill

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ofFilter reports whether the process killed is one of a command that filters, or that
// is only listened to.
func ofFilter(p *check.Pass, k *process.Kill) bool {
	if k.Pid == nil {
		return false
	}
	proc := k.Pid
	if value := process.LocalValue(p, k.Cur, ast.Unparen(proc)); value != nil {
		proc = value // p := cmd.Process
	}
	sel, ok := ast.Unparen(proc).(*ast.SelectorExpr)
	if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "os/exec.Cmd") {
		return false
	}
	v := process.Denoted(p, sel.X)
	return v != nil && (process.Filters(p, k.Cur.Inspector(), v) && !supervised(p, k.Cur.Inspector(), v) || listenedTo(p, k.Cur, v))
}

// listenedTo reports whether the function around cur starts the command in v for what it
// prints, which it reads through a pipe: then it has what it needs, or waits no longer.
// One that waits for a signal looks after the child, and relays what it prints.
func listenedTo(p *check.Pass, cur inspector.Cursor, v *types.Var) bool {
	started, read := false, false
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range fn.Preorder((*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
			sel, ok := c.Node().(*ast.SelectorExpr)
			if !ok && callmatch.IsSignals(p.TypesInfo.TypeOf(c.Node().(*ast.Ident))) {
				return false
			}
			if !ok {
				continue
			}
			name := callmatch.Name(callmatch.Func(p.TypesInfo, sel))
			if _, asks := catalog.Notifies[name]; asks {
				return false
			}
			if process.Denoted(p, sel.X) != v {
				continue
			}
			started = started || name == "(*os/exec.Cmd).Start"
			read = read || catalog.CommandPipes[name] != "" && catalog.CommandPipes[name] != "Stdin"
		}
	}
	return started && read
}
