package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Wrapped returns an error as the returns of the function around cur wrap theirs, and as it is where one of them
// returns an error that is not wrapped. What is done says it in those that add a text; "" where none is known.
//
//	return nil, errors.WithStack(err)
//	return nil, fmt.Errorf("reading the rows: %w", err)
func Wrapped(pass *analysis.Pass, cur inspector.Cursor, err, done string) string {
	fn, ok := astindex.FuncAround(cur)
	if !ok || !callmatch.CanFail(astindex.Signature(pass.TypesInfo, fn.Node())) {
		return err
	}
	text := err
	for c := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		results := c.Node().(*ast.ReturnStmt).Results
		if around, _ := astindex.FuncAround(c); around != fn || len(results) == 0 {
			continue
		}
		switch last := ast.Unparen(results[len(results)-1]).(type) {
		case *ast.CallExpr:
			if wrapped := wrappedBy(pass.TypesInfo, last, err, done); wrapped != "" && text == err {
				text = wrapped
			}
		case *ast.Ident:
			if v, ok := pass.TypesInfo.Uses[last].(*types.Var); ok && callmatch.IsError(v.Type()) && v.Parent() != pass.Pkg.Scope() {
				return err
			}
		}
	}
	return text
}

// wrappedBy returns the call that wraps err as another call wraps its error, "" for one that wraps none.
func wrappedBy(info *types.Info, call *ast.CallExpr, err, done string) string {
	fn, text := types.ExprString(call.Fun), strconv.Quote(done)
	if info.Types[call.Fun].IsType() || !callmatch.IsError(info.TypeOf(call)) {
		return ""
	}
	wraps := func(i int) bool { return i < len(call.Args) && callmatch.IsError(info.TypeOf(call.Args[i])) }
	switch {
	case len(call.Args) == 1 && wraps(0):
		return fn + "(" + err + ")"
	case done == "":
		return ""
	case literal(call, 0) && wraps(len(call.Args)-1) && strings.Contains(call.Args[0].(*ast.BasicLit).Value, "%w"):
		return fn + "(" + strings.TrimSuffix(text, `"`) + `: %w", ` + err + ")"
	case literal(call, 1) && wraps(0):
		return fn + "(" + err + ", " + text + ")"
	}
	return ""
}

// literal reports whether the i-th argument of a call is a text.
func literal(call *ast.CallExpr, i int) bool {
	if i >= len(call.Args) {
		return false
	}
	lit, ok := call.Args[i].(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}
