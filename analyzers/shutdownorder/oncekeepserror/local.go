package oncekeepserror

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// judgeLocal reports an error that only the first call gets, since a variable of that call keeps it:
//
//	var err error
//	l.once.Do(func() { l.schema, err = l.read() })
//	return l.schema, err // nil and nil in the second call
//
// Silent where the error is stored as well, or ends the process, and where the value is tested afterwards. Doubtful where
// nothing but a registration fails.
func (o *once) judgeLocal() bool {
	lit, ok := ast.Unparen(o.call.Args[0]).(*ast.FuncLit)
	around, found := astindex.FuncAround(o.cur)
	if !ok || !found || callmatch.CalleeName(o.p.TypesInfo, o.call) != "(*sync.Once).Do" {
		return false
	}
	fn := around.Node()
	if v := o.variable(); v == nil || inside(fn, v.Pos()) || o.replaced().IsValid() || o.ends(lit.Body) {
		return false
	}
	err := o.localError(lit, fn)
	if err == nil || o.stored(fn, err) || !o.readAfter(fn, err) || o.testsValue(fn, o.sets(lit, lit)) {
		return false
	}
	var doubts []check.Doubt
	if o.onlyRegisters(lit, err) {
		doubts = append(doubts, check.Doubting(verdict.OwnConstants, lit.Pos()))
	}
	if at := o.configures(fn); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Bootstrap, at))
	}
	o.p.Report(check.Finding{
		At: o.call.Fun,
		Message: fmt.Sprintf("a failure of the first call is lost for the next ones: %s is a variable of one call, and stays nil where %s runs nothing",
			err.Name(), o.p.Name(o.call.Fun)),
		Trace:  []check.Hop{{Pos: err.Pos(), Message: "new in each call"}},
		Doubts: doubts,
	})
	return true
}

// configures returns where a function is declared that sets up something for the program, by its name and the settings
// that it is passed: its first call comes before the program serves, and ends it where it fails.
//
//	func ConfigureTracing(ctx context.Context, tc *conf.TracingConfig) error
func (o *once) configures(fn ast.Node) token.Pos {
	decl, ok := fn.(*ast.FuncDecl)
	if !ok || !catalog.SetUpWords[catalog.Words(decl.Name.Name)[0]] {
		return token.NoPos
	}
	for _, param := range decl.Type.Params.List {
		if catalog.NamesSettings(callmatch.TypeName(callmatch.Deref(o.p.TypesInfo.TypeOf(param.Type)))) {
			return decl.Pos()
		}
	}
	return token.NoPos
}

// localError returns the variable for an error, of the function around a literal, that the literal sets.
func (o *once) localError(lit *ast.FuncLit, fn ast.Node) (found *types.Var) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, lhs := range assign.Lhs {
			id, ok := ast.Unparen(lhs).(*ast.Ident)
			if !ok {
				continue
			}
			v, _ := o.p.TypesInfo.Uses[id].(*types.Var)
			if v != nil && callmatch.IsErrorKind(v.Type()) && inside(fn, v.Pos()) && !inside(lit, v.Pos()) {
				found = v
			}
		}
		return true
	})
	return found
}

// onlyRegisters reports whether all that an error is about is the registration of something, as of collectors, which
// fails in each run of a program or in none.
func (o *once) onlyRegisters(lit *ast.FuncLit, err *types.Var) bool {
	registers := true
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || !slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return callmatch.Object(o.p.TypesInfo, lhs) == err }) {
			return true
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok {
			registers = false
			return true
		}
		fn := callmatch.Callee(o.p.TypesInfo, call)
		registers = registers && fn != nil && catalog.Words(fn.Name())[0] == "register"
		return true
	})
	return registers
}

// stored reports whether a function keeps an error in a field, an element or a variable from outside of it.
func (o *once) stored(fn ast.Node, err *types.Var) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return !found
		}
		for i, rhs := range assign.Rhs {
			if !o.mentions(rhs, err) || i >= len(assign.Lhs) {
				continue
			}
			id, plain := ast.Unparen(assign.Lhs[i]).(*ast.Ident)
			found = found || !plain || o.p.TypesInfo.ObjectOf(id) != nil && !inside(fn, o.p.TypesInfo.ObjectOf(id).Pos())
		}
		return !found
	})
	return found
}

// readAfter reports whether a function reads a variable after the Once, or returns it by its name.
func (o *once) readAfter(fn ast.Node, err *types.Var) bool {
	found := err.Kind() == types.ResultVar
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Pos() > o.call.End() && o.p.TypesInfo.Uses[id] == types.Object(err)
		return !found
	})
	return found
}

// testsValue reports whether a condition after the Once asks for what the Once sets.
func (o *once) testsValue(fn ast.Node, values []*types.Var) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		if ok && test.Pos() > o.call.End() {
			found = found || slices.ContainsFunc(values, func(v *types.Var) bool { return o.mentions(test.Cond, v) })
		}
		return !found
	})
	return found
}

// mentions reports whether an expression names a variable or field.
func (o *once) mentions(expr ast.Expr, v *types.Var) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && o.p.TypesInfo.ObjectOf(id) == types.Object(v)
		return !found
	})
	return found
}
