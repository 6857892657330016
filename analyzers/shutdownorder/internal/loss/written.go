package loss

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// writtenTo reports whether a call closes a variable or field that the package writes to:
// by a method whose name says so, by passing it on as a writer, or by having made it to be
// written to.
func writtenTo(p *check.Pass, closing *ast.CallExpr) bool {
	sel := syntax.Selector(closing.Fun)
	if sel == nil || !syntax.Ends[sel.Sel.Name] && !catalog.StoreReleases[callmatch.CalleeName(p.TypesInfo, closing)] {
		return false
	}
	v := syntax.VariableOf(p, sel.X)
	return v != nil && (&Writes{P: p, Seen: make(map[*types.Var]bool)}).any(v)
}

// handedOn reports whether the file that a call closes is passed to something, which may keep what it is to write, as a
// bufio.Writer does; or is none of the package's variables and fields.
func handedOn(p *check.Pass, closing *ast.CallExpr) bool {
	sel := syntax.Selector(closing.Fun)
	if sel == nil {
		return true
	}
	v := syntax.VariableOf(p, sel.X)
	if v == nil {
		return true
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	return slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(use *ast.Ident) bool {
		cur, ok := astindex.Find(in, use)
		if !ok {
			return true
		}
		if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel { // of a field
			cur = cur.Parent()
		}
		kind, _ := cur.ParentEdge()
		if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && kind == edge.CallExpr_Args && catalog.WritesThrough[callmatch.CalleeName(p.TypesInfo, call)] {
			return false
		}
		return kind != edge.SelectorExpr_X && kind != edge.AssignStmt_Lhs && kind != edge.BinaryExpr_X
	})
}

// Writes looks for what writes to a variable, and to the parameters that it is passed as.
type Writes struct {
	P    *check.Pass
	Seen map[*types.Var]bool

	// Parts counts what writes to a field of the variable, and follows the variable into the
	// methods of the package that are called on it.
	Parts bool
}

func (w *Writes) any(v *types.Var) bool {
	if w.Seen[v] || len(w.Seen) > 8 {
		return false
	}
	w.Seen[v] = true
	found := false
	in := w.P.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			found = found || w.Call(n, v)
		case *ast.AssignStmt:
			found = found || len(n.Rhs) == 1 && syntax.DefinedBy(w.P, n.Lhs[0]) == v && w.opens(n.Rhs[0])
		case *ast.ValueSpec:
			found = found || len(n.Values) == 1 && w.P.TypesInfo.Defs[n.Names[0]] == types.Object(v) && w.opens(n.Values[0])
		}
		if found {
			return true
		}
	}
	return false
}

// opens reports whether a value is one that is opened to be written to.
func (w *Writes) opens(value ast.Expr) bool {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	return ok && catalog.OpensToWrite[callmatch.CalleeName(w.P.TypesInfo, call)]
}

// Call reports whether a call writes to the variable.
func (w *Writes) Call(call *ast.CallExpr, v *types.Var) bool {
	fn := callmatch.Callee(w.P.TypesInfo, call)
	if fn == nil {
		return false
	}
	own := astindex.Of(w.P.Pass).Decls[fn.Origin()] != nil
	if sel := syntax.Selector(call.Fun); sel != nil && w.is(sel.X, v) && fn.Signature().Recv() != nil {
		if catalog.WriteMethod(sel.Sel.Name) || w.Parts && own && w.any(fn.Origin().Signature().Recv()) {
			return true
		}
	}
	params := fn.Origin().Signature().Params()
	for i, arg := range call.Args {
		if !w.is(arg, v) || i >= params.Len() {
			continue
		}
		if isWriter(params.At(i).Type()) || own && w.any(params.At(i)) {
			return true
		}
	}
	return false
}

// is reports whether an expression is the variable, its address, or a part of it that counts.
func (w *Writes) is(expr ast.Expr, v *types.Var) bool {
	if syntax.VariableOf(w.P, expr) == v {
		return true
	}
	for w.Parts {
		switch e := ast.Unparen(expr).(type) {
		case *ast.SelectorExpr:
			expr = e.X
		case *ast.UnaryExpr:
			expr = e.X
		case *ast.StarExpr:
			expr = e.X
		default:
			return syntax.VariableOf(w.P, expr) == v
		}
	}
	return false
}

// isWriter reports whether a type is an interface to write to, and not to read from.
func isWriter(t types.Type) bool {
	if !types.IsInterface(t) {
		return false
	}
	has := func(name string) bool {
		m, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		return m != nil
	}
	return has("Write") && !has("Read")
}
