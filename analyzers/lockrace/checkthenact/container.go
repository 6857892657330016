package checkthenact

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A missed entry is not in a container that goroutines share when it is read, and is stored
// afterwards in another step.
type missed struct {
	read, store *ast.CallExpr
	value       ast.Expr // what is stored
	both        string   // the method that does both
}

// containers reports
//
//	conn, ok := c.conns.Load(addr)
//	if !ok {
//		conn = dial(addr)
//		c.conns.Store(addr, conn) // another goroutine may have stored one since
//	}
//
// of a sync.Map and the like, unless one lock is held for both. Two equal entries of a cache are as good
// as one. It returns where those calls are that it has reported.
func containers(p *check.Pass) map[token.Pos]bool {
	reported := make(map[token.Pos]bool)
	for cur, to := range calls.All(p.Pass) {
		read := to.Expr
		row, ok := catalog.ContainerReads[to.Name]
		if !ok && guards(p, to.Func) {
			row.Stores, ok = "Set Store Put Add", true
		}
		if !ok || p.Quiet(read.Pos()) {
			continue
		}
		fn, ok := astindex.FuncAround(cur)
		if !ok || alone(p, fn) {
			continue
		}
		stores := strings.Fields(row.Stores)
		if m := missedIn(p, fn, cur, stores); m != nil && m.matters(p, fn) {
			m.both = row.Both
			m.report(p, fn)
			reported[m.store.Lparen] = true
			continue
		}
		updates(p, fn, cur, stores)
		marks(p, fn, cur)
	}
	return reported
}

// guards reports whether fn reads an entry of a container that is the program's own, and that has a lock
// for its entries, or keeps them in a container which goroutines may share.
func guards(p *check.Pass, fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil || fn.Signature().Params().Len() == 0 || fn.Name() != "Get" && fn.Name() != "Load" && fn.Name() != "Lookup" {
		return false
	}
	named := callmatch.Named(fn.Signature().Recv().Type())
	if named == nil || callmatch.Foreign(p.Pass, named.Obj()) {
		return false
	}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		return counter(iface)
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range st.Fields() {
		if catalog.SharedContainers[callmatch.TypeName(callmatch.Deref(field.Type()))] {
			return true
		}
	}
	return false
}

// counter reports whether an interface is that of a store which counts: it has methods to set and to
// increment.
func counter(iface *types.Interface) bool {
	sets, increments := false, false
	for m := range iface.Methods() {
		sets = sets || m.Name() == "Set"
		increments = increments || strings.HasPrefix(m.Name(), "Incr")
	}
	return sets && increments
}

// missedIn returns the call of a function that stores under the key that read has not found, nil if
// there is none. What is stored whether it was found or not replaces the entry by design.
func missedIn(p *check.Pass, fn, at inspector.Cursor, stores []string) *missed {
	read := at.Node().(*ast.CallExpr)
	from, ok := read.Fun.(*ast.SelectorExpr)
	if !ok || len(read.Args) == 0 {
		return nil
	}
	container, key := named(p, fn, from.X), p.Source(read.Args[0])
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		store := cur.Node().(*ast.CallExpr)
		to, ok := store.Fun.(*ast.SelectorExpr)
		if !ok || store.Pos() < read.End() || len(store.Args) < 2 || !slices.Contains(stores, to.Sel.Name) ||
			named(p, fn, to.X) != container || p.Source(store.Args[0]) != key {
			continue
		}
		if tests(p, fn, at, cur) {
			return &missed{read: read, store: store, value: store.Args[1]}
		}
	}
	return nil
}

func (m *missed) report(p *check.Pass, fn inspector.Cursor) {
	var doubts []check.Doubt
	if decl, ok := fn.Node().(*ast.FuncDecl); ok && decl.Recv == nil && (decl.Name.Name == "main" || decl.Name.Name == "init") {
		doubts = append(doubts, check.Doubting(verdict.BeforeSharing, m.store.Pos()))
	}
	p.Report(check.Finding{
		At: m.store,
		Message: fmt.Sprintf("update of another goroutine may be lost: %s stores because of the test at line %d, and another goroutine may have stored since",
			p.Source(m.store.Fun), p.Line(m.read.Pos())),
		Trace:  []check.Hop{{Pos: m.read.Pos(), Message: "tested here"}},
		Doubts: doubts,
		Fix:    fixContainer(p, m),
	})
}
