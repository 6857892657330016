package edit

import (
	"cmp"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A newImport is one to be added.
type newImport struct{ spec, path string }

// soleImport returns the declaration of the only import of the file, of one line,
// without a comment. New imports make a group of it. That is one edit of the whole
// declaration, so that of two fixes which bring different imports, drivers apply one
// at a time.
func (b *Builder) soleImport() *ast.GenDecl {
	if len(b.file.Imports) != 1 {
		return nil
	}
	decl, spec := b.file.Decls[0].(*ast.GenDecl), b.file.Imports[0]
	if decl.Lparen.IsValid() || decl.Doc != nil || spec.Doc != nil || spec.Comment != nil || specPath(spec) == "C" {
		return nil
	}
	if slices.ContainsFunc(b.edits, func(e analysis.TextEdit) bool {
		return e.Pos <= decl.Pos() && decl.End() <= e.End && len(e.NewText) == 0
	}) {
		return nil // it goes away
	}
	return decl
}

// groupSole makes the declaration one of the imports that are added and, with old,
// of its own.
func (b *Builder) groupSole(decl *ast.GenDecl, old bool) {
	list := slices.Clone(b.grouped)
	if spec := b.file.Imports[0]; old {
		list = append(list, newImport{string(b.text(spec.Pos(), spec.End())), specPath(spec)})
	}
	slices.SortFunc(list, func(x, y newImport) int { // as gofmt does, by path and name
		return cmp.Or(strings.Compare(x.path, y.path), cmp.Compare(strings.IndexByte(x.spec, '"'), strings.IndexByte(y.spec, '"')))
	})
	var std, others []string
	for _, i := range list {
		if isStd(i.path) {
			std = append(std, "\t"+i.spec+"\n")
		} else {
			others = append(others, "\t"+i.spec+"\n")
		}
	}
	blank := ""
	if len(std) > 0 && len(others) > 0 {
		blank = "\n"
	}
	text := "import (\n" + strings.Join(std, "") + blank + strings.Join(others, "") + ")"
	if len(list) == 1 {
		text = "import " + list[0].spec
	}
	b.edits = slices.DeleteFunc(b.edits, func(e analysis.TextEdit) bool { return e.Pos == decl.Pos() && e.End == decl.End() })
	b.Replace(decl.Pos(), decl.End(), text)
}
