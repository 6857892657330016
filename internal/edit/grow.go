package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// CanGrow reports whether struct type t could have one more field that must not
// be copied, such as a sync.Once: as far as the package shows, its values are
// nowhere copied, by a method without a pointer receiver above all, and nowhere
// made without naming the fields. The same holds for the structs that it is a
// part of.
func CanGrow(pass *analysis.Pass, t *types.Named) bool {
	g := growth{pass: pass, grown: map[*types.TypeName]bool{t.Origin().Obj(): true}}
	for again := true; again; {
		again = g.addHolders()
	}
	for _, file := range pass.Files {
		if g.hinders(file) {
			return false
		}
	}
	return true
}

type growth struct {
	pass  *analysis.Pass
	grown map[*types.TypeName]bool // types that the new field makes larger
}

// addHolders adds the types of the package that have a part of a grown type, and
// reports whether there was a new one.
func (g *growth) addHolders() bool {
	added := false
	scope := g.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || g.grown[obj] {
			continue
		}
		s, ok := obj.Type().Underlying().(*types.Struct)
		for i := 0; ok && i < s.NumFields(); i++ {
			if g.of(s.Field(i).Type()) {
				g.grown[obj], added = true, true
				break
			}
		}
	}
	return added
}

// of reports whether t is a grown type, or an array of one.
func (g *growth) of(t types.Type) bool {
	if t == nil {
		return false
	}
	if array, ok := types.Unalias(t).Underlying().(*types.Array); ok {
		return g.of(array.Elem())
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && g.grown[named.Origin().Obj()]
}

// hinders reports whether something in file copies a value of a grown type, or
// makes one without naming its fields.
func (g *growth) hinders(file *ast.File) bool {
	found := false
	ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			found = found || g.anyOf(n.Recv)
		case *ast.FuncType:
			found = found || g.anyOf(n.Params) || g.anyOf(n.Results)
		case *ast.RangeStmt:
			found = found || n.Value != nil && g.of(g.pass.TypesInfo.TypeOf(n.Value))
		case *ast.CompositeLit:
			found = found || g.of(g.pass.TypesInfo.TypeOf(n)) && unkeyed(n)
		case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr:
			expr := n.(ast.Expr)
			if tv := g.pass.TypesInfo.Types[expr]; tv.IsValue() && g.of(tv.Type) {
				found = found || copied(expr, above[len(above)-1])
			}
		}
		return !found
	})
	return found
}

func (g *growth) anyOf(list *ast.FieldList) bool {
	if list == nil {
		return false
	}
	for _, field := range list.List {
		if g.of(g.pass.TypesInfo.TypeOf(field.Type)) {
			return true
		}
	}
	return false
}

// unkeyed reports whether a struct literal has values without names.
func unkeyed(lit *ast.CompositeLit) bool {
	if len(lit.Elts) == 0 {
		return false
	}
	_, keyed := lit.Elts[0].(*ast.KeyValueExpr)
	return !keyed
}

// copied reports whether the code around expr, the place of a value, takes a copy of it,
// rather than its address or a part, or assigns another value to it.
func copied(expr ast.Expr, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.SelectorExpr, *ast.Field:
		return false
	case *ast.IndexExpr:
		return parent.X != expr
	case *ast.UnaryExpr:
		return parent.Op != token.AND
	case *ast.AssignStmt:
		for _, lhs := range parent.Lhs {
			if lhs == expr {
				return false
			}
		}
	}
	return true
}

// Unexported returns a field name with its first word in lower case: eventsOnce for
// EventsOnce, idOnce for IDOnce. What a fix adds is no part of a package's API.
func Unexported(name string) string {
	n := 0
	for n < len(name) && 'A' <= name[n] && name[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(name) {
		n-- // the next word begins there
	}
	return strings.ToLower(name[:n]) + name[n:]
}
