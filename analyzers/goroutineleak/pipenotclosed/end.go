package pipenotclosed

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
)

// An end is one end of a pipe, and what is done with it.
type end struct {
	v      *types.Var
	closed []inspector.Cursor // calls and values of its Close and CloseWithError
	taken  []inspector.Cursor // arguments of calls that can only read or write
	handed []inspector.Cursor // what may close it, or keep it
	other  []inspector.Cursor // calls of its other methods
}

func endOf(p *check.Pass, at inspector.Cursor, v *types.Var) *end {
	e := &end{v: v}
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(at.Inspector(), id)
		if !ok {
			continue
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if parent.Sel.Name == "Close" || parent.Sel.Name == "CloseWithError" {
				e.closed = append(e.closed, use)
			} else {
				e.other = append(e.other, use)
			}
		case *ast.CallExpr:
			if kind, i := use.ParentEdge(); kind == edge.CallExpr_Args && onlyUses(p, parent, i) {
				e.taken = append(e.taken, use)
			} else {
				e.handed = append(e.handed, use)
			}
		default:
			e.handed = append(e.handed, use)
		}
	}
	return e
}

// onlyUses reports whether a call takes its argument i as an interface without a Close method, and as
// no request body, which the client closes.
func onlyUses(p *check.Pass, call *ast.CallExpr, i int) bool {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return false
	}
	sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || i >= sig.Params().Len() {
		return false
	}
	iface, ok := sig.Params().At(i).Type().Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 || catalog.TakesBody[callmatch.CalleeName(p.TypesInfo, call)] {
		return false
	}
	for m := range iface.Methods() {
		if m.Name() == "Close" {
			return false
		}
	}
	return !makesRequest(sig)
}

// makesRequest reports whether a function returns a request: what it is given is the body of that, and the
// client closes it.
func makesRequest(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if callmatch.TypeName(v.Type()) == "net/http.Request" {
			return true
		}
	}
	return false
}

// drains reports whether a call reads to the end whatever happens.
func drains(p *check.Pass, call *ast.CallExpr) bool {
	switch callmatch.CalleeName(p.TypesInfo, call) {
	case "io.ReadAll", "io/ioutil.ReadAll":
		return true
	case "io.Copy":
		dst := p.TypesInfo.TypeOf(call.Args[0])
		return p.Source(call.Args[0]) == "io.Discard" || catalog.InfallibleWriters[callmatch.TypeName(dst)]
	}
	return false
}

// goroutine returns the literal of the go statement in which the end is used, nil if it is not one.
func (e *end) goroutine() *ast.FuncLit {
	var found *ast.FuncLit
	for _, use := range slices.Concat(e.taken, e.other, e.closed) {
		lit := startedAround(use)
		if lit == nil || found != nil && lit != found {
			return nil
		}
		found = lit
	}
	return found
}

// startedAround returns the literal around cur that a go statement runs, nil if there is none.
func startedAround(cur inspector.Cursor) *ast.FuncLit {
	for c := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if kind, _ := c.ParentEdge(); kind != edge.CallExpr_Fun {
			continue
		}
		if kind, _ := c.Parent().ParentEdge(); kind == edge.GoStmt_Call {
			return c.Node().(*ast.FuncLit)
		}
	}
	return nil
}

// leaves returns a return of the goroutine's literal that control reaches from the first use of the end
// without closing it, nil if there is none, or if the close is deferred. The end of the literal is one as
// well.
func (e *end) leaves(p *check.Pass, lit *ast.FuncLit) *ast.ReturnStmt {
	for _, use := range e.closed {
		for c := range use.Enclosing((*ast.DeferStmt)(nil)) {
			if c.Node().Pos() > lit.Pos() {
				return nil
			}
		}
	}
	graph := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).FuncLit(lit)
	return paths.ReturnAfter(graph, e.firstUse(), func(n ast.Node) bool {
		return slices.ContainsFunc(e.closed, func(use inspector.Cursor) bool { return n.Pos() <= use.Node().Pos() && use.Node().End() <= n.End() })
	})
}

func (e *end) firstUse() token.Pos {
	first := token.Pos(0)
	for _, use := range slices.Concat(e.taken, e.other) {
		if first == 0 || use.Node().Pos() < first {
			first = use.Node().Pos()
		}
	}
	return first
}
