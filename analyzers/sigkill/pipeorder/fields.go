package pipeorder

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// fieldOf returns the unexported field that the value used at cur is put into, nil if it is none:
//
//	p.in = in
//	&filter{in: in}
func fieldOf(p *check.Pass, use inspector.Cursor) *types.Var {
	var to ast.Expr
	kind, i := use.ParentEdge()
	switch parent := use.Parent().Node().(type) {
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(parent.Lhs) == len(parent.Rhs) {
			to = parent.Lhs[i]
		}
	case *ast.KeyValueExpr:
		if kind == edge.KeyValueExpr_Value {
			to = parent.Key
		}
	case *ast.CompositeLit:
		st, ok := callmatch.Deref(p.TypesInfo.TypeOf(parent)).Underlying().(*types.Struct)
		if ok && i < st.NumFields() && !st.Field(i).Exported() {
			return st.Field(i)
		}
	}
	if to == nil {
		return nil
	}
	v := process.Denoted(p, to)
	if v == nil || !v.IsField() || v.Exported() {
		return nil
	}
	return v
}

// held returns a variable, and the fields that its value is put into.
func held(p *check.Pass, in *inspector.Inspector, v *types.Var) []*types.Var {
	list := []*types.Var{v}
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		if use, ok := astindex.Find(in, id); ok {
			if field := fieldOf(p, use); field != nil && !slices.Contains(list, field) {
				list = append(list, field)
			}
		}
	}
	return list
}

// waitElsewhere returns the call by which another function waits for the command, after it has written to
// the pipe, itself or by a function of the package. One that has killed the child does not wait for it.
func waitElsewhere(p *check.Pass, in *inspector.Inspector, cmd ast.Expr, pipe *types.Var) (inspector.Cursor, bool) {
	v := process.Denoted(p, cmd)
	if v == nil {
		return inspector.Cursor{}, false
	}
	commands, pipes := held(p, in, v), held(p, in, pipe)
	for c, to := range calls.All(p.Pass) {
		call := to.Expr
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || to.Name != "(*os/exec.Cmd).Wait" || !slices.Contains(commands, process.Denoted(p, sel.X)) || p.Quiet(call.Pos()) {
			continue
		}
		kind, _ := c.ParentEdge()
		fn, _ := astindex.FuncAround(c)
		decl, ok := fn.Node().(*ast.FuncDecl)
		if ok && kind != edge.DeferStmt_Call && kind != edge.GoStmt_Call && writesBefore(p, decl, call, pipes, 2) && !signals(p, decl, call) {
			return c, true
		}
	}
	return inspector.Cursor{}, false
}

// writesBefore reports whether a function mentions one of the pipes before a call, or calls a function
// of the package that does; anywhere in it where there is no such call.
func writesBefore(p *check.Pass, fn *ast.FuncDecl, before *ast.CallExpr, pipes []*types.Var, depth int) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if n == nil || found || before != nil && n.Pos() >= before.Pos() {
			return false
		}
		switch n := n.(type) {
		case *ast.Ident:
			v, _ := p.TypesInfo.Uses[n].(*types.Var)
			found = v != nil && v.IsField() && slices.Contains(pipes, v)
		case *ast.CallExpr:
			callee := callmatch.Callee(p.TypesInfo, n)
			if decl := astindex.Of(p.Pass).Decls[callee]; decl != nil && decl != fn && depth > 0 && !makesPipe(p, decl) {
				found = writesBefore(p, decl, nil, pipes, depth-1)
			}
		}
		return !found
	})
	return found
}

// signals reports whether a function ends the child before it waits.
func signals(p *check.Pass, decl *ast.FuncDecl, wait *ast.CallExpr) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && sel.Pos() < wait.Pos() && sel.Sel.Name == "Process"
		return !found
	})
	return found
}

// makesPipe reports whether a function makes the pipe, which is no use of it.
func makesPipe(p *check.Pass, decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(p.TypesInfo, call) == "(*os/exec.Cmd).StdinPipe"
		return !found
	})
	return found
}

// besides returns how the function that waits names the pipe: by the value whose command it waits for,
// or by its last name where that has none.
func besides(p *check.Pass, wait inspector.Cursor, pipes []*types.Var) string {
	cmd := ast.Unparen(wait.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr).X
	last := pipes[len(pipes)-1]
	if sel, ok := ast.Unparen(cmd).(*ast.SelectorExpr); ok {
		obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, p.Pkg, last.Name())
		if obj == last {
			return p.Source(sel.X) + "." + last.Name()
		}
	}
	return last.Name()
}
