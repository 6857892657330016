package platformexec

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixPort waits for a port where a tool was to determine its owner: that needs no tool. It
// returns nil if the code around is about something else.
func fixPort(p *check.Pass, cur inspector.Cursor, c *process.Command, stmt ast.Stmt) *edit.Fix {
	ret, ok := stmt.(*ast.ReturnStmt)
	context, time := edit.ImportName(p.Pass, stmt.Pos(), "context"), edit.ImportName(p.Pass, stmt.Pos(), "time")
	addr := freedPort(p, cur, c)
	if !ok || addr == "" || context == "" || time == "" || p.Stdlib() || len(ret.Results) != 1 || !isError(p, cur, 1) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	indent := "\n" + e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), fmt.Sprintf("ctx, cancel := %s.WithTimeout(%s.Background(), 10*%s.Second)", context, context, time)+
		indent+"defer cancel()"+indent+"ln, err := "+lc+`.Listen(ctx, "tcp", `+addr+")"+
		indent+"if err != nil {"+indent+"\treturn err"+indent+"}"+indent+"return ln.Close()")
	return e.Fix("Wait for the port with "+lc+".Listen where "+c.Tool+" fails", "a port that stays in use for 10 s is an error")
}

// freedPort returns the source of the address that the command looks up, when
// the function around it kills what it finds.
func freedPort(p *check.Pass, cur inspector.Cursor, c *process.Command) string {
	fn, ok := astindex.FuncAround(cur)
	if !ok || c.Tool != "lsof" && c.Tool != "fuser" {
		return ""
	}
	found := false
	for k := range fn.Preorder((*ast.CallExpr)(nil)) {
		s := commandSignal(p, k)
		found = found || s == process.Kills || s == process.Asks
	}
	for _, arg := range c.Args {
		b, ok := ast.Unparen(arg).(*ast.BinaryExpr)
		if ok && found && b.Op == token.ADD && process.Text(p, b.X) == ":" && isString(p.TypesInfo.TypeOf(b.Y)) {
			return p.Source(arg)
		}
	}
	return ""
}

func commandSignal(p *check.Pass, cur inspector.Cursor) process.Signal {
	if k := process.KillAt(p, cur); k != nil {
		return process.Kills
	}
	if process.AsksAt(p, cur, 0) {
		return process.Asks
	}
	return process.Nothing
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
