package sigkill

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// failedToAsk reports whether cur is where asking has failed:
//
//	if err := p.Signal(os.Interrupt); err != nil { p.Kill() }
//
// The test of the kill's own error is none, and neither is one of the process.
func failedToAsk(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		n, ok := c.Node().(*ast.IfStmt)
		if !ok {
			return false
		}
		b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
		if ok && b.Op == token.NEQ && p.TypesInfo.Types[b.Y].IsNil() && types.Identical(p.TypesInfo.TypeOf(b.X), types.Universe.Lookup("error").Type()) && cur.Node().Pos() > n.Body.Pos() {
			return true
		}
	}
	return false
}

// killer reports whether it is the job of the function around cur to kill: it
// says so, or it is what others call to do that.
func killer(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if strings.EqualFold(decl.Name.Name, "kill") || strings.EqualFold(decl.Name.Name, "forceKill") {
			return true
		}
		return check.Says(decl.Doc, "kill", "kills", "killing", "killed", "sigkill", "forcibly", "forcefully")
	}
	return false
}

// killsItself reports whether the process killed is the program's own.
func killsItself(p *check.Pass, k *kill) bool {
	found := false
	if k.pid != nil {
		ast.Inspect(k.pid, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				found = found || catalog.OwnPid[callmatch.CalleeName(p.TypesInfo, call)]
			}
			return true
		})
	}
	return found
}
