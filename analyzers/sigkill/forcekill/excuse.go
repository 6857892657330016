package forcekill

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
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
		if callmatch.TestedError(p.TypesInfo, n.Cond) != nil && cur.Node().Pos() > n.Body.Pos() {
			return true
		}
	}
	return false
}

// saysKill returns where a comment of the block around the kill at cur, in front of it, names SIGKILL: that the
// process gets no other signal is intended.
func saysKill(p *check.Pass, cur inspector.Cursor) token.Pos {
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if at := c.Node().Pos(); p.SaysBetween(at, cur.Node().Pos(), "sigkill") {
			return at
		}
		break
	}
	return token.NoPos
}

// killer returns where it is said that the function around cur is there to kill: by its
// name, when it is another name for the kill; by its documentation, when it does so
// forcibly; or by another method of its type which asks.
func killer(p *check.Pass, cur inspector.Cursor) token.Pos {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		words := catalog.Words(decl.Name.Name)
		if words[0] == "kill" && (len(words) == 1 || onlyCalls(p, decl, cur.Node())) || words[0] == "force" && slices.Contains(words, "kill") ||
			check.Says(decl.Doc, "forcibly", "forcefully") || hardWay(p, cur, decl) {
			return decl.Name.Pos()
		}
	}
	return token.NoPos
}

// onlyCalls reports whether a function calls nothing but what is at call: it is another
// name for that.
func onlyCalls(p *check.Pass, decl *ast.FuncDecl, call ast.Node) bool {
	only := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		other, ok := n.(*ast.CallExpr)
		only = only && (!ok || n == call || p.TypesInfo.Types[other.Fun].IsType())
		return n != call
	})
	return only
}

// hardWay reports whether the function around cur is a method that terminates or kills,
// beside another one of its type that sends a signal which can be caught: the caller
// decides between the two.
func hardWay(p *check.Pass, cur inspector.Cursor, decl *ast.FuncDecl) bool {
	if decl.Recv == nil || !slices.ContainsFunc(catalog.Words(decl.Name.Name), func(w string) bool { return w == "terminate" || w == "kill" || w == "force" }) {
		return false
	}
	own := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv().Type()
	for c := range cur.Inspector().Root().Preorder((*ast.FuncDecl)(nil)) {
		other := c.Node().(*ast.FuncDecl)
		fn, ok := p.TypesInfo.Defs[other.Name].(*types.Func)
		if !ok || other == decl || other.Recv == nil || callmatch.TypeName(fn.Signature().Recv().Type()) != callmatch.TypeName(own) {
			continue
		}
		for call := range c.Preorder((*ast.CallExpr)(nil)) {
			if process.AsksToEnd(p, call) {
				return true
			}
		}
	}
	return false
}

// asksElsewhere returns the call in front of the kill at cur, in the declared function
// around both, that asks a process to end: under a condition, or in another function that
// is called when a timer fires.
func asksElsewhere(p *check.Pass, cur inspector.Cursor) ast.Node {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for call := range fn.Preorder((*ast.CallExpr)(nil)) {
			if call.Node().Pos() < cur.Node().Pos() && process.AsksToEnd(p, call) {
				return call.Node()
			}
		}
	}
	return nil
}

// killsItself reports whether the process killed is the program's own.
func killsItself(p *check.Pass, k *process.Kill) bool {
	found := false
	if k.Pid != nil {
		ast.Inspect(k.Pid, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				found = found || catalog.OwnPid[callmatch.CalleeName(p.TypesInfo, call)]
			}
			return true
		})
	}
	return found
}
