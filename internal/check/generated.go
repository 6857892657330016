package check

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// isGenerated reports whether a tool wrote the file: it has the comment that the go command
// defines, or another one at its top, or it has the form of the output of a tool that
// writes no comment.
func isGenerated(f *ast.File) bool {
	return ast.IsGenerated(f) || slices.ContainsFunc(f.Comments, func(group *ast.CommentGroup) bool {
		return group.End() < f.Package && slices.ContainsFunc(strings.Split(group.Text(), "\n"), generatedBy().MatchString)
	}) || isFake(f)
}

var generatedBy = lazyregexp.New(`(?i)^\W*(this (file|code) (was|is|has been) |code )?(auto[- ]?|automatically )?generated (by|using|with|from) `)

// isFake reports whether f is a fake as counterfeiter writes it: each method records its
// calls under its own lock and a common one.
func isFake(f *ast.File) bool {
	return slices.ContainsFunc(f.Decls, func(decl ast.Decl) bool {
		fn, ok := decl.(*ast.FuncDecl)
		return ok && fn.Recv != nil && fn.Name.Name == "recordInvocation"
	})
}
