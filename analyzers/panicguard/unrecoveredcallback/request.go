package unrecoveredcallback

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/guardfix"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// This file finds goroutines that a handler starts, itself or by a function of the package, and that pass
// what a request has brought to code which the package does not have:
//
//	func (s *Images) Upload(w http.ResponseWriter, r *http.Request) {
//		data, err := io.ReadAll(r.Body)
//		…
//		go func() { s.decode(data) }()
//
// In the handler itself net/http recovers from the panic.

// A parse is the call that gets the data of a request.
type parse struct {
	call   *ast.CallExpr
	doubts []check.Doubt
}

// ofRequest returns such a call in a goroutine, nil if there is none.
func (c *callbacks) ofRequest(start astindex.Start) *parse {
	brought := (&bringing{c: c}).to(start.In, 3)
	switch {
	case brought == nil || len(brought.vars) == 0:
		return nil
	case start.Lit != nil:
		return c.parseIn(start.Lit.Body, brought, 3)
	}
	return c.parseOf(start.Call, brought, 3)
}

// parseIn returns the first call in a body, where nothing recovers, that gets the data of a request.
func (c *callbacks) parseIn(body *ast.BlockStmt, brought *bringing, depth int) (found *parse) {
	if depth == 0 || c.known.Guards(body) {
		return nil
	}
	brought.spread(body)
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && (found == nil || len(found.doubts) > 0) {
			if next := c.parseOf(call, brought, depth); next != nil && (found == nil || len(next.doubts) == 0) {
				found = next
			}
		}
		_, start := n.(*ast.GoStmt)
		return !start
	})
	return found
}

// parseOf is parseIn for a call. What is done with a value of an interface is of the program itself, unless it
// gets plain bytes to make sense of.
func (c *callbacks) parseOf(call *ast.CallExpr, brought *bringing, depth int) *parse {
	if call == nil || !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return brought.mentioned(arg) && isData(c.p.TypesInfo.TypeOf(arg)) }) {
		return nil
	}
	fn := callmatch.Callee(c.p.TypesInfo, call)
	switch {
	case fn == nil:
		if c.callsValue(call) {
			return &parse{call: call}
		}
	case catalog.DecodesMedia[callmatch.Name(fn)]:
		return &parse{call: call}
	case fn.Pkg() == nil || catalog.InProcess(fn.Pkg().Path()):
	case isInterfaceMethod(fn) && (fn.Pkg() == c.p.Pkg || strings.Contains(fn.Pkg().Path(), ".")):
		if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return brought.mentioned(arg) && isRaw(c.p.TypesInfo.TypeOf(arg)) }) {
			return &parse{call: call}
		}
		return &parse{call, []check.Doubt{check.Doubting(verdict.CrashWanted, call.Pos())}}
	default:
		if decl := c.index.Decls[fn.Origin()]; decl != nil && decl.Body != nil && depth > 0 {
			inner := &bringing{c: c}
			inner.passes(call, fn.Origin().Signature(), brought)
			return c.parseIn(decl.Body, inner, depth-1)
		}
	}
	return nil
}

// callsValue reports whether a call is one of a function that a field or a parameter holds: what it does is
// not known here.
func (c *callbacks) callsValue(call *ast.CallExpr) bool {
	t := c.p.TypesInfo.TypeOf(call.Fun)
	_, isFunc := t.Underlying().(*types.Signature)
	if !isFunc || c.p.TypesInfo.Types[call.Fun].IsType() || catalog.CancelTypes[callmatch.TypeName(t)] {
		return false
	}
	if callmatch.Field(c.p.TypesInfo, call.Fun) != nil {
		return true
	}
	v, ok := callmatch.Root(c.p.TypesInfo, call.Fun).(*types.Var)
	if !ok {
		return false
	}
	_, fn, isParam := c.parameter(v)
	_, declared := fn.(*ast.FuncDecl)
	return isParam && declared
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// reportParse reports it. The recover of net/http is another goroutine's.
func (c *callbacks) reportParse(start astindex.Start, found *parse) {
	c.p.Report(check.Finding{
		At: start.Node,
		Message: fmt.Sprintf("a panic in %s, which gets what a request has brought, crashes the process: the server recovers in its handlers, and nothing in this goroutine",
			c.p.Name(found.call.Fun)),
		Trace:  []check.Hop{{Pos: found.call.Pos(), Message: "it is called here"}},
		Doubts: found.doubts,
		Fix:    guardfix.Recover(c.p, start),
	})
}
