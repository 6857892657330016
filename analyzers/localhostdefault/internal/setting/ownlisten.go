package setting

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A Listened is the fact that the comment on a field says that the program listens on the address in it.
type Listened struct{}

// AFact marks Listened as a fact.
func (*Listened) AFact() {}

// String is what analysistest compares.
func (*Listened) String() string { return "listened on" }

// noteListened notes the fields of the package that hold such an address, and exports their facts.
func (f *finder) noteListened() {
	if ssabuild.Std(f.Pass) {
		return
	}
	for cur := range f.in.Root().Preorder((*ast.StructType)(nil)) {
		for _, field := range cur.Node().(*ast.StructType).Fields.List {
			if saysOwn(field.Doc.Text()) || saysOwn(field.Comment.Text()) {
				f.noteNames(field.Names)
			}
		}
	}
}

func (f *finder) noteNames(names []*ast.Ident) {
	for _, name := range names {
		v, ok := f.TypesInfo.Defs[name].(*types.Var)
		if !ok {
			continue
		}
		f.bound[v] = true
		if v.Exported() {
			f.ExportObjectFact(v, new(Listened))
		}
	}
}

// saysOwn reports whether a comment on a field says that the program listens there. What listens on an
// address may be another program.
//
//	Addr string // the binding address of the server
func saysOwn(text string) bool {
	return slices.ContainsFunc(split(text), func(word string) bool { return word == "bind" || word == "binding" || word == "listen" })
}

// ownListen reports whether a field holds the address that the program listens on: the comment on it says
// so, or the package listens there.
func (f *finder) ownListen(field *types.Var) bool {
	if field == nil {
		return false
	}
	if f.bound[field] || field.Pkg() != f.Pkg && f.ImportObjectFact(field, new(Listened)) {
		return true
	}
	t := &tracer{finder: f, seen: make(map[types.Object]bool)}
	t.object(field)
	return t.listened
}

// copied returns the field that a variable of a function is a copy of, but for its default; nil where it
// may be anything else.
//
//	host := cfg.Addr
//	if host == "" { host = "localhost" }
func (f *finder) copied(decl *ast.FuncDecl, v *types.Var, byDefault *ast.AssignStmt) *types.Var {
	if v.IsField() {
		return v
	}
	var field *types.Var
	other := false
	set := func(lhs, rhs ast.Expr) {
		if variable(f.TypesInfo, lhs) != v {
			return
		}
		from := variable(f.TypesInfo, rhs)
		other = other || from == nil || !from.IsField() || field != nil && from != field
		field = from
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if n != byDefault {
					set(lhs, n.Rhs[min(i, len(n.Rhs)-1)])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) > 0 {
					set(name, n.Values[min(i, len(n.Values)-1)])
				}
			}
		}
		return true
	})
	if other {
		return nil
	}
	return field
}
