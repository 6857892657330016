package halfwritten

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A strength says how sure it is that two writes belong together.
type strength int

const (
	none strength = iota
	weak
	strong
)

// bond returns how much two writes belong together: the second one uses the key of the row that the first has
// inserted, replaces what the first has deleted, or adds what that has taken away.
func (w *pair) bond() strength {
	a, b := w.first, w.second
	shared := w.shared()
	switch {
	case catalog.KeepsNotes(a.Table) || catalog.KeepsNotes(b.Table), catalog.Repeatable(a.SQL):
		if len(shared) == 0 {
			return none
		}
		return weak
	case a.Verb == "insert" && b.Verb != "delete" && w.derives():
		return strong
	case a.Verb == "insert" && b.Verb == "insert" && a.Table != b.Table && slices.ContainsFunc(shared, isKey):
		return strong
	case a.Verb == "delete" && b.Verb == "insert" && a.Table == b.Table && a.Table != "":
		return strong
	case a.Verb == "update" && b.Verb == "update" && a.Table == b.Table && transfers(a.SQL, b.SQL):
		return strong
	case len(shared) > 0 && a.Table != b.Table && a.Verb != "delete" && b.Verb != "delete":
		return weak
	}
	return none
}

func isKey(v *types.Var) bool {
	words := catalog.Words(v.Name())
	return catalog.KeyWords[words[len(words)-1]]
}

// derives reports whether the second write uses what the first has set: a result, or what it was given the address of.
func (w *pair) derives() bool {
	set := make(map[types.Object]bool)
	w.sets(w.at, func(ast.Node) bool { return true }, set)
	for _, arg := range w.a.Args {
		if v := callmatch.Object(w.p.TypesInfo, arg); v != nil && v != types.Object(w.first.On.Root) && isRecord(w.p, v.Type()) {
			set[v] = true
		}
	}
	for _, stmt := range w.block.List {
		if stmt.Pos() > w.at.Pos() && stmt.Pos() < w.b.Pos() {
			w.sets(stmt, func(n ast.Node) bool { return w.mentions(n, set) }, set)
		}
	}
	return w.mentions(w.b, set)
}

// sets adds the variables that a statement assigns from expressions of which from holds, errors apart, and those whose
// address it passes.
func (w *pair) sets(stmt ast.Stmt, from func(ast.Node) bool, set map[types.Object]bool) {
	add := func(expr ast.Expr) {
		if obj := callmatch.Root(w.p.TypesInfo, expr); obj != nil && !callmatch.IsError(obj.Type()) {
			set[obj] = true
		}
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return n.Pos() > w.b.Pos() || n.End() > w.b.Pos()
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Rhs, func(rhs ast.Expr) bool { return from(rhs) }) {
				for _, lhs := range n.Lhs {
					add(lhs)
				}
			}
		case *ast.ValueSpec:
			if slices.ContainsFunc(n.Values, func(rhs ast.Expr) bool { return from(rhs) }) {
				for _, name := range n.Names {
					add(name)
				}
			}
		case *ast.UnaryExpr:
			if stmt == w.at && n.Op.String() == "&" {
				add(n.X)
			}
		case *ast.RangeStmt:
			if n.Value != nil && from(n.X) {
				add(n.Value)
			}
		}
		return true
	})
}

func (w *pair) mentions(n ast.Node, set map[types.Object]bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && set[w.p.TypesInfo.Uses[id]]
		return !found
	})
	return found
}
