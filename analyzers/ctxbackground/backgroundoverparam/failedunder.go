package backgroundoverparam

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// failedUnder reports whether code at cur deals with the error of a call that got a
// context: its end may be why the call has failed.
//
//	if err := q.apply(ctx, task); err != nil {
//		return q.keep(context.Background(), task)
//	}
func failedUnder(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		if kind, _ := c.ParentEdge(); kind != edge.IfStmt_Body {
			continue
		}
		err, ok := callmatch.TestedError(p.TypesInfo, c.Parent().Node().(*ast.IfStmt).Cond).(*ast.Ident)
		if !ok {
			continue
		}
		if call := assignedLast(p, c.Parent(), p.TypesInfo.Uses[err]); call != nil && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) }) {
			return true
		}
	}
	return false
}

// assignedLast returns the call whose result v was set to last, in the if statement
// itself or before it in the same block.
func assignedLast(p *check.Pass, test inspector.Cursor, v types.Object) *ast.CallExpr {
	stmt, ok := test.Node().(*ast.IfStmt).Init, v != nil
	for cur := test; ok; cur, ok = cur.PrevSibling() {
		if cur != test {
			stmt, _ = cur.Node().(ast.Stmt)
		}
		set, value := setBy(stmt)
		if value != nil && slices.ContainsFunc(set, func(id *ast.Ident) bool { return p.TypesInfo.ObjectOf(id) == v }) {
			call, _ := ast.Unparen(value).(*ast.CallExpr)
			return call
		}
	}
	return nil
}

// setBy returns the variables that a statement assigns, or declares, and what the first
// of them gets; nil if it does neither.
func setBy(stmt ast.Stmt) (set []*ast.Ident, value ast.Expr) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		for _, lhs := range s.Lhs {
			if id, ok := lhs.(*ast.Ident); ok {
				set = append(set, id)
			}
		}
		return set, s.Rhs[0]
	case *ast.DeclStmt:
		gen := s.Decl.(*ast.GenDecl)
		if spec, ok := gen.Specs[0].(*ast.ValueSpec); ok && len(gen.Specs) == 1 && len(spec.Values) > 0 {
			return spec.Names, spec.Values[0]
		}
	}
	return nil, nil
}

// toldOfFailure reports whether the function around cur is given an error: it deals
// with a failure, and the end of the context may be that failure.
func toldOfFailure(p *check.Pass, cur inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	var params *ast.FieldList
	switch fn := fn.Node().(type) {
	case *ast.FuncLit:
		params = fn.Type.Params
	case *ast.FuncDecl:
		params = fn.Type.Params
	}
	return slices.ContainsFunc(params.List, func(f *ast.Field) bool {
		return callmatch.IsError(p.TypesInfo.TypeOf(f.Type))
	})
}
