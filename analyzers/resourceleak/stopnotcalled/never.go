package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
)

// judgeNever reports a handler of requests that subscribes a channel of its own and never takes that back:
//
//	updates := h.hub.Subscribe() // and no h.hub.Unsubscribe(updates)
//	for {
//		select {
//		case <-r.Context().Done():
//			return
//
// Each request leaves a channel with the object, to which nothing listens. A subscription that is given a
// context ends with that.
func judgeNever(p *check.Pass, s *site.Site, fate *resource.Fate) {
	if len(fate.Leaks) == 0 || lends(p, s.Func) || !ownChannel(s) || !inHandler(p, s) || takesContext(s.Func) {
		return
	}
	names := counterparts(p, s.Func)
	if named(p, s, names) {
		return
	}
	end := undoing(p, s, names[0])
	text := names[0]
	if end != "" {
		text = end
	}
	p.Report(check.Finding{
		At: s.Call,
		Message: fmt.Sprintf("each request leaves a channel with %s, to which nothing listens when the handler has returned: %s is not called",
			p.Source(ast.Unparen(s.Call.Fun).(*ast.SelectorExpr).X), text),
		Fix: fixNever(p, s, end),
	})
}

// named reports whether the function around a call, or a literal in it, calls one of the methods by
// their names.
func named(p *check.Pass, s *site.Site, names []string) bool {
	found := false
	ast.Inspect(astindex.DeclAround(s.Cur), func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && slices.Contains(names, sel.Sel.Name)
		return !found
	})
	return found
}

// ownChannel reports whether a call returns a channel, or is given one that the function has made.
func ownChannel(s *site.Site) bool {
	for v := range s.Func.Signature().Results().Variables() {
		if isChannel(v.Type()) {
			return true
		}
	}
	_, args := parts(&s.SSA.Call)
	for _, arg := range args {
		if change, ok := arg.(*ssa.ChangeType); ok {
			arg = change.X
		}
		if _, made := arg.(*ssa.MakeChan); made {
			return true
		}
	}
	return false
}

func isChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// inHandler reports whether the function of a call answers requests.
func inHandler(p *check.Pass, s *site.Site) bool {
	fn, ok := astindex.FuncAround(s.Cur)
	if !ok {
		return false
	}
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return astindex.AnswersRequests(astindex.Signature(p.TypesInfo, fn))
	}
	return false
}

func takesContext(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if name := callmatch.TypeName(callmatch.Deref(v.Type())); name == "context.Context" || name == "net/http.Request" {
			return true
		}
	}
	return false
}

// undoing returns the call of a method that takes back what the call of a site has done, with the results
// or arguments of that, "" where these do not fit.
func undoing(p *check.Pass, s *site.Site, name string) string {
	sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(p.TypesInfo.TypeOf(sel.X), true, s.Func.Pkg(), name)
	method, ok := obj.(*types.Func)
	if !ok {
		return ""
	}
	var args []string
	for param := range method.Signature().Params().Variables() {
		arg := fitting(p, s, param.Type())
		if arg == "" {
			return ""
		}
		args = append(args, arg)
	}
	return p.Source(sel.X) + "." + name + "(" + strings.Join(args, ", ") + ")"
}

// fitting returns the variable of a result, or the argument, that can be passed as a type.
func fitting(p *check.Pass, s *site.Site, t types.Type) string {
	results := s.Func.Signature().Results()
	for i := range results.Len() {
		if name := s.Name(p, i); name != "" && name != "_" && types.AssignableTo(results.At(i).Type(), t) {
			return name
		}
	}
	for _, arg := range s.Call.Args {
		if id, ok := ast.Unparen(arg).(*ast.Ident); ok && types.AssignableTo(p.TypesInfo.TypeOf(arg), t) {
			return id.Name
		}
	}
	return ""
}

func fixNever(p *check.Pass, s *site.Site, end string) *edit.Fix {
	if end == "" {
		return nil
	}
	return s.Defer(p, end)
}
