package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// Import returns the name by which code at pos refers to the package at importPath, whose
// own name is pkgName. It reuses an import that is visible at pos, and else adds one. The
// added import depends on the file and the path alone, so that two fixes which need the
// same one make identical edits.
func (b *Builder) Import(pos token.Pos, importPath, pkgName string) string {
	name := b.importName(pos, importPath, pkgName)
	if importPath == b.process.Runtime {
		b.runtime = name
	}
	return name
}

func (b *Builder) importName(pos token.Pos, importPath, pkgName string) string {
	if b.err != nil {
		return pkgName // there will be no fix
	}
	for _, spec := range b.file.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p != importPath {
			continue
		}
		if name := b.pass.TypesInfo.PkgNameOf(spec); name != nil && b.visible(name, pos) {
			if spec == b.dropped {
				b.keepImport()
			}
			return name.Name()
		}
	}
	name := b.freshName(pkgName)
	if slices.Contains(b.added, importPath) {
		return name
	}
	if b.process.Barred && importPath == b.process.Runtime {
		b.fail("the standard library is to do")
		return name
	}
	if len(b.added) > 0 && !b.HasImportGroup() {
		// Drivers that apply the edits of several fixes one after the other add an import
		// twice where each is a declaration of its own.
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

// HasImportGroup reports whether the file has a group of imports, or one import that
// can become a group, so that a fix can add more than one.
func (b *Builder) HasImportGroup() bool { return b.importGroup() != nil || b.soleImport() != nil }

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
	name := base
	for i := 2; b.declared(name); i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// declared reports whether the package block or any scope of the file has a name.
func (b *Builder) declared(name string) bool {
	return b.pass.Pkg.Scope().Lookup(name) != nil || within(b.pass.TypesInfo.Scopes[b.file], name)
}

func within(scope *types.Scope, name string) bool {
	if scope == nil {
		return false
	}
	if scope.Lookup(name) != nil {
		return true
	}
	for i := range scope.NumChildren() {
		if within(scope.Child(i), name) {
			return true
		}
	}
	return false
}
