package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Import returns the name by which code at pos refers to the package at
// importPath, whose own name is pkgName. It reuses an import that is visible at
// pos, and else adds one. The added import depends on the file and the path
// alone, so that two fixes which need the same one bring identical edits.
func (b *Builder) Import(pos token.Pos, importPath, pkgName string) string {
	if b.err != nil {
		return pkgName // there will be no fix
	}
	for _, spec := range b.file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p != importPath {
			continue
		}
		if name := b.pass.TypesInfo.PkgNameOf(spec); name != nil && b.visible(name, pos) {
			return name.Name()
		}
	}
	name := b.freshName(pkgName)
	if slices.Contains(b.added, importPath) {
		return name
	}
	if len(b.added) > 0 && b.importGroup() == nil {
		// Drivers that apply the edits of several fixes one after the other bring
		// an import twice where each is a declaration of its own.
		b.fail("it would need two new imports in a file without a group of them")
	}
	b.added = append(b.added, importPath)
	before := len(b.edits)
	b.addImport(name, importPath)
	if isStd(importPath) { // at one offset, the standard library comes first
		added := slices.Clone(b.edits[before:])
		b.edits = slices.Insert(b.edits[:before:before], 0, added...)
	}
	return name
}

// Taken reports whether the file knows something else by the name of a package, so
// that Import would have to call the package otherwise.
func (b *Builder) Taken(pos token.Pos, importPath, pkgName string) bool {
	for _, spec := range b.file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p == importPath {
			return false
		}
	}
	return b.freshName(pkgName) != pkgName
}

// HasImportGroup reports whether the file has a group of imports, to which a fix
// can add more than one.
func (b *Builder) HasImportGroup() bool { return b.importGroup() != nil }

// importGroup returns the declaration that new imports go into, nil if the file
// has none with parentheses and one import a line.
func (b *Builder) importGroup() *ast.GenDecl {
	for _, decl := range b.file.Decls {
		decl, ok := decl.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			break
		}
		if decl.Lparen.IsValid() && len(decl.Specs) > 0 && b.multiline(decl) {
			return decl
		}
	}
	return nil
}

// ImportName returns the name by which code at pos refers to the package at
// importPath, "" if its file does not import it or the name means something else
// there.
func ImportName(pass *analysis.Pass, pos token.Pos, importPath string) string {
	inner := pass.Pkg.Scope().Innermost(pos)
	for scope := inner; scope != nil; scope = scope.Parent() {
		for _, name := range scope.Names() {
			imported, ok := scope.Lookup(name).(*types.PkgName)
			if !ok || imported.Imported().Path() != importPath {
				continue
			}
			if _, obj := inner.LookupParent(name, pos); obj == imported {
				return name
			}
		}
	}
	return ""
}

// visible reports whether the import is usable by its name at pos.
func (b *Builder) visible(name *types.PkgName, pos token.Pos) bool {
	if name.Name() == "_" || name.Name() == "." {
		return false
	}
	_, obj := b.pass.Pkg.Scope().Innermost(pos).LookupParent(name.Name(), pos)
	return obj == name
}

// freshName returns base, or base followed by a number, such that nothing in
// the package block or anywhere in the file is declared by that name.
func (b *Builder) freshName(base string) string {
	taken := make(map[string]bool)
	for _, name := range b.pass.Pkg.Scope().Names() {
		taken[name] = true
	}
	for _, spec := range b.file.Imports {
		if name := b.pass.TypesInfo.PkgNameOf(spec); name != nil {
			taken[name.Name()] = true
		}
	}
	ast.Inspect(b.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := b.pass.TypesInfo.Defs[id].(*types.Var); !ok || !v.IsField() {
				taken[id.Name] = taken[id.Name] || b.pass.TypesInfo.Defs[id] != nil
			}
		}
		return true
	})
	name := base
	for i := 2; taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// addImport inserts the import where gofmt and a careful reader would want it:
// into the first grouped declaration, sorted within the block of its kind; or
// as a declaration of its own, before the first one and its comment (which is
// the preamble when that is import "C").
func (b *Builder) addImport(name, importPath string) {
	spec := strconv.Quote(importPath)
	if name != path.Base(importPath) {
		spec = name + " " + spec
	}
	if group := b.importGroup(); group != nil {
		b.addToGroup(group, spec, importPath)
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
	if !ok {
		last := decl.Specs[len(decl.Specs)-1]
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
