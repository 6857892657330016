package astindex

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// IgnoredFilesMention reports whether one of the names occurs in a file of
// the package that the build leaves out, tests apart.
func IgnoredFilesMention(pass *analysis.Pass, names map[string]bool) bool {
	for _, name := range pass.IgnoredFiles {
		src, err := pass.ReadFile(name)
		if err != nil || strings.HasSuffix(name, "_test.go") || !strings.HasSuffix(name, ".go") {
			continue
		}
		file, _ := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && names[id.Name] {
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
