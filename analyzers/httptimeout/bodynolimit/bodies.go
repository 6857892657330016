package bodynolimit

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
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// bodyOf returns the body that the call at cur reads into memory, nil if it reads none.
func bodyOf(p *check.Pass, cur inspector.Cursor) *ast.SelectorExpr {
	call := cur.Node().(*ast.CallExpr)
	name := callmatch.CalleeName(p.TypesInfo, call)
	arg, ok := catalog.ReadsAll[name]
	if !ok && catalog.Copies[name] && name != "io.CopyN" && inMemory(p, call.Args[0]) {
		arg, ok = 1, true
	}
	if !ok || arg >= len(call.Args) {
		return nil
	}
	return source(p, cur, call.Args[arg], 4)
}

// inMemory reports whether what is copied to a writer stays in memory.
func inMemory(p *check.Pass, w ast.Expr) bool {
	switch callmatch.TypeName(p.TypesInfo.TypeOf(w)) {
	case "bytes.Buffer", "strings.Builder":
		return true
	}
	return false
}

// source returns the body that a reader reads from, itself or as what is read through:
//
//	io.TeeReader(r.Body, hash)
func source(p *check.Pass, cur inspector.Cursor, reader ast.Expr, depth int) *ast.SelectorExpr {
	switch reader := ast.Unparen(reader).(type) {
	case *ast.SelectorExpr:
		name := callmatch.TypeName(p.TypesInfo.TypeOf(reader.X))
		if reader.Sel.Name == "Body" && (name == "net/http.Request" || name == "net/http.Response") {
			return reader
		}
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[reader].(*types.Var)
		if !ok || depth == 0 || v.Kind() != types.LocalVar {
			return nil
		}
		if value := localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v); value != nil {
			return source(p, cur, value, depth-1)
		}
	case *ast.CallExpr:
		name := callmatch.CalleeName(p.TypesInfo, reader)
		if catalog.ReaderWraps[name] && !catalog.BodyLimits[name] && depth > 0 {
			return source(p, cur, reader.Args[0], depth-1)
		}
	}
	return nil
}

// answered returns the function around cur if it answers requests, or is passed the request by one
// that does, nil if it is neither. What an exported function decodes is no request that is sent.
func answered(p *check.Pass, cur inspector.Cursor) ast.Node {
	var decl *ast.FuncDecl
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if astindex.AnswersRequests(astindex.Signature(p.TypesInfo, c.Node())) {
			return c.Node()
		}
		decl, _ = c.Node().(*ast.FuncDecl)
	}
	if decl == nil || decl.Recv != nil && decl.Name.Name == "RoundTrip" {
		return nil
	}
	def := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if def.Exported() && callmatch.CalleeName(p.TypesInfo, cur.Node().(*ast.CallExpr)) == "encoding/json.NewDecoder" {
		return decl
	}
	if fromHandler(p, def, 4) || fromExported(p, def, 4) {
		return decl
	}
	return nil
}

// fromHandler reports whether a handler of the package calls a function, itself or through others.
func fromHandler(p *check.Pass, fn *types.Func, depth int) bool {
	return calledBy(p, fn, depth, func(in ast.Node) bool {
		sig := astindex.Signature(p.TypesInfo, in)
		return sig != nil && astindex.AnswersRequests(sig)
	})
}

// fromExported reports whether handlers of other packages may call a function: it is exported, or an exported one calls
// it, and takes a request.
func fromExported(p *check.Pass, fn *types.Func, depth int) bool {
	return fn.Exported() && takesRequest(fn.Signature()) || calledBy(p, fn, depth, func(in ast.Node) bool {
		decl, ok := in.(*ast.FuncDecl)
		return ok && decl.Name.IsExported() && takesRequest(astindex.Signature(p.TypesInfo, decl))
	})
}

// calledBy reports whether a function of a kind calls fn, itself or through others.
func calledBy(p *check.Pass, fn *types.Func, depth int, kind func(ast.Node) bool) bool {
	return slices.ContainsFunc(astindex.Of(p.Pass).Calls[fn], func(call astindex.Call) bool {
		if kind(call.In) {
			return true
		}
		decl, ok := call.In.(*ast.FuncDecl)
		return ok && depth > 0 && calledBy(p, p.TypesInfo.Defs[decl.Name].(*types.Func), depth-1, kind)
	})
}

// takesRequest reports whether a function is passed an HTTP request and returns none of it: it is no middleware of a
// client.
func takesRequest(sig *types.Signature) bool {
	is := func(v *types.Var, name string) bool { return callmatch.IsType(callmatch.Deref(v.Type()), name) }
	for result := range sig.Results().Variables() {
		if is(result, "net/http.Request") || is(result, "net/http.Response") {
			return false
		}
	}
	for param := range sig.Params().Variables() {
		if is(param, "net/http.Request") {
			return true
		}
	}
	return false
}

// elsewhere reports whether the limit may be where the package does not show it: in the web framework
// that calls a handler, or in the handlers of other packages that call an exported function.
func elsewhere(p *check.Pass, fn ast.Node) bool {
	sig := astindex.Signature(p.TypesInfo, fn)
	for param := range sig.Params().Variables() {
		if catalog.RequestContexts[callmatch.TypeName(callmatch.Deref(param.Type()))] {
			return true
		}
	}
	decl, ok := fn.(*ast.FuncDecl)
	return ok && !astindex.AnswersRequests(sig) && !fromHandler(p, p.TypesInfo.Defs[decl.Name].(*types.Func), 4)
}

// late returns where the length of what the call at cur has read is compared with a limit, and more is
// refused; nil if it is not.
//
//	data, err := io.ReadAll(resp.Body)
//	…
//	if len(data) > maxSize {
func late(p *check.Pass, cur inspector.Cursor) *ast.IfStmt {
	targets, _ := localvar.Targets(cur)
	if len(targets) == 0 {
		return nil
	}
	id, ok := targets[0].(*ast.Ident)
	fn, around := astindex.FuncAround(cur)
	if !ok || !around {
		return nil
	}
	data := p.TypesInfo.ObjectOf(id)
	for c := range fn.Preorder((*ast.IfStmt)(nil)) {
		cond, ok := ast.Unparen(c.Node().(*ast.IfStmt).Cond).(*ast.BinaryExpr)
		if ok && (cond.Op == token.GTR || cond.Op == token.GEQ) && isLen(p, cond.X, data) && p.TypesInfo.Types[cond.Y].Value != nil && refuses(p, c.Node().(*ast.IfStmt)) {
			return c.Node().(*ast.IfStmt)
		}
	}
	return nil
}

// isLen reports whether an expression is the length of a variable.
func isLen(p *check.Pass, expr ast.Expr, v types.Object) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	if p.TypesInfo.Types[call.Fun].IsType() { // int64(len(data))
		return isLen(p, call.Args[0], v)
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	return ok && v != nil && p.TypesInfo.Uses[id] == v && p.TypesInfo.Types[call.Fun].IsBuiltin()
}

// refuses reports whether a branch returns an error.
func refuses(p *check.Pass, branch *ast.IfStmt) bool {
	for _, stmt := range branch.Body.List {
		ret, ok := stmt.(*ast.ReturnStmt)
		if ok && len(ret.Results) > 0 {
			last := ret.Results[len(ret.Results)-1]
			return callmatch.IsError(p.TypesInfo.TypeOf(last)) && !p.TypesInfo.Types[last].IsNil()
		}
	}
	return false
}
