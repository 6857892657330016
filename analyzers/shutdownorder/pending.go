package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/inmemory"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A loss is a deferred call whose work is skipped, and what speaks against caring.
type loss struct {
	call   *ast.CallExpr
	worst  *ast.CallExpr // what to name in the place of call, if anything
	doubts []check.Doubt
}

// named returns the call to name.
func (l *loss) named() *ast.CallExpr {
	if l.worst != nil {
		return l.worst
	}
	return l.call
}

// missed returns the call of a defer statement that is skipped, or comes too late: the
// deferred call, or one in the deferred literal. The exit is nil for a signal that ends the
// process. It returns nil when all that the
// statement does ends with the process anyway, as far as the code shows.
func missed(p *check.Pass, stmt *ast.DeferStmt, exit *ast.CallExpr) *loss {
	m := &misser{p: p, exit: exit}
	if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
		return m.inBody(lit.Body)
	}
	return m.lost(stmt.Call)
}

type misser struct {
	p     *check.Pass
	exit  *ast.CallExpr
	depth int
}

// inBody returns the first call in body whose work is surely lost, or the first that
// may be. That a file is closed is worth less than anything else. A body that recovers deals with panics, and an exit is none. A call that
// gives something else than an error is a question, on the way to the work.
func (m *misser) inBody(body *ast.BlockStmt) *loss {
	var found *loss
	forPanics := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "recover" && m.p.TypesInfo.Types[id].IsBuiltin() {
			forPanics = true
		}
		if !asks(m.p.TypesInfo, call) {
			switch l := m.lost(call); {
			case l == nil:
			case found == nil || len(found.doubts) > 0 && len(l.doubts) == 0:
				found = l
			case len(l.doubts) == 0 && m.onlyCloses(found.named()) && !m.onlyCloses(l.call):
				found.worst = l.call
			}
		}
		return true
	})
	if forPanics {
		return nil
	}
	return found
}

// onlyCloses reports whether a call closes what the kernel closes, too.
func (m *misser) onlyCloses(call *ast.CallExpr) bool {
	return catalog.KernelCloses[callmatch.CalleeName(m.p.TypesInfo, call)]
}

// lost returns the loss when the process ends without call, nil when there is none.
// What is given back by the kernel, or is of a kind that is not seen to write
// anything, is doubtful.
func (m *misser) lost(call *ast.CallExpr) *loss {
	info := m.p.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return nil
	}
	fn := callmatch.Callee(info, call)
	if fn == nil {
		return m.inLiteral(call)
	}
	name := callmatch.Name(fn)
	if _, exits := catalog.Exits[name]; exits || fn.Pkg() == nil || catalog.GoneWithProcess[name] || m.flushed(fn) {
		return nil
	}
	if inmemory.Of(m.p.Pass).Func(fn) || recovers.Of(m.p.Pass).Func(fn).Deferred || unlocks(fn) || onlyReads(info, call, fn) || catalog.LogPackages[fn.Pkg().Path()] && !flushes(fn) {
		return nil
	}
	if writtenTo(m.p, call) {
		return &loss{call: call}
	}
	if onlyCloses(fn) && !catalog.KernelCloses[name] {
		return nil
	}
	if catalog.KernelCloses[name] || catalog.StoreReleases[name] && !catalog.Flushes[name] || catalog.LogFlushes[name] && !buffersLogs(m.p) || hidden(fn) || takesCloser(fn) || ofPIDFile(fn) {
		return m.doubtful(call)
	}
	if decl := astindex.Of(m.p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil && m.depth < 3 {
		m.depth++
		defer func() { m.depth-- }()
		inner := m.inBody(decl.Body)
		if inner == nil {
			return nil
		}
		return &loss{call: call, doubts: inner.doubts}
	}
	switch {
	case catalog.LeavesNothing(fn.Name()):
		return nil
	case catalog.Flushes[name] || catalog.WritesAtEnd(fn.Name()) || !callmatch.Foreign(m.p.Pass, fn):
		return &loss{call: call}
	}
	return m.doubtful(call)
}

func (m *misser) doubtful(call *ast.CallExpr) *loss {
	return &loss{call: call, doubts: []check.Doubt{check.Doubting(verdict.NothingWon, call.Pos())}}
}

