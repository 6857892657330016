package forcekill

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// supervised reports whether the command in a field is started again when it has ended: it is a service of
// its own, with files and sockets, and no filter, although this program holds both of its ends.
//
//	cmd.Wait()
//	…
//	s.spawn() // which sets s.cmd
func supervised(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	if !v.IsField() {
		return false
	}
	for _, made := range commandsIn(p, append(process.HeldBy(p, in, v), v)) {
		again := starters(p, made)
		for _, wait := range process.LifeOf(p, made).Waits {
			if cur, ok := astindex.Find(in, wait); ok && startedAfter(p, cur, made, again) {
				return true
			}
		}
	}
	return false
}

// maxCalls bounds the calls that may be between what waits for a command and what makes the next one.
const maxCalls = 3

// starters returns the function around a call, and those that call it.
func starters(p *check.Pass, made inspector.Cursor) map[*types.Func]bool {
	set := make(map[*types.Func]bool)
	around := []ast.Node{astindex.DeclAround(made)}
	for range maxCalls {
		var callers []ast.Node
		for _, n := range around {
			decl, ok := n.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok || set[fn] {
				continue
			}
			set[fn] = true
			for _, call := range astindex.Of(p.Pass).Calls[fn] {
				callers = append(callers, call.In)
			}
		}
		around = callers
	}
	return set
}

// startedAfter reports whether the function that waits at cur for a command makes the next one after that,
// or calls one of those that do: in the statements that follow, or in the next iteration.
func startedAfter(p *check.Pass, cur, made inspector.Cursor, again map[*types.Func]bool) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	from := cur.Node().End()
	for loop := range cur.Enclosing((*ast.ForStmt)(nil)) {
		if loop.Node().(*ast.ForStmt).Post == nil && fn.Node().Pos() < loop.Node().Pos() {
			from = loop.Node().Pos()
		}
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.Pos() < from {
			continue
		}
		if callee := callmatch.Callee(p.TypesInfo, call); call == made.Node() || callee != nil && again[callee.Origin()] {
			return true
		}
	}
	return false
}

// commandsIn returns the calls that make the commands which are put into the variables.
func commandsIn(p *check.Pass, vars []*types.Var) (list []inspector.Cursor) {
	for cur, v := range madeFor(p) {
		if slices.Contains(vars, v) && callmatch.IsType(callmatch.Deref(p.TypesInfo.TypeOf(cur.Node().(*ast.CallExpr))), "os/exec.Cmd") {
			list = append(list, cur)
		}
	}
	return list
}
