package deferinloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

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
// up all the same, whatever each of them keeps and however often the function runs; a function that is passed
// what it loops over may get any number of elements in its one call.
func doubtsOf(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loop ast.Stmt, fn ast.Node) []check.Doubt {
	if endless(p.TypesInfo, loop) {
		return nil
	}
	var doubts []check.Doubt
	if !overParameter(p.TypesInfo, loop, fn) {
		c := site.Case{Site: &site.Site{Cur: cur}}
		doubts = c.Rank(p)
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

// overParameter reports whether a loop is over the elements of a parameter of the function around it.
func overParameter(info *types.Info, loop ast.Stmt, fn ast.Node) bool {
	ranges, ok := loop.(*ast.RangeStmt)
	if !ok {
		return false
	}
	v := variable(info, ranges.X)
	sig := astindex.Signature(info, fn)
	return v != nil && sig != nil && slices.Contains(slices.Collect(sig.Params().Variables()), v)
}

// endless reports whether a loop may run for as long as the process: it receives from a channel, or its condition
// says nothing of what it counts.
//
//	for i := 0; ctx.Err() == nil; i++ {
func endless(info *types.Info, loop ast.Stmt) bool {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Post == nil || loop.Cond == nil || !mentions(info, loop.Cond, counted(info, loop.Post))
	case *ast.RangeStmt:
		_, receives := info.TypeOf(loop.X).Underlying().(*types.Chan)
		return receives
	}
	return false
}

// counted returns the variables that the last part of a loop's clause changes.
func counted(info *types.Info, post ast.Stmt) map[types.Object]bool {
	changed := make(map[types.Object]bool)
	switch post := post.(type) {
	case *ast.IncDecStmt:
		changed[callmatch.Root(info, post.X)] = true
	case *ast.AssignStmt:
		for _, lhs := range post.Lhs {
			changed[callmatch.Root(info, lhs)] = true
		}
	default: // a call, which may change anything
		return nil
	}
	return changed
}

// mentions reports whether an expression names one of the variables, or any if that is not known.
func mentions(info *types.Info, expr ast.Expr, vars map[types.Object]bool) bool {
	found := vars == nil
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || vars[info.Uses[id]]
		}
		return !found
	})
	return found
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
