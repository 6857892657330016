package continuesaftererror

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// answersError returns the writer to which a call writes an error or a redirect, nil if it is no such
// call: one of the catalog, a function of the package that does no more than that, or one that gets the
// writer and the status of an error, or says so by its name.
func answersError(p *check.Pass, call *ast.CallExpr, depth int) *types.Var {
	if row, ok := catalog.Answers[callmatch.CalleeName(p.TypesInfo, call)]; ok {
		if row.Status == -1 || row.Status >= 0 && row.Status < len(call.Args) && status(p, call.Args[row.Status]) >= 300 {
			return writerOf(p, call, row)
		}
		return nil
	}
	i, writer := passed(p, call)
	switch fn := callmatch.Callee(p.TypesInfo, call); {
	case writer == nil || fn == nil || depth == 0:
		return nil
	case saysError(fn) && setsStatus(p, fn, i, 2), slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return status(p, arg) >= 400 }):
		if answers(p, call, writer, 3) {
			return writer
		}
	case onlyErrors(p, fn, i, depth):
		return writer
	}
	return nil
}

// onlyErrors reports whether a function of the package answers with an error in any case, to its
// parameter i.
func onlyErrors(p *check.Pass, fn *types.Func, i, depth int) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || i >= fn.Signature().Params().Len() {
		return false
	}
	param := fn.Origin().Signature().Params().At(i)
	return slices.ContainsFunc(decl.Body.List, func(stmt ast.Stmt) bool {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := expr.X.(*ast.CallExpr)
		return ok && answersError(p, call, depth-1) == param
	})
}

// answers reports whether a call answers with a writer: one of the catalog, a function of the package
// that calls such a one, or one that gets a status as well.
func answers(p *check.Pass, call *ast.CallExpr, writer *types.Var, depth int) bool {
	if row, ok := catalog.Answers[callmatch.CalleeName(p.TypesInfo, call)]; ok {
		return writerOf(p, call, row) == writer
	}
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return local(p, arg) == writer })
	fn := callmatch.Callee(p.TypesInfo, call)
	if i < 0 || fn == nil || depth == 0 {
		return i >= 0 && fn == nil && isHandler(p.TypesInfo.TypeOf(call.Fun))
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || i >= fn.Signature().Params().Len() {
		foreign := fn.Pkg() != nil && fn.Pkg() != p.Pkg && strings.Contains(fn.Pkg().Path(), ".")
		return foreign && (saysAnswer(fn) || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return status(p, arg) > 0 }))
	}
	param, found := fn.Origin().Signature().Params().At(i), false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		found = found || ok && answers(p, inner, param, depth-1)
		return !found
	})
	return found
}

// isHandler reports whether a type is that of handlers: functions that are passed a request with its writer.
//
//	next(w, r)
func isHandler(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 2 {
		return false
	}
	return callmatch.TypeName(sig.Params().At(0).Type()) == "net/http.ResponseWriter" &&
		callmatch.TypeName(callmatch.Deref(sig.Params().At(1).Type())) == "net/http.Request"
}

// passed returns the argument of a call that is a writer.
func passed(p *check.Pass, call *ast.CallExpr) (int, *types.Var) {
	for i, arg := range call.Args {
		if v := local(p, arg); v != nil {
			if name := callmatch.TypeName(callmatch.Deref(v.Type())); catalog.ResponseWriters[name] {
				return i, v
			}
		}
	}
	return -1, nil
}

func writerOf(p *check.Pass, call *ast.CallExpr, row catalog.Answer) *types.Var {
	if row.Writer >= 0 && row.Writer < len(call.Args) {
		return local(p, call.Args[row.Writer])
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && row.Writer < 0 {
		return local(p, sel.X)
	}
	return nil
}

// local returns the variable that an expression names: a parameter, most of the time.
func local(p *check.Pass, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	return v
}

// status returns the HTTP status that a constant is, 0 if it is none.
func status(p *check.Pass, expr ast.Expr) int64 {
	v := p.TypesInfo.Types[expr].Value
	if v == nil || v.Kind() != constant.Int {
		return 0
	}
	if n, ok := constant.Int64Val(v); ok && 200 <= n && n < 600 {
		return n
	}
	return 0
}

// onlyHeader reports whether the function does nothing after the answer at cur but set a status: no work is done
// for a request that has failed, and the answer is complete.
func onlyHeader(cur inspector.Cursor, second *ast.CallExpr) bool {
	if sel, ok := ast.Unparen(second.Fun).(*ast.SelectorExpr); !ok || sel.Sel.Name != "WriteHeader" {
		return false
	}
	for c := range cur.Enclosing() {
		switch c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return true
		case *ast.ForStmt, *ast.RangeStmt:
			return false
		}
		list := astindex.Stmts(c.Parent().Node())
		i := slices.IndexFunc(list, func(stmt ast.Stmt) bool { return ast.Node(stmt) == c.Node() })
		if i >= 0 && !isClause(c.Node()) && slices.ContainsFunc(list[i+1:], func(stmt ast.Stmt) bool {
			expr, ok := stmt.(*ast.ExprStmt)
			return !ok || expr.X != ast.Expr(second)
		}) {
			return false
		}
	}
	return false
}
