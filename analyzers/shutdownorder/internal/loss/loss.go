// Package loss determines what is lost if a deferred call does not run.
package loss

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/inmemory"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Loss is a deferred call whose work is skipped, and what speaks against caring.
type Loss struct {
	Call   *ast.CallExpr
	worst  *ast.CallExpr // what to name in the place of call, if anything
	Doubts []check.Doubt
}

// Named returns the call to name.
func (l *Loss) Named() *ast.CallExpr {
	if l.worst != nil {
		return l.worst
	}
	return l.Call
}

// Missed returns the call of a defer statement that is skipped, or comes too late: the
// deferred call, or one in the deferred literal. The exit is nil for a signal that ends the
// process. It returns nil when all that the
// statement does ends with the process anyway, as far as the code shows.
func Missed(p *check.Pass, stmt *ast.DeferStmt, exit *ast.CallExpr) *Loss {
	m := &misser{p: p, exit: exit}
	if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
		return m.inBody(lit.Body)
	}
	return m.lost(stmt.Call)
}

// Of returns the loss if the process ends without a call, nil if there is none.
func Of(p *check.Pass, call *ast.CallExpr) *Loss { return (&misser{p: p}).lost(call) }

type misser struct {
	p     *check.Pass
	exit  *ast.CallExpr
	depth int
}

// inBody returns the first call in body whose work is certainly lost, or the first that may
// be. The close of a file is worth less than anything else. A body that recovers deals with
// panics, and an exit is none. A call with another result than an error is a query that
// precedes the work.
func (m *misser) inBody(body *ast.BlockStmt) *Loss {
	var found *Loss
	forPanics := false
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if callmatch.IsBuiltin(m.p.TypesInfo, call, "recover") {
			forPanics = true
		}
		if !asks(m.p.TypesInfo, call) {
			switch l := m.lost(call); {
			case l == nil:
			case found == nil || len(found.Doubts) > 0 && len(l.Doubts) == 0:
				found = l
			case len(l.Doubts) == 0 && m.onlyCloses(found.Named()) && !m.onlyCloses(l.Call):
				found.worst = l.Call
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

// lost returns the loss if the process ends without call, nil if there is none. What the
// kernel releases, or is of a kind that is not known to write anything, is doubtful.
func (m *misser) lost(call *ast.CallExpr) *Loss {
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
	if name == "(*os.File).Close" && !handedOn(m.p, call) {
		return m.doubtful(call) // the kernel has what was written
	}
	if writtenTo(m.p, call) {
		return &Loss{Call: call}
	}
	if fn.Pkg() != m.p.Pkg && onlyCloses(fn) && !catalog.KernelCloses[name] {
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
		return &Loss{Call: call, Doubts: inner.Doubts}
	}
	switch {
	case catalog.LeavesNothing(fn.Name()):
		return nil
	case catalog.Flushes[name] || catalog.WritesAtEnd(fn.Name()) || !callmatch.Foreign(m.p.Pass, fn):
		return &Loss{Call: call}
	}
	return m.doubtful(call)
}

func (m *misser) doubtful(call *ast.CallExpr) *Loss {
	return &Loss{Call: call, Doubts: []check.Doubt{check.Doubting(verdict.NothingWon, call.Pos())}}
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
func (m *misser) inLiteral(call *ast.CallExpr) *Loss {
	if catalog.CancelTypes[callmatch.TypeName(m.p.TypesInfo.TypeOf(call.Fun))] {
		return nil
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := m.p.TypesInfo.Uses[id].(*types.Var)
	cur, found := syntax.CursorOf(m.p, id)
	if !ok || !found {
		return nil
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		lits := m.literals(localvar.Value(m.p.TypesInfo, fn.Node(), v), v.Type())
		if len(lits) == 0 {
			continue
		}
		if m.depth == 3 {
			return nil // a literal that calls itself, for one
		}
		m.depth++
		defer func() { m.depth-- }()
		for _, lit := range lits {
			if inner := m.inBody(lit.Body); inner != nil {
				return &Loss{Call: call, Doubts: inner.Doubts}
			}
		}
		return nil
	}
	return m.doubtful(call)
}

// literals returns the function literals that a value of a type is: itself, or what the function of
// the package returns that is called for it.
//
//	release, err := acquire(path)
func (m *misser) literals(value ast.Expr, t types.Type) (lits []*ast.FuncLit) {
	switch value := value.(type) {
	case *ast.FuncLit:
		return []*ast.FuncLit{value}
	case *ast.CallExpr:
		fn := callmatch.Callee(m.p.TypesInfo, value)
		if fn == nil {
			return nil
		}
		decl := astindex.Of(m.p.Pass).Decls[fn.Origin()]
		if decl == nil || decl.Body == nil {
			return nil
		}
		syntax.InOwn(decl.Body, func(n ast.Node) {
			ret, ok := n.(*ast.ReturnStmt)
			if !ok {
				return
			}
			for _, res := range ret.Results {
				if lit, ok := ast.Unparen(res).(*ast.FuncLit); ok && types.AssignableTo(m.p.TypesInfo.TypeOf(lit), t) {
					lits = append(lits, lit)
				}
			}
		})
	}
	return lits
}

// WorseThan reports whether a loss is the one to name of two: the surer, or that of the
// call deferred later, which is the next to run.
func (l *Loss) WorseThan(other *Loss) bool {
	if sure := len(l.Doubts) == 0; sure != (len(other.Doubts) == 0) {
		return sure
	}
	return l.Call.Pos() > other.Call.Pos()
}
