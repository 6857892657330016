package process

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A Command is a program and its arguments, as far as they are constant.
type Command struct {
	Tool string     // base name of the program
	Args []ast.Expr // what follows it; a shell's script is split no further
	// Script is what a shell runs, with what is not constant left out.
	Script string
}

// CommandOf returns the command that call makes: with os/exec, or with a function of the
// package that passes its arguments on to it. It is nil for other calls.
func CommandOf(p *check.Pass, cur inspector.Cursor) *Command {
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	argv, ok := argvOf(p, fn, call)
	if !ok || len(argv) == 0 {
		return nil
	}
	argv = Flatten(p, cur, call, argv)
	for len(argv) > 1 && path.Base(Text(p, argv[0])) == "sudo" {
		argv = argv[1:]
	}
	c := &Command{Tool: path.Base(Text(p, argv[0])), Args: argv[1:]}
	if catalog.Shells[c.Tool] && len(argv) == 3 && Text(p, argv[1]) == "-c" {
		c.Script = Text(p, argv[2])
	}
	return c
}

// argvOf returns the expressions that name the program and its arguments.
func argvOf(p *check.Pass, fn *types.Func, call *ast.CallExpr) ([]ast.Expr, bool) {
	if row, ok := catalog.Commands[callmatch.Name(fn)]; ok && row.Name < len(call.Args) {
		return call.Args[row.Name:], true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || fn.Signature().Params().Len() == 0 {
		return nil, false
	}
	i, ok := handsOn(p, fn, decl)
	if !ok || i >= len(call.Args) {
		return nil, false
	}
	return call.Args[i:], true
}

// handsOn returns the parameter with which the program's name begins in a
// function that runs what it is given: run(name string, args ...string).
func handsOn(p *check.Pass, fn *types.Func, decl *ast.FuncDecl) (int, bool) {
	params := fn.Signature().Params()
	last := params.At(params.Len() - 1)
	found := -1
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !call.Ellipsis.IsValid() || !fn.Signature().Variadic() || params.Len() < 2 {
			return true
		}
		row, ok := catalog.Commands[callmatch.CalleeName(p.TypesInfo, call)]
		if ok && len(call.Args) == row.Name+2 && Denotes(p, call.Args[row.Name], params.At(params.Len()-2)) && Denotes(p, call.Args[row.Name+1], last) {
			found = params.Len() - 2
		}
		return true
	})
	return found, found >= 0
}

// Denotes reports whether expr is the variable v.
func Denotes(p *check.Pass, expr ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && p.TypesInfo.Uses[id] == v
}

// Flatten puts the elements of a slice in place of slice..., where they are known.
func Flatten(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, argv []ast.Expr) []ast.Expr {
	if !call.Ellipsis.IsValid() {
		return argv
	}
	list := slices.Clone(argv[:len(argv)-1])
	expr := ast.Unparen(argv[len(argv)-1])
	if id, ok := expr.(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			expr = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v)
		}
	}
	if lit, ok := expr.(*ast.CompositeLit); ok {
		return append(list, lit.Elts...)
	}
	return list
}

// Text returns the constant parts of a string: of a constant, of a sum, of a
// format. A blank stands for the others.
func Text(p *check.Pass, expr ast.Expr) string {
	if v := p.TypesInfo.Types[expr].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		if expr.Op == token.ADD {
			return Text(p, expr.X) + Text(p, expr.Y)
		}
	case *ast.CallExpr:
		if callmatch.CalleeName(p.TypesInfo, expr) == "fmt.Sprintf" && len(expr.Args) > 0 {
			return Text(p, expr.Args[0])
		}
	}
	return " "
}

// Denoted returns the variable or field that an expression names.
func Denoted(p *check.Pass, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		return callmatch.Field(p.TypesInfo, expr)
	}
	return nil
}
