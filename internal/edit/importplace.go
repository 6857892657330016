package edit

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// addImport inserts the import where gofmt and a careful reader expect it: into the first
// grouped declaration, sorted within the block of its kind; into a group with the only
// import; or as a declaration of its own, before the first one and its comment (which is
// the preamble if that is import "C").
func (b *Builder) addImport(name, importPath string) {
	spec := strconv.Quote(importPath)
	if name != path.Base(importPath) {
		spec = name + " " + spec
	}
	if group := b.importGroup(); group != nil {
		b.addToGroup(group, spec, importPath)
		return
	}
	if decl := b.soleImport(); decl != nil {
		b.grouped = append(b.grouped, newImport{spec, importPath})
		b.groupSole(decl, true)
		return
	}
	var first *ast.GenDecl
	if len(b.file.Decls) > 0 {
		if decl, ok := b.file.Decls[0].(*ast.GenDecl); ok && decl.Tok == token.IMPORT {
			first = decl
		}
	}
	if first == nil {
		b.Insert(b.lineEnd(b.file.Name.End()), "\n\nimport "+spec)
		return
	}
	start := first.Pos()
	if first.Doc != nil {
		start = first.Doc.Pos()
	}
	b.Insert(start, "import "+spec+"\n\n")
}

// multiline reports whether every spec of decl has its own line, and neither
// parenthesis shares one with a spec.
func (b *Builder) multiline(decl *ast.GenDecl) bool {
	last := b.tok.Line(decl.Lparen)
	for _, spec := range decl.Specs {
		if b.tok.Line(spec.Pos()) == last {
			return false
		}
		last = b.tok.Line(spec.End())
	}
	return b.tok.Line(decl.Rparen) != last
}

func (b *Builder) addToGroup(decl *ast.GenDecl, spec, importPath string) {
	blocks := b.importBlocks(decl)
	block, ok := b.chooseBlock(blocks, importPath)
	block = slices.DeleteFunc(slices.Clone(block), func(s *ast.ImportSpec) bool { return s == b.dropped })
	if !ok || len(block) == 0 {
		last := decl.Specs[len(decl.Specs)-1]
		if last == b.dropped && len(decl.Specs) > 1 {
			last = decl.Specs[len(decl.Specs)-2] // its line goes, with what is put at its end
		}
		if isStd(importPath) {
			b.Insert(b.specStart(decl.Specs[0]), "\t"+spec+"\n\n")
		} else {
			b.Insert(b.lineEnd(last.End()), "\n\n\t"+spec)
		}
		return
	}
	for _, s := range block {
		if specPath(s) > importPath {
			b.Insert(b.specStart(s), "\t"+spec+"\n")
			return
		}
	}
	b.Insert(b.lineEnd(block[len(block)-1].End()), "\n\t"+spec)
}

// importBlocks splits decl at blank lines, as gofmt does before it sorts.
func (b *Builder) importBlocks(decl *ast.GenDecl) [][]*ast.ImportSpec {
	var blocks [][]*ast.ImportSpec
	last := -1
	for _, s := range decl.Specs {
		s := s.(*ast.ImportSpec)
		start := b.tok.Line(s.Pos())
		if s.Doc != nil {
			start = b.tok.Line(s.Doc.Pos())
		}
		if last < 0 || start > last+1 {
			blocks = append(blocks, nil)
		}
		blocks[len(blocks)-1] = append(blocks[len(blocks)-1], s)
		last = b.tok.Line(s.End())
	}
	return blocks
}

// chooseBlock returns the block that importPath belongs to: one that begins with
// its kind, if possible not of the module's own packages alone, and among those
// the one that shares the most of its path.
func (b *Builder) chooseBlock(blocks [][]*ast.ImportSpec, importPath string) ([]*ast.ImportSpec, bool) {
	best, score := -1, -1
	for i, block := range blocks {
		if isStd(specPath(block[0])) != isStd(importPath) {
			continue
		}
		shared := 0
		for _, s := range block {
			shared = max(shared, commonElements(specPath(s), importPath))
		}
		if b.allOwn(block) == b.isOwn(importPath) {
			shared += 1 << 16 // counts for more than any path
		}
		if shared > score {
			best, score = i, shared
		}
	}
	if best < 0 {
		return nil, false
	}
	return blocks[best], true
}

// allOwn reports whether a block has packages of the analyzed module alone.
func (b *Builder) allOwn(block []*ast.ImportSpec) bool {
	return !slices.ContainsFunc(block, func(s *ast.ImportSpec) bool { return !b.isOwn(specPath(s)) })
}

// isOwn reports whether a package belongs to the analyzed module.
func (b *Builder) isOwn(importPath string) bool {
	return b.pass.Module != nil && commonElements(importPath, b.pass.Module.Path) == strings.Count(b.pass.Module.Path, "/")+1
}

func commonElements(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// specStart returns the start of the first line of s, its comment included.
func (b *Builder) specStart(s ast.Spec) token.Pos {
	if doc := s.(*ast.ImportSpec).Doc; doc != nil {
		return b.lineStart(doc.Pos())
	}
	return b.lineStart(s.Pos())
}

func specPath(s *ast.ImportSpec) string {
	p, _ := strconv.Unquote(s.Path.Value)
	return p
}

// isStd follows the go command's rule of thumb: no dot in the first element.
func isStd(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !slices.Contains([]byte(first), '.')
}
