package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// IgnoredFilesMention reports whether one of the names occurs in a file of
// the package that the build leaves out, tests apart.
func IgnoredFilesMention(p *check.Pass, names map[string]bool) bool {
	for _, name := range p.IgnoredFiles {
		src, err := p.ReadFile(name)
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
