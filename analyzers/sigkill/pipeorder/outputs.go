package pipeorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// judgeOutputs reports a function that reads one output of a child to its end before it reads the other,
// which is the pipe made at cur: a child that fills the pipe of the other one blocks, and closes neither.
//
//	out, _ := io.ReadAll(stdout)
//	msg, _ := io.ReadAll(stderr)
func judgeOutputs(p *check.Pass, cur, fn inspector.Cursor, stderr *types.Var) {
	stdout := otherOutput(p, cur, fn)
	if stdout == nil {
		return
	}
	o := &outputs{p: p}
	if !o.oneByOne(fn, stdout, stderr, 2) || p.Quiet(o.first.Pos()) {
		return
	}
	f := check.Finding{
		At: o.first,
		Message: fmt.Sprintf("the child and %s deadlock when the child writes more to %s than its pipe holds: that is read only after the end of %s",
			p.Name(o.first.Fun), o.late, o.early),
		Trace: []check.Hop{{Pos: o.second.Pos(), Message: "read here"}},
	}
	p.Report(f)
}

// otherOutput returns what holds the standard output of the command another end of which the call at cur
// makes a pipe, nil if that is none.
func otherOutput(p *check.Pass, cur, fn inspector.Cursor) *types.Var {
	cmd := p.Source(ast.Unparen(cur.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr).X)
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || callmatch.CalleeName(p.TypesInfo, call) != "(*os/exec.Cmd).StdoutPipe" || p.Source(sel.X) != cmd {
			continue
		}
		if out := holder(p, c); out != nil && !out.IsField() {
			return out
		}
	}
	return nil
}

// outputs are the two outputs of a child: the call that reads the early one, and where the late one is read.
type outputs struct {
	p           *check.Pass
	early, late string
	first       *ast.CallExpr
	second      ast.Node
}

// oneByOne reports whether a function, or the one that it passes both to, reads one of them to its end before
// the other.
func (o *outputs) oneByOne(fn inspector.Cursor, a, b *types.Var, depth int) bool {
	x, y := o.reads(fn, a), o.reads(fn, b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	if call := callOf(x[0]); call != nil && len(x) == 1 && len(y) == 1 && call == callOf(y[0]) {
		return o.passed(fn, call, a, b, depth)
	}
	if x[0].Node().Pos() > y[0].Node().Pos() {
		x, y, a, b = y, x, b, a
	}
	last := x[len(x)-1]
	if last.Node().Pos() > y[0].Node().Pos() || !o.toEnd(fn, x, y[0]) {
		return false
	}
	o.early, o.late, o.second = a.Name(), b.Name(), y[0].Node()
	return true
}

// passed looks at a call that is passed both: one that reads one after the other, or a function of the package.
func (o *outputs) passed(fn inspector.Cursor, call *ast.CallExpr, a, b *types.Var, depth int) bool {
	if callmatch.CalleeName(o.p.TypesInfo, call) == "io.MultiReader" {
		o.first, o.second, o.early, o.late = call, call, a.Name(), b.Name()
		if o.p.Source(call.Args[0]) == b.Name() {
			o.early, o.late = b.Name(), a.Name()
		}
		return true
	}
	callee := callmatch.Callee(o.p.TypesInfo, call)
	if callee == nil || depth == 0 {
		return false
	}
	decl := astindex.Of(o.p.Pass).Decls[callee.Origin()]
	if decl == nil || decl.Body == nil || callee.Signature().Variadic() {
		return false
	}
	param := func(v *types.Var) *types.Var {
		i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return process.Denoted(o.p, arg) == v })
		if i < 0 {
			return nil
		}
		return callee.Origin().Signature().Params().At(i)
	}
	cur, ok := astindex.Find(fn.Inspector(), decl)
	return ok && param(a) != nil && param(b) != nil && o.oneByOne(cur, param(a), param(b), depth-1)
}

// reads returns where the function reads an output; nothing where another one, as a goroutine, does.
func (o *outputs) reads(fn inspector.Cursor, v *types.Var) (list []inspector.Cursor) {
	for _, read := range readsOf(o.p, fn, v, 3) {
		sel, method := read.Parent().Node().(*ast.SelectorExpr)
		if method && (sel.Sel.Name == "Close" || sel.Sel.Name == "Err") {
			continue
		}
		call := read.Parent()
		if method {
			call = call.Parent()
		}
		kind, _ := call.ParentEdge()
		if in, _ := astindex.FuncAround(read); in != fn || kind == edge.GoStmt_Call || callOf(read) == nil {
			return nil
		}
		list = append(list, read)
	}
	return list
}

// toEnd reports whether one of the reads comes to the end of the output, in a statement whose block has the
// read of the other one, and notes its call.
func (o *outputs) toEnd(fn inspector.Cursor, reads []inspector.Cursor, other inspector.Cursor) bool {
	for _, read := range reads {
		call := callOf(read)
		name := callmatch.CalleeName(o.p.TypesInfo, call)
		_, whole := catalog.ReadsAll[name]
		at := read
		for c := range read.Enclosing((*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			if c == fn {
				break
			}
			at, whole = c, true
		}
		stmt, ok := astindex.Statement(at)
		if !ok || !whole && !catalog.Copies[name] && !o.readsWhole(read, 2) {
			continue
		}
		from, block := other.Node().Pos(), stmt.Parent().Node()
		if stmt.Node().End() < from && from < block.End() {
			o.first = call
			return true
		}
	}
	return false
}

// readsWhole reports whether an output is passed to a function of the package that reads it to its end.
func (o *outputs) readsWhole(arg inspector.Cursor, depth int) bool {
	param := astindex.ParamOf(o.p.Pass, arg)
	if param == nil || depth == 0 {
		return false
	}
	callee := callmatch.Callee(o.p.TypesInfo, callOf(arg))
	fn, ok := astindex.Find(arg.Inspector(), astindex.Of(o.p.Pass).Decls[callee.Origin()])
	return ok && slices.ContainsFunc(o.reads(fn, param), func(read inspector.Cursor) bool {
		_, whole := catalog.ReadsAll[callmatch.CalleeName(o.p.TypesInfo, callOf(read))]
		for c := range read.Enclosing((*ast.ForStmt)(nil), (*ast.FuncDecl)(nil)) {
			return whole || c != fn || o.readsWhole(read, depth-1)
		}
		return whole
	})
}
