package edit

import (
	"go/scanner"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// shadowed returns a name in the new text of an edit that means something else at its place than
// the text takes it for: an import's, or ctx for a context. It is "" if there is none.
func (b *Builder) shadowed(edits []analysis.TextEdit) string {
	imports := make(map[string]bool)
	for _, spec := range b.file.Imports {
		if name := b.pass.TypesInfo.PkgNameOf(spec); name != nil {
			imports[name.Name()] = true
		}
	}
	for _, e := range edits {
		known := words(b.text(e.Pos, e.End))
		for name, qualifies := range words(e.NewText) {
			_, was := known[name]
			if !was && (imports[name] && qualifies && !b.means(e, name, isPackage) || name == "ctx" && !ctxDeclared().Match(e.NewText) && !b.means(e, name, isContext)) {
				return name
			}
		}
	}
	return ""
}

// words returns the names in a text that do not follow a dot, and whether a dot follows one.
func words(text []byte) map[string]bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, func(token.Position, string) {}, 0)
	list, last, name := make(map[string]bool), token.ILLEGAL, ""
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return list
		case tok == token.IDENT && last != token.PERIOD:
			list[lit] = list[lit]
			name = lit
		case tok == token.PERIOD && last == token.IDENT && name != "":
			list[name] = true
			name = ""
		default:
			name = ""
		}
		last = tok
	}
}

// means reports whether what a name stands for at the place of an edit, if it stands for
// anything, is what the new text takes it for.
func (b *Builder) means(e analysis.TextEdit, name string, is func(types.Object) bool) bool {
	scope := b.pass.Pkg.Scope().Innermost(e.Pos)
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, e.Pos)
	return obj == nil || is(obj)
}

func isPackage(obj types.Object) bool { _, ok := obj.(*types.PkgName); return ok }

func isContext(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok {
		return false
	}
	done, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "Done")
	_, method := done.(*types.Func)
	return method
}

// ctxDeclared finds a text that declares ctx, or has a field of that name.
var ctxDeclared = lazyregexp.New(`\bctx(, \w+)? :=|\bctx context\.|\bctx:`)
