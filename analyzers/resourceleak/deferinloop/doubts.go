package deferinloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// doubtsOf returns what speaks against a report of a deferred call. In a loop without an end the calls pile
// up all the same, whatever each of them keeps.
func doubtsOf(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loop ast.Stmt, fn ast.Node) []check.Doubt {
	c := site.Case{Site: &site.Site{Cur: cur}}
	doubts := c.Rank(p)
	if endless(p.TypesInfo, loop) {
		return doubts
	}
	v := closed(p.TypesInfo, call)
	if v != nil && callmatch.IsType(v.Type(), "context.CancelFunc") {
		doubts = append(doubts, check.Doubting(verdict.KeepsTimer, call.Pos()))
	}
	if at := deadline(p.TypesInfo, fn, v); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Brief, at))
	}
	if ofForm(p.TypesInfo, loop) {
		doubts = append(doubts, check.Doubting(verdict.OneForm, loop.Pos()))
	}
	if at := bodyReadOut(p, cur, v); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.ReadOut, at))
	}
	if at := openedBehindInterface(p, loop, v); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.NothingHeld, at))
	}
	return doubts
}

// endless reports whether a loop may run for as long as the process: it has no condition of its own that ends
// it, or receives from a channel.
func endless(info *types.Info, loop ast.Stmt) bool {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Post == nil
	case *ast.RangeStmt:
		_, receives := info.TypeOf(loop.X).Underlying().(*types.Chan)
		return receives
	}
	return false
}

// bodyReadOut returns where the pass reads the body of a response to its end, in a statement after the defer
// that is not conditional: the connection is let go there, and what stays is memory.
//
//	defer resp.Body.Close()
//	data, err := io.ReadAll(resp.Body)
func bodyReadOut(p *check.Pass, cur inspector.Cursor, v *types.Var) token.Pos {
	if v == nil || callmatch.TypeName(callmatch.Deref(v.Type())) != "net/http.Response" {
		return token.NoPos
	}
	for _, stmt := range astindex.Stmts(cur.Parent().Node()) {
		if stmt.Pos() < cur.Node().End() {
			continue
		}
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			continue
		}
		read, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || len(read.Args) == 0 || callmatch.Root(p.TypesInfo, read.Args[0]) != types.Object(v) {
			continue
		}
		if decodes, known := catalog.ReadsOut[callmatch.CalleeName(p.TypesInfo, read)]; known && !decodes {
			return read.Pos()
		}
	}
	return token.NoPos
}

// openedBehindInterface returns where a method of an interface of the module returns what is closed: it may be
// a reader of memory.
func openedBehindInterface(p *check.Pass, loop ast.Stmt, v *types.Var) token.Pos {
	if v == nil || !types.IsInterface(v.Type()) {
		return token.NoPos
	}
	call, ok := ast.Unparen(localvar.Definition(p.TypesInfo, loop, v)).(*ast.CallExpr)
	if !ok {
		return token.NoPos
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) || fn.Pkg() != p.Pkg && callmatch.Std(fn) {
		return token.NoPos
	}
	return call.Pos()
}
