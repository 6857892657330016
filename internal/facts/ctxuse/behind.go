package ctxuse

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// lookBehind records for the methods of this package's interfaces which contexts no
// implementation waits for: those that all implementations in the package ignore. An empty
// method is a stub, and does not count.
//
// Nothing is inferred from that in the package itself, where functions are analyzed in any
// order.
func (r *Result) lookBehind() {
	idle := make(map[*types.Func]*Fact)
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		named, ok := types.Unalias(scope.Lookup(name).Type()).(*types.Named)
		if _, isType := scope.Lookup(name).(*types.TypeName); !isType || !ok || named.TypeParams().Len() > 0 {
			continue
		}
		iface, ok := named.Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.ExplicitMethods() {
			if m.Pkg() != r.pass.Pkg || !takesContext(m.Signature()) {
				continue
			}
			if bits := r.idleBehind(m); bits != 0 {
				idle[m] = &Fact{Idle: bits}
			}
		}
	}
	for m, fact := range idle {
		r.known[m] = fact
		r.pass.ExportObjectFact(m, fact)
	}
}

// idleBehind returns the contexts that all of the package's implementations of an
// interface's method ignore.
func (r *Result) idleBehind(m *types.Func) uint64 {
	behind := slices.DeleteFunc(r.behind(m), r.inTest) // a fake returns immediately
	if !slices.ContainsFunc(behind, func(fn *types.Func) bool { return !r.standsIn(fn) && !doesNothing(r.pass, r.decls[fn]) }) {
		return 0
	}
	bits := ^uint64(0)
	for _, fn := range behind {
		bits &= r.fact(fn).Idle
	}
	return bits
}

func (r *Result) inTest(fn *types.Func) bool {
	return strings.HasSuffix(r.pass.Fset.File(fn.Pos()).Name(), "_test.go")
}

// standsIn reports whether a method is generated, as those of mocks are, which only record
// their arguments: it proves nothing about the implementation, which is elsewhere.
func (r *Result) standsIn(fn *types.Func) bool {
	return slices.ContainsFunc(r.pass.Files, func(f *ast.File) bool {
		return f.FileStart <= fn.Pos() && fn.Pos() < f.FileEnd && ast.IsGenerated(f)
	})
}

// doesNothing reports whether a function only returns constants and zero values.
func doesNothing(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	for _, stmt := range decl.Body.List {
		ret, ok := stmt.(*ast.ReturnStmt)
		if !ok {
			return false
		}
		for _, result := range ret.Results {
			if tv := pass.TypesInfo.Types[result]; tv.Value == nil && !tv.IsNil() {
				return false
			}
		}
	}
	return true
}

// behind returns the methods of this package that a call of an interface's method fn may
// run.
func (r *Result) behind(fn *types.Func) []*types.Func {
	if fn == nil || fn.Signature().Recv() == nil {
		return nil
	}
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var list []*types.Func
	for own := range r.decls {
		if recv := own.Signature().Recv(); recv != nil && own.Name() == fn.Name() && types.Implements(recv.Type(), iface) {
			list = append(list, own)
		}
	}
	return list
}
