package oncekeepserror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/exits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// fails reports whether a call of fn may fail now and succeed later, and whether it is of a file.
func (o *once) fails(fn *types.Func) (file, ok bool) {
	name := callmatch.Name(fn)
	if !callmatch.CanFail(fn.Signature()) || catalog.ConnectsLater[name] || catalog.Buffers[name] {
		return false, false
	}
	if slices.ContainsFunc(catalog.FileUses[name], func(use catalog.FileUse) bool { return use.Does == catalog.ReadsFile }) {
		return true, true
	}
	remote, _ := outbound.WaitsForStore(fn)
	return false, remote || asksForContext(fn) || catalog.FailsForAWhile[name] || outbound.Of(o.p.Pass).Sends(fn)
}

// asksForContext reports whether fn is a method of an interface that is passed a context: it takes time, and so
// mostly asks another machine.
func asksForContext(fn *types.Func) bool {
	recv, params := fn.Signature().Recv(), fn.Signature().Params()
	return recv != nil && types.IsInterface(recv.Type()) && params.Len() > 0 && callmatch.TypeName(params.At(0).Type()) == "context.Context"
}

// inEnd reports whether the Once is for an end, which is not repeated on purpose.
func (o *once) inEnd() bool {
	decl, ok := astindex.DeclAround(o.cur).(*ast.FuncDecl)
	return ok && catalog.EndsByName(decl.Name.Name)
}

// returns reports whether the function that runs once returns its value.
func (o *once) returns() bool {
	return callmatch.Callee(o.p.TypesInfo, o.call).Signature().Recv() == nil
}

// outer returns the variable or field that an expression names, nil if it is local to fn.
func (o *once) outer(fn ast.Node, expr ast.Expr) *types.Var {
	if field := callmatch.Field(o.p.TypesInfo, expr); field != nil {
		root := callmatch.Root(o.p.TypesInfo, expr)
		if v, ok := root.(*types.Var); ok && v.Kind() == types.LocalVar && inside(fn, v.Pos()) {
			return nil // of what is being made
		}
		return field
	}
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := o.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || inside(fn, v.Pos()) {
		return nil
	}
	return v
}

func inside(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// keeps reports whether the error of a call in fn ends the initialization without a value: the test of it
// neither ends the process nor sets a value, or it is stored, or returned, as it is.
func (o *once) keeps(fn ast.Node, call inspector.Cursor) bool {
	for c := range call.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if inside(fn, c.Node().Pos()) {
			return false // it tries again, or is one of several
		}
	}
	list, stmt := localvar.Targets(call)
	if len(list) == 0 {
		_, returned := call.Parent().Node().(*ast.ReturnStmt)
		return returned && o.returns()
	}
	id, ok := ast.Unparen(list[len(list)-1]).(*ast.Ident)
	if !ok {
		return o.outer(fn, list[len(list)-1]) != nil && o.tested(fn, stmt, list[len(list)-1]) != lost
	}
	if id.Name == "_" {
		first, ok := list[0].(*ast.Ident)
		return len(list) > 1 && (!ok || first.Name != "_")
	}
	switch o.tested(fn, stmt, id) {
	case kept:
		return true
	case untested:
		return o.outer(fn, id) != nil
	}
	return false
}

// handedOn reports whether fn returns the error of a call: where it is tested, or as it is.
func (o *once) handedOn(fn ast.Node, call inspector.Cursor) bool {
	_, returned := call.Parent().Node().(*ast.ReturnStmt)
	return returned || o.keeps(fn, call)
}

// The outcome of a test of an error.
const (
	untested = iota
	kept     // the initialization ends without a value
	lost     // the process ends, or another value is set
)

