package pipeorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judgeBoth reports a function that writes and closes the input of a child, the pipe at cur, before it
// reads the output: a child that writes before it has read all blocks, and then so does the function.
func judgeBoth(p *check.Pass, cur, fn inspector.Cursor, pipe *types.Var) {
	reads := outputReads(p, cur, fn)
	if len(reads) == 0 {
		return
	}
	var write *ast.CallExpr
	closed := false
	for _, id := range astindex.Of(p.Pass).Uses[pipe] {
		use, ok := fn.FindNode(id)
		if in, _ := astindex.FuncAround(use); !ok || in != fn || id.Pos() > reads[0].Node().Pos() {
			continue
		}
		sel, method := use.Parent().Node().(*ast.SelectorExpr)
		switch call := callOf(use); {
		case call == nil:
		case method && sel.Sel.Name == "Close":
			kind, _ := use.Parent().Parent().ParentEdge()
			closed = closed || write != nil && kind != edge.DeferStmt_Call
		case write == nil && writesMuch(p, call):
			write = call
		}
	}
	if write == nil || !closed || p.Quiet(write.Pos()) {
		return
	}
	var doubts []check.Doubt
	if !anySize(p, fn, write) {
		doubts = append(doubts, check.Doubting(verdict.FitsBuffer, write.Pos()))
	}
	at := reads[0].Node().Pos()
	p.Report(check.Finding{
		At: write,
		Message: fmt.Sprintf("the child and %s deadlock when the output exceeds the buffer of its pipe: the input is written to its end before the output is read (%s)",
			p.Name(write.Fun), p.Where(at, write.Pos())),
		Trace:  []check.Hop{{Pos: at, Message: "read here"}},
		Doubts: doubts,
	})
}

// outputReads returns where a function reads the output of the command whose input the call at cur makes
// a pipe; nothing where another function, as a goroutine, does.
func outputReads(p *check.Pass, cur, fn inspector.Cursor) []inspector.Cursor {
	out := otherOutput(p, cur, fn)
	if out == nil {
		return nil
	}
	reads := readsOf(p, fn, out, 3)
	for _, read := range reads {
		if in, _ := astindex.FuncAround(read); in != fn {
			return nil
		}
	}
	return reads
}

// callOf returns the call of a method of the value used at cur, or the one that is passed it.
func callOf(use inspector.Cursor) *ast.CallExpr {
	up := use.Parent()
	if _, ok := up.Node().(*ast.SelectorExpr); ok {
		up = up.Parent()
	}
	call, _ := up.Node().(*ast.CallExpr)
	return call
}

// writesMuch reports whether a call writes what is no constant.
func writesMuch(p *check.Pass, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		inner, conv := ast.Unparen(arg).(*ast.CallExpr)
		if conv && p.TypesInfo.Types[inner.Fun].IsType() && len(inner.Args) == 1 {
			arg = inner.Args[0]
		}
		if p.TypesInfo.Types[arg].Value == nil && !callmatch.IsType(p.TypesInfo.TypeOf(arg), "io.WriteCloser") {
			return true
		}
	}
	return false
}

// anySize reports whether a call writes what a reader has, a slice of bytes, or in a loop.
func anySize(p *check.Pass, fn inspector.Cursor, write *ast.CallExpr) bool {
	cur, ok := fn.FindNode(write)
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if ok && c != fn {
			return true
		}
		break
	}
	if catalog.Copies[callmatch.CalleeName(p.TypesInfo, write)] {
		return true
	}
	arg := ast.Unparen(write.Args[len(write.Args)-1])
	_, made := arg.(*ast.CallExpr)
	_, list := p.TypesInfo.TypeOf(arg).Underlying().(*types.Slice)
	return list && !made
}
