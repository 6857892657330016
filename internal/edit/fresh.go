package edit

import (
	"go/ast"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// NewNames are the names that fixes bring into functions.
type NewNames map[ast.Node]map[string]bool

// Fresh returns base, or base followed by a number: a name that means nothing else in the
// function around cur, other fixes included.
func (n NewNames) Fresh(pass *analysis.Pass, cur inspector.Cursor, base string) string {
	fn := astindex.DeclAround(cur)
	if n[fn] == nil {
		n[fn] = make(map[string]bool)
		ast.Inspect(fn, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok {
				n[fn][id.Name] = true
			}
			return true
		})
	}
	scope := pass.Pkg.Scope().Innermost(cur.Node().Pos())
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name += strconv.Itoa(i)
		}
		if _, obj := scope.LookupParent(name, token.NoPos); obj == nil && !n[fn][name] && !token.IsKeyword(name) {
			n[fn][name] = true
			return name
		}
	}
}
