package locks

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/mapuse"
)

// Maps is the fact about a function that accesses maps without a lock, in package variables or in fields of
// what its receiver leads to, or package variables themselves.
type Maps struct{ Uses []lockset.MapUse }

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

func mapsOf(pass *analysis.Pass, fn *types.Func) []lockset.MapUse {
	var fact Maps
	if !pass.ImportObjectFact(fn, &fact) {
		return nil
	}
	return fact.Uses
}

// exportMaps exports the uses of a package of the program: those of others register what they are given
// while it starts.
func exportMaps(pass *analysis.Pass, p *lockset.Package) {
	if foreign(pass) || !usesMaps(pass) {
		return
	}
	for fn, uses := range mapuse.Exported(p) {
		uses = slices.DeleteFunc(uses, func(u lockset.MapUse) bool { return u.Itself && !ofProgram(pass, u.Package) })
		if len(uses) > 0 {
			pass.ExportObjectFact(fn, &Maps{uses})
		}
	}
}

// ofProgram reports whether a package is one of the module: variables of others are settings, which a program
// makes while it starts.
func ofProgram(pass *analysis.Pass, path string) bool {
	if path == pass.Pkg.Path() || pass.Module == nil || pass.Module.Path == "" {
		return path == pass.Pkg.Path()
	}
	return path == pass.Module.Path || strings.HasPrefix(path, pass.Module.Path+"/")
}

func foreign(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" }

// usesMaps is the fast path: whether a package of the program changes a map in a variable of it or in a
// field, or calls a function that uses one.
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
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && fn.Name.Name != "init" && changesMap(pass, fn.Body) {
				return true
			}
		}
	}
	return false
}

// changesMap reports whether a function may change a map in a package variable, or the variable: it does
// anything else with the map than to look into it.
func changesMap(pass *analysis.Pass, body *ast.BlockStmt) bool {
	read := make(map[ast.Expr]bool)
	changed := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				changed = changed || ofMap(pass, lhs) || isGlobal(pass, lhs)
			}
		case *ast.IncDecStmt:
			changed = changed || ofMap(pass, n.X) || isGlobal(pass, n.X)
		case *ast.IndexExpr:
			read[n.X] = true
		case *ast.RangeStmt:
			read[n.X] = true
		case *ast.CallExpr:
			if callmatch.IsBuiltin(pass.TypesInfo, n, "len") {
				read[n.Args[0]] = true
			}
			if callmatch.IsBuiltin(pass.TypesInfo, n, "delete") || callmatch.IsBuiltin(pass.TypesInfo, n, "clear") {
				changed = changed || isMapField(pass, n.Args[0])
			}
		case *ast.Ident:
			changed = changed || !read[n] && isMapVar(pass, n) // an alias, or an argument
		}
		return !changed
	})
	return changed
}

// isGlobal reports whether an expression denotes a package variable, of whatever package, or a field of one.
func isGlobal(pass *analysis.Pass, expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if sel, isSel := ast.Unparen(expr).(*ast.SelectorExpr); isSel {
		if callmatch.Field(pass.TypesInfo, sel) != nil {
			return isGlobal(pass, sel.X)
		}
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	v, ok := pass.TypesInfo.Uses[id].(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// ofMap reports whether an expression denotes an element of a map in a package variable or a field.
func ofMap(pass *analysis.Pass, expr ast.Expr) bool {
	index, ok := ast.Unparen(expr).(*ast.IndexExpr)
	return ok && (isMapVar(pass, index.X) || isMapField(pass, index.X))
}

// isMapField reports whether an expression denotes a field that holds a map.
func isMapField(pass *analysis.Pass, expr ast.Expr) bool {
	field := callmatch.Field(pass.TypesInfo, expr)
	if field == nil {
		return false
	}
	_, isMap := field.Type().Underlying().(*types.Map)
	return isMap
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