// flushed reports whether the exit calls fn itself, as the Fatal of a logger that has
// the same receiver type does.
func (m *misser) flushed(fn *types.Func) bool {
	if m.exit == nil {
		return false
	}
	fatal := callmatch.Callee(m.p.TypesInfo, m.exit)
	row := catalog.Exits[callmatch.Name(fatal)]
	return row.Flushes != "" && fn.Name() == row.Flushes && fn.Pkg() == fatal.Pkg()
}

// hidden reports whether fn is a method of an interface that nothing can be
// written to: whose method runs is not known, and what it would do neither, unless its name
// says that it writes out what has been kept.
func hidden(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || catalog.Words(fn.Name())[0] == "flush" {
		return false
	}
	write, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), "Write")
	return write == nil && !catalog.StoreReleases[callmatch.Name(fn)]
}

// inLiteral returns the loss of calling a function value: that of the literal which a
// local variable stands for. What other function values do cannot be seen: most
// that are returned end a trace, a profile or a context.
func (m *misser) inLiteral(call *ast.CallExpr) *loss {
	if catalog.CancelTypes[callmatch.TypeName(m.p.TypesInfo.TypeOf(call.Fun))] {
		return nil
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := m.p.TypesInfo.Uses[id].(*types.Var)
	cur, found := cursorOf(m.p, id)
	if !ok || !found {
		return nil
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if lit, ok := localvar.Value(m.p.TypesInfo, fn.Node(), v).(*ast.FuncLit); ok {
			if m.depth == 3 {
				return nil // a literal that calls itself, for one
			}
			m.depth++
			defer func() { m.depth-- }()
			if inner := m.inBody(lit.Body); inner != nil {
				return &loss{call: call, doubts: inner.doubts}
			}
			return nil
		}
	}
	return m.doubtful(call)
}

// An unmissed call is deferred, and would not be missed at an exit, for a reason.
type unmissed struct {
	kind *verdict.Proof
	at   token.Pos
}

// pendingReleases returns the deferred calls that are pending at an exit and
// whose work would be missed, the last one deferred first; and why the first of the others
// would not be missed.
func pendingReleases(p *check.Pass, graph *cfg.CFG, at *cfg.Block, index int, exit *ast.CallExpr) (list []*loss, safe *unmissed) {
	for _, b := range graph.Blocks {
		for i, n := range b.Nodes {
			stmt, ok := n.(*ast.DeferStmt)
			if !ok || !(b == at && i < index || reaches(b, at)) {
				continue
			}
			l := missed(p, stmt, exit)
			if proof := answered(p, graph, l, exit, at, index); proof != nil {
				if safe == nil {
					safe = &unmissed{proof, stmt.Pos()}
				}
				continue
			}
			if len(l.doubts) == 0 && (inVain(p, l.call, exit) || handedOn(p, graph, l.call, at, index)) {
				l.doubts = []check.Doubt{check.Doubting(verdict.NothingWon, l.call.Pos())}
			}
			if failed := constantFailure(p, exit); failed != nil {
				l.doubts = append(l.doubts, check.Doubting(verdict.OwnConstants, failed.Pos()))
			}
			list = append([]*loss{l}, list...)
		}
	}
	return list, safe
}

// answered returns why a deferred call is not missed at an exit, nil if it is: what it
// undoes ends with the process, or has not begun, or the exit or what is called before it does
// the same.
func answered(p *check.Pass, graph *cfg.CFG, l *loss, exit *ast.CallExpr, at *cfg.Block, index int) *verdict.Proof {
	switch {
	case l == nil:
		return verdict.WithProcess
	case endedItself(p, l.call, exit), madeBefore(p, l.call, exit), renamed(p, graph, l.call, at, index):
		return verdict.Handled
	case isGo(at.Nodes[index]):
		return nil // the function goes on, and may use it by then
	case unused(p, graph, l.call, exit, at, index):
		return verdict.Private
	}
	return nil
}

func isGo(n ast.Node) bool {
	_, ok := n.(*ast.GoStmt)
	return ok
}

// worseThan reports whether a loss is the one to name of two: the surer, or that of the
// call deferred later, which is the next to run.
func (l *loss) worseThan(other *loss) bool {
	if sure := len(l.doubts) == 0; sure != (len(other.doubts) == 0) {
		return sure
	}
	return l.call.Pos() > other.call.Pos()
}
