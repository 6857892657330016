package lockrace

import (
	"go/ast"
	"go/types"
	"regexp"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var guardedBy = regexp.MustCompile(`(?i)\b(?:guarded|protected) by (?:the )?(?:\w+\.)?(\w+)\b`)

// noted returns a function that tells which lock the comment of a field or of a
// package variable names: "// guarded by mu".
func noted(p *check.Pass) func(*types.Var) string {
	names := make(map[*types.Var]string)
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			ids, comment := commented(n)
			if comment == "" {
				return true
			}
			m := guardedBy.FindStringSubmatch(comment)
			for _, id := range ids {
				if v, ok := p.TypesInfo.Defs[id].(*types.Var); ok && m != nil {
					names[v.Origin()] = m[1]
				}
			}
			return true
		})
	}
	return func(v *types.Var) string { return names[v] }
}

// commented returns the names that a field or a variable declares, and what is
// said about them.
func commented(n ast.Node) ([]*ast.Ident, string) {
	switch n := n.(type) {
	case *ast.Field:
		return n.Names, n.Doc.Text() + n.Comment.Text()
	case *ast.ValueSpec:
		return n.Names, n.Doc.Text() + n.Comment.Text()
	}
	return nil, ""
}

// unlockedReasons say, beside an access, that it needs no lock; unlockedSayings only that it
// holds none.
var (
	unlockedReasons = []string{"no need to lock", "no need for a lock", "no lock needed", "lock free on purpose", "benign race"}
	unlockedSayings = []string{
		"unlocked", "without lock", "without locking", "without the lock", "without a lock", "without holding",
		"outside the lock", "outside of the lock", "no lock", "no locking", "not locked", "lock free", "racy",
	}
)

// atStartup reports whether the function of an access runs once, when the program
// starts, as its documentation says.
func atStartup(u lockstate.Unlocked) bool {
	decl, ok := u.Func.SSA.Syntax().(*ast.FuncDecl)
	return ok && check.Says(decl.Doc, catalog.StartupPhrases...)
}
