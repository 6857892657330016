// Package closesonce is a fact analyzer: it finds the methods that close a channel of their
// receiver on every call, so that a second call panics. It reports nothing.
package closesonce

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "closesonce",
	Doc:        "find methods that panic when they are called twice",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a method that closes a channel unless it panics before. Path leads
// from the receiver to the channel: ".stop", ".worker.stop". Senders are the methods that send on it.
type Fact struct {
	Path    string
	Senders []string
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if len(f.Senders) > 0 {
		return "closes " + f.Path + " of " + strings.Join(f.Senders, " ")
	}
	return "closes " + f.Path
}

// A Method is a method of the package with a [Fact], and how it does it: Call
// closes the channel, or calls a method that does. Builtin is set for a close,
// Own for a call of another method of the receiver itself, Later for what a goroutine
// does that the method starts.
type Method struct {
	Fact
	Call                *ast.CallExpr
	Builtin, Own, Later bool
}

// A Result answers for methods of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]*Method
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Path returns where the channel is that fn closes, "" if none is known.
func (r *Result) Path(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return ""
	}
	if m := r.known[fn.Origin()]; m != nil {
		return m.Path
	}
	var fact Fact
	if fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), &fact) {
		return fact.Path
	}
	return ""
}

// Methods returns the methods of the package that have a fact.
func (r *Result) Methods() map[*types.Func]*Method { return r.known }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*Method)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for changed := true; changed; { // a method may close through another one
		changed = false
		for fn, decl := range astindex.Funcs(pass) {
			if r.known[fn] != nil || fn.Signature().Recv() == nil {
				continue
			}
			if m := r.method(fn, decl); m != nil && !r.isStarted(fn) && !r.renewed(fn, m.Path) {
				r.known[fn], changed = m, true
			}
		}
	}
	for fn, m := range r.known {
		m.Senders = r.senders(fn, m.Path)
		if fn.Exported() {
			pass.ExportObjectFact(fn, &m.Fact)
		}
	}
	return r, nil
}

// isStarted reports whether the package runs fn as a goroutine, whose close signals that it
// has returned.
func (r *Result) isStarted(fn *types.Func) bool {
	return slices.ContainsFunc(astindex.Of(r.pass).Starts, func(s astindex.Start) bool { return s.Runs(r.pass.TypesInfo, fn) })
}

// renewed reports whether another method of fn's type sets what the path leads to:
// then it can be closed again.
func (r *Result) renewed(fn *types.Func, path string) bool {
	owner := callmatch.TypeName(fn.Signature().Recv().Type())
	for other, decl := range astindex.Funcs(r.pass) {
		if recv := other.Signature().Recv(); recv != nil && callmatch.TypeName(recv.Type()) == owner && r.sets(decl.Body, recv, path) {
			return true
		}
	}
	return false
}

// method looks for a statement that every call of fn gets to and that closes a
// channel of the receiver's.
func (r *Result) method(fn *types.Func, decl *ast.FuncDecl) *Method {
	return r.within(fn.Signature().Recv(), decl.Body)
}

// within is method for a body: the method's, or that of a goroutine that it starts.
func (r *Result) within(recv *types.Var, body *ast.BlockStmt) *Method {
	for _, stmt := range body.List {
		if lit := started(stmt); lit != nil {
			if m := r.within(recv, lit.Body); m != nil {
				m.Later = true
				return m
			}
		}
		if call := Unconditional(stmt); call != nil {
			m := r.closes(recv, call)
			_, deferred := stmt.(*ast.DeferStmt)
			if m != nil && !(deferred && m.Builtin) {
				return m
			}
		}
		if _, sends := stmt.(*ast.SendStmt); sends || Leaves(stmt) {
			return nil // a second call blocks in a send, or returns before the close
		}
	}
	return nil
}

// started returns the literal that a statement runs as a goroutine.
func started(stmt ast.Stmt) *ast.FuncLit {
	if g, ok := stmt.(*ast.GoStmt); ok {
		lit, _ := ast.Unparen(g.Call.Fun).(*ast.FuncLit)
		return lit
	}
	return nil
}

// closes returns what a call does to a channel of the receiver's, or nil.
func (r *Result) closes(recv *types.Var, call *ast.CallExpr) *Method {
	info := r.pass.TypesInfo
	if callmatch.IsBuiltin(info, call, "close") {
		if root, path := callmatch.Path(info, call.Args[0]); root == recv && path != "" {
			return &Method{Fact: Fact{Path: path}, Call: call, Builtin: true}
		}
		return nil
	}
	root, path, closed := r.Closes(call)
	if root != recv || closed == "" {
		return nil
	}
	return &Method{Fact: Fact{Path: path + closed}, Call: call, Own: path == ""}
}

// Closes returns the variable and the path that the receiver of a call is, and
// the path from there to the channel that the call closes; "" if it closes none.
func (r *Result) Closes(call *ast.CallExpr) (root *types.Var, path, closed string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, "", ""
	}
	s := r.pass.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || len(s.Index()) != 1 {
		return nil, "", "" // promoted methods are not followed
	}
	fn, _ := s.Obj().(*types.Func)
	if closed = r.Path(fn); closed == "" {
		return nil, "", ""
	}
	root, path = callmatch.Path(r.pass.TypesInfo, sel.X)
	return root, path, closed
}

// sets reports whether a body assigns to the path or to a prefix of it.
func (r *Result) sets(body *ast.BlockStmt, recv *types.Var, path string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		found = found || Sets(r.pass.TypesInfo, n, recv, path)
		return !found
	})
	return found
}