// tested returns what the first test of an error after its assignment does.
func (o *once) tested(fn ast.Node, stmt inspector.Cursor, err ast.Expr) int {
	scope := stmt.Parent()
	for c := range scope.Preorder((*ast.IfStmt)(nil), (*ast.CallExpr)(nil)) {
		if c.Node().End() < stmt.Node().End() {
			continue
		}
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			if f := exits.Of(o.p.Pass).Failure(n); f != nil && callmatch.SameValue(o.p.TypesInfo, f, err) {
				return lost
			}
		case *ast.IfStmt:
			e := callmatch.TestedError(o.p.TypesInfo, n.Cond)
			if e == nil || !callmatch.SameValue(o.p.TypesInfo, e, err) {
				continue
			}
			if o.ends(n.Body) || n.Else == nil && len(o.sets(fn, n.Body)) > 0 {
				return lost
			}
			return kept
		}
	}
	return untested
}

// sets returns the variables outside of fn, and the fields, that a part of it sets to a value: neither those
// for errors nor flags.
func (o *once) sets(fn, part ast.Node) (list []*types.Var) {
	ast.Inspect(part, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, lhs := range assign.Lhs {
			v := o.outer(fn, lhs)
			if v != nil && holdsValue(v.Type()) && !o.p.TypesInfo.Types[assign.Rhs[min(i, len(assign.Rhs)-1)]].IsNil() {
				list = append(list, v)
			}
		}
		return true
	})
	return list
}

func holdsValue(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return !callmatch.IsErrorKind(t) && !(ok && basic.Info()&types.IsBoolean != 0)
}

// ends reports whether a block ends the process, or panics.
func (o *once) ends(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || callmatch.IsBuiltin(o.p.TypesInfo, call, "panic") || exits.Of(o.p.Pass).Always(callmatch.Callee(o.p.TypesInfo, call))
		}
		return !found
	})
	return found
}

// variable returns the Once itself, nil if it is not a variable or field.
func (o *once) variable() *types.Var {
	sel, ok := ast.Unparen(o.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if field := callmatch.Field(o.p.TypesInfo, sel.X); field != nil {
		return field
	}
	if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
		v, _ := o.p.TypesInfo.Uses[id].(*types.Var)
		return v
	}
	return nil
}

// replaced returns where the Once is assigned, by which the next call runs it again.
func (o *once) replaced() token.Pos {
	v := o.variable()
	if v == nil {
		return token.NoPos
	}
	return o.assigned(v, nil)
}

// assigned returns where the package assigns a variable or field, apart from its declaration and fn.
func (o *once) assigned(v *types.Var, fn ast.Node) (at token.Pos) {
	for _, file := range o.p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if !ok || fn != nil && inside(fn, assign.Pos()) {
				return true
			}
			for i, lhs := range assign.Lhs {
				if o.outer(assign, ast.Unparen(lhs)) == v && !o.p.TypesInfo.Types[assign.Rhs[min(i, len(assign.Rhs)-1)]].IsNil() {
					at = assign.Pos()
				}
			}
			return true
		})
	}
	return at
}

// doubts returns what speaks against a finding: a Once of one object, and values that are set elsewhere.
func (o *once) doubts(values []*types.Var) (list []check.Doubt) {
	v := o.variable()
	if v == nil {
		v = o.target()
	}
	if v == nil || v.Parent() != o.p.Pkg.Scope() {
		list = append(list, check.Doubting(verdict.OneObject, o.call.Pos()))
	}
	for _, value := range values {
		fn := o.body(o.call.Args[0])
		if pos := o.assigned(value, fn); pos.IsValid() && fn != nil && !o.judged(pos) {
			list = append(list, check.Doubting(verdict.SetElsewhere, pos))
			break
		}
	}
	return list
}

// judged reports whether a position is in a function that the Once calls.
func (o *once) judged(pos token.Pos) bool {
	found := false
	ast.Inspect(o.body(o.call.Args[0]), func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := callmatch.Callee(o.p.TypesInfo, call)
			if fn != nil {
				decl := astindex.Of(o.p.Pass).Decls[fn.Origin()]
				found = found || decl != nil && inside(decl, pos)
			}
		}
		return !found
	})
	return found
}

// target returns the variable that gets the function of sync.OnceValue.
func (o *once) target() *types.Var {
	id, ok := localvar.Target(o.cur).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := o.p.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}
