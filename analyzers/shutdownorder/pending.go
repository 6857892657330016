package shutdownorder

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/inmemory"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// missed returns the call of a defer statement whose work is lost when it does
// not run before exit: the deferred call, or one in the deferred literal. It
// returns nil when there is none.
func missed(p *check.Pass, stmt *ast.DeferStmt, exit *ast.CallExpr) *ast.CallExpr {
	m := &misser{p: p, exit: catalog.Exits[callmatch.CalleeName(p.TypesInfo, exit)].Flushes}
	lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
	if !ok {
		if m.lost(stmt.Call) {
			return stmt.Call
		}
		return nil
	}
	return m.inBody(lit.Body)
}

type misser struct {
	p     *check.Pass
	exit  string // method that the exit calls itself
	depth int
}

// inBody returns the first call in body whose work would be lost. A body that
// recovers deals with panics, and an exit is none. A call that gives something
// else than an error is a question, on the way to the work.
func (m *misser) inBody(body *ast.BlockStmt) *ast.CallExpr {
	var found *ast.CallExpr
	forPanics := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "recover" && m.p.TypesInfo.Types[id].IsBuiltin() {
			forPanics = true
		}
		if found == nil && !asks(m.p.TypesInfo, call) && m.lost(call) {
			found = call
		}
		return true
	})
	if forPanics {
		return nil
	}
	return found
}

// lost reports whether the work of call is lost when the process ends without
// it. What can be seen and is not known to be harmless is.
func (m *misser) lost(call *ast.CallExpr) bool {
	info := m.p.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return false
	}
	fn := callmatch.Callee(info, call)
	if fn == nil {
		return m.inLiteral(call.Fun)
	}
	name := callmatch.Name(fn)
	if _, exits := catalog.Exits[name]; exits || catalog.GoneWithProcess[name] || m.exit != "" && fn.Name() == m.exit {
		return false
	}
	if fn.Pkg() == nil || inmemory.Of(m.p.Pass).Func(fn) || catalog.LogPackages[fn.Pkg().Path()] && !flushes(fn) {
		return false
	}
	if hidden(fn) || recovers.Of(m.p.Pass).Func(fn).Deferred || unlocks(fn) || takesCloser(fn) || onlyReads(fn) || onlyCloses(fn) && !catalog.StoreReleases[name] {
		return false
	}
	if catalog.LogFlushes[name] && !buffersLogs(m.p) {
		return false
	}
	if decl := astindex.Of(m.p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil && m.depth < 3 {
		m.depth++
		defer func() { m.depth-- }()
		return m.inBody(decl.Body) != nil
	}
	return !catalog.LeavesNothing(fn.Name()) && (catalog.Flushes[name] || !callmatch.Foreign(m.p.Pass, fn))
}

// hidden reports whether fn is a method of an interface that nothing can be
// written to: whose method runs is not known, and what it would do neither.
func hidden(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return false
	}
	write, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), "Write")
	return write == nil && !catalog.StoreReleases[callmatch.Name(fn)]
}

// inLiteral reports whether a local variable stands for a function literal with
// work that would be lost. What other function values do cannot be seen: most
// that are returned end a trace, a profile or a context.
func (m *misser) inLiteral(fun ast.Expr) bool {
	id, ok := ast.Unparen(fun).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := m.p.TypesInfo.Uses[id].(*types.Var)
	cur, found := cursorOf(m.p, id)
	if !ok || !found {
		return false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		lit, ok := localvar.Value(m.p.TypesInfo, fn.Node(), v).(*ast.FuncLit)
		return ok && m.inBody(lit.Body) != nil
	}
	return false
}

// pendingReleases returns the deferred calls that are pending at an exit and
// whose work would be missed, the last one deferred first.
func pendingReleases(p *check.Pass, graph *cfg.CFG, at *cfg.Block, index int, exit *ast.CallExpr) []*ast.CallExpr {
	var list []*ast.CallExpr
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			stmt, ok := n.(*ast.DeferStmt)
			if !ok || !(b == at && i < index || reaches(b, at)) {
				continue
			}
			call := missed(p, stmt, exit)
			if call == nil || inVain(p, call, exit) || madeBefore(p, call, exit) || unused(p, graph, call, exit, at, index) || moved(p, graph, call, at, index) {
				continue
			}
			list = append([]*ast.CallExpr{call}, list...)
		}
	}
	return list
}
