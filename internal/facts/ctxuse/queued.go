package ctxuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// queued reports whether a context becomes part of a value that is sent to another goroutine, which works
// with it, and for which the function does not wait:
//
//	q.jobs <- job{ctx: ctx, id: id}
func (b *body) queued(stack []ast.Node) bool {
	at := slices.IndexFunc(stack, func(n ast.Node) bool { _, ok := n.(*ast.SendStmt); return ok })
	if at < 0 || b.receives() {
		return false
	}
	return slices.ContainsFunc(stack[at:], func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return false
		}
		st, ok := b.r.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
		return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return b.r.workedWith()[f.Origin()] })
	})
}

// receives reports whether the function waits for something else than the end of a context.
func (b *body) receives() bool {
	found := false
	ast.Inspect(b.root, func(n ast.Node) bool {
		recv, ok := n.(*ast.UnaryExpr)
		if ok && recv.Op == token.ARROW {
			call, ok := ast.Unparen(recv.X).(*ast.CallExpr)
			found = found || !ok || callmatch.CalleeName(b.r.pass.TypesInfo, call) != "(context.Context).Done"
		}
		return !found
	})
	return found
}

// workedWith returns the fields of contexts that the package passes to calls which need them.
func (r *Result) workedWith() map[*types.Var]bool {
	if r.fields != nil {
		return r.fields
	}
	r.fields = make(map[*types.Var]bool)
	for _, file := range r.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				r.noteFields(call)
			}
			return true
		})
	}
	return r.fields
}

func (r *Result) noteFields(call *ast.CallExpr) {
	for i, arg := range call.Args {
		field := callmatch.Field(r.pass.TypesInfo, arg)
		if field == nil || !IsContext(field.Type()) {
			continue
		}
		fn := callmatch.Callee(r.pass.TypesInfo, call)
		if fn != nil && !catalog.ContextDetaches[callmatch.Name(fn)] && !r.IdleCall(call, i) && !r.Asks(fn, i) {
			r.fields[field.Origin()] = true
		}
	}
}
