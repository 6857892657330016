package locks

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// Maps is the fact about a function that accesses maps in package variables without a lock.
type Maps struct{ Uses []lockstate.MapUse }

// AFact marks Maps as a fact.
func (*Maps) AFact() {}

func (m *Maps) String() string {
	var list []string
	for _, use := range m.Uses {
		verb := "reads "
		if use.Write {
			verb = "writes "
		}
		list = append(list, verb+use.String())
	}
	return "maps[" + strings.Join(list, ", ") + "]"
}

func mapsOf(pass *analysis.Pass, fn *types.Func) []lockstate.MapUse {
	var fact Maps
	if !pass.ImportObjectFact(fn, &fact) {
		return nil
	}
	return fact.Uses
}

// exportMaps exports the uses of a package of the program: those of others register what they are given
// while it starts.
func exportMaps(pass *analysis.Pass, p *lockstate.Package) {
	if foreign(pass) || !usesMaps(pass) {
		return
	}
	for fn, uses := range p.MapUses() {
		pass.ExportObjectFact(fn, &Maps{uses})
	}
}

func foreign(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" }

// usesMaps is the fast path: whether a package of the program changes a map in a variable of it, or calls a
// function that uses one.
func usesMaps(pass *analysis.Pass) bool {
	if foreign(pass) {
		return false
	}
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && fn.Pkg() != pass.Pkg && pass.ImportObjectFact(fn.Origin(), new(Maps)) {
			return true
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && changesMap(pass, fn.Body) {
				return true
			}
		}
	}
	return false
}

// changesMap reports whether a function may change a map in a package variable: it does anything else with
// one than to look into it.
func changesMap(pass *analysis.Pass, body *ast.BlockStmt) bool {
	read := make(map[ast.Expr]bool)
	changed := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				changed = changed || ofMap(pass, lhs)
			}
		case *ast.IncDecStmt:
			changed = changed || ofMap(pass, n.X)
		case *ast.IndexExpr:
			read[n.X] = true
		case *ast.RangeStmt:
			read[n.X] = true
		case *ast.CallExpr:
			if callmatch.IsBuiltin(pass.TypesInfo, n, "len") {
				read[n.Args[0]] = true
			}
		case *ast.Ident:
			changed = changed || !read[n] && isMapVar(pass, n) // an alias, or an argument
		}
		return !changed
	})
	return changed
}

// ofMap reports whether an expression denotes an element of a map in a package variable.
func ofMap(pass *analysis.Pass, expr ast.Expr) bool {
	index, ok := ast.Unparen(expr).(*ast.IndexExpr)
	return ok && isMapVar(pass, index.X)
}

func isMapVar(pass *analysis.Pass, expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() != pass.Pkg.Scope() {
		return false
	}
	_, isMap := v.Type().Underlying().(*types.Map)
	return isMap
}
