package joins

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// shutsDown reports whether a body shuts down a server that is in a field, and so waits for the requests
// in flight, itself or through methods of the package.
func (f *finder) shutsDown(body ast.Node, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			_, starts := n.(*ast.GoStmt)
			return !found && !starts
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		fn := callmatch.Callee(f.pass.TypesInfo, call)
		if !ok || fn == nil {
			return true
		}
		if _, stops := catalog.ServerStops[callmatch.Name(fn)]; stops {
			found = callmatch.Field(f.pass.TypesInfo, sel.X) != nil
		} else if decl := f.index.Decls[fn.Origin()]; decl != nil && decl.Body != nil && depth > 0 {
			found = f.shutsDown(decl.Body, depth-1)
		}
		return !found
	})
	return found
}

// requests collects what the functions of the package use that answer requests.
func (u *uses) requests() {
	u.types, u.sends = make(map[string]bool), make(map[string]bool)
	for _, file := range u.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			body := astindex.FuncBody(n)
			if body == nil {
				return true
			}
			if sig := astindex.Signature(u.pass.TypesInfo, n); sig != nil && astindex.AnswersRequests(sig) {
				u.body(body, 3)
			}
			return true
		})
	}
}

// noteType records the type of what is used, if values of it can be stopped or closed.
func (u *uses) noteType(expr ast.Expr) {
	t := u.pass.TypesInfo.TypeOf(expr)
	if u.types == nil || t == nil || callmatch.Named(t) == nil {
		return
	}
	for _, name := range catalog.StopMethods {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, u.pass.Pkg, name); obj != nil {
			u.types[types.TypeString(t, nil)] = true
			if !u.at.IsValid() || expr.Pos() < u.at {
				u.at = expr.Pos()
			}
			return
		}
	}
}

// Requests returns what the functions of the package use that answer requests; the places are left out.
func (r *Result) Requests() *Fact {
	u := &uses{finder: &finder{pass: r.pass, index: astindex.Of(r.pass)}, fields: make(map[string]bool), seen: make(map[ast.Node]bool)}
	u.requests()
	return &Fact{Types: sorted(u.types), Sends: sorted(u.sends), Requests: true}
}
