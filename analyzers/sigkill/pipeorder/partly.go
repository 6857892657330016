package pipeorder

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judgePartly reports a wait for a child of whose output the function reads a part, and leaves the rest in the pipe:
//
//	head, err := io.ReadAll(io.LimitReader(out, limit))
//	…
//	err = cmd.Wait()
//
// A child that writes more than the part and the pipe hold blocks, and does not exit. Silent where the pipe is closed
// or the child ended between the two. Of low confidence where a context ends the child.
func judgePartly(p *check.Pass, wait, fn inspector.Cursor, pipe *types.Var) bool {
	call := wait.Node().(*ast.CallExpr)
	part, ok := lastPart(p, fn, pipe, call.Pos(), 2)
	if !ok || p.Quiet(call.Pos()) || endedBetween(p, fn, part, call) {
		return false
	}
	var doubts []check.Doubt
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		if callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr)) == "os/exec.CommandContext" {
			doubts = append(doubts, check.Doubting(verdict.OtherEnd, c.Node().Pos()))
		}
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s never returns when the child writes more than %s takes (%s): the rest fills the pipe of %s, and the child blocks",
			p.Source(call.Fun), p.Name(part.Fun), p.Where(part.Pos(), call.Pos()), pipe.Name()),
		Trace:  []check.Hop{{Pos: part.Pos(), Message: "a part is read here"}},
		Doubts: doubts,
	})
	return true
}

// lastPart returns the call that reads a part of the output, where a function reads it last before a place: itself, or
// in a function of the package that it passes the pipe to.
func lastPart(p *check.Pass, fn inspector.Cursor, pipe *types.Var, before token.Pos, depth int) (*ast.CallExpr, bool) {
	reads := readsOf(p, fn, pipe, 3)
	for len(reads) > 0 && reads[len(reads)-1].Node().Pos() > before {
		reads = reads[:len(reads)-1]
	}
	if len(reads) == 0 {
		return nil, false
	}
	last := reads[len(reads)-1]
	call := callOf(last)
	if in, _ := astindex.FuncAround(last); call == nil || in != fn {
		return nil, false
	}
	if catalog.ReadsPart[callmatch.CalleeName(p.TypesInfo, call)] {
		return call, true
	}
	param := astindex.ParamOf(p.Pass, last)
	if param == nil || depth == 0 {
		return nil, false
	}
	callee := callmatch.Callee(p.TypesInfo, call)
	inner, ok := astindex.Find(last.Inspector(), astindex.Of(p.Pass).Decls[callee.Origin()])
	if !ok {
		return nil, false
	}
	_, part := lastPart(p, inner, param, inner.Node().End(), depth-1)
	return call, part
}

// endedBetween reports whether the function ends the child between two calls: it kills it, or calls a cancel function.
func endedBetween(p *check.Pass, fn inspector.Cursor, from, to *ast.CallExpr) bool {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.Pos() <= from.Pos() || call.Pos() >= to.Pos() {
			continue
		}
		name := callmatch.CalleeName(p.TypesInfo, call)
		if name == "(*os.Process).Kill" || name == "(*os.Process).Signal" || callmatch.IsType(p.TypesInfo.TypeOf(call.Fun), "context.CancelFunc") {
			return true
		}
	}
	return false
}
