package edit

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// DropImport removes the import that qualifies sel, a selector that the fix
// replaces, and reports whether it could: sel and the others, which it replaces too,
// must be all uses of the import.
func (b *Builder) DropImport(sel *ast.SelectorExpr, others ...*ast.SelectorExpr) bool {
	name := pkgName(b.pass.TypesInfo, sel)
	if name == nil {
		return false
	}
	uses := -len(others)
	for _, obj := range b.pass.TypesInfo.Uses {
		if obj == name {
			uses++
		}
	}
	for _, decl := range b.file.Decls {
		decl, ok := decl.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			continue
		}
		for _, spec := range decl.Specs {
			if spec := spec.(*ast.ImportSpec); uses == 1 && b.pass.TypesInfo.PkgNameOf(spec) == name && spec.Doc == nil && spec.Comment == nil {
				b.dropped = spec
				b.dropSpec(decl, spec)
				return true
			}
		}
	}
	return false
}

// dropSpec deletes the line of an import, or of the whole declaration if there is
// no other, with the blank line that it would leave at the edge of a block.
func (b *Builder) dropSpec(decl *ast.GenDecl, spec *ast.ImportSpec) {
	if len(b.grouped) > 0 {
		b.groupSole(decl, false)
		return
	}
	start, end := spec.Pos(), spec.End()
	if len(decl.Specs) == 1 {
		start, end = decl.Pos(), decl.End()
	}
	b.deleteTidy(start, end)
}

// keepImport takes back that an import is dropped.
func (b *Builder) keepImport() {
	spec, drops := b.dropped, len(b.edits)
	b.edits = slices.DeleteFunc(slices.Clone(b.edits), func(e analysis.TextEdit) bool {
		return e.Pos <= spec.Pos() && spec.End() <= e.End && len(e.NewText) == 0
	})
	if len(b.edits) == drops {
		b.fail("it drops an import that it needs")
	}
	b.dropped = nil
}

// DeleteStmts removes the lines from one statement to another of the same list, with
// the blank line that they would leave at the edge of a block.
func (b *Builder) DeleteStmts(first, last ast.Stmt) {
	if !b.alone(first.Pos(), last.End()) {
		b.fail("another statement stands on the same line")
		return
	}
	b.deleteTidy(first.Pos(), last.End())
}

// alone reports whether nothing but a comment shares its lines with what stands
// between two positions.
func (b *Builder) alone(start, end token.Pos) bool {
	after := bytes.TrimLeft(b.text(end, b.lineEnd(end)), " \t")
	return blank(b.text(b.lineStart(start), start)) && (len(after) == 0 || bytes.HasPrefix(after, []byte("//")) || bytes.HasPrefix(after, []byte("/*")))
}

// deleteTidy removes lines, and an adjacent blank line that would then be first or last in
// a block, or follow another one.
func (b *Builder) deleteTidy(start, end token.Pos) {
	start, end = b.lineStart(start), b.nextLine(end)
	above := b.text(b.lineStart(start-1), start)
	below := b.text(end, b.nextLine(end))
	first := blank(above) || bytes.ContainsAny(lastByte(above), "({")
	if first && blank(below) {
		end = b.nextLine(end)
	} else if blank(above) && bytes.ContainsAny(firstByte(below), ")}") {
		start = b.lineStart(start - 1)
	}
	b.Delete(start, end)
}

func firstByte(line []byte) []byte {
	line = bytes.TrimSpace(line)
	return line[:min(1, len(line))]
}

func lastByte(line []byte) []byte {
	line = bytes.TrimSpace(line)
	return line[max(0, len(line)-1):]
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// nextLine returns the start of the line after pos's.
func (b *Builder) nextLine(pos token.Pos) token.Pos {
	end := b.lineEnd(pos)
	for int(end) < b.tok.Base()+b.tok.Size() {
		end++
		if b.text(end-1, end)[0] == '\n' {
			break
		}
	}
	return end
}
