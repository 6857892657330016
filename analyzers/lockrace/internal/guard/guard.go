// Package guard reads what comments say about the lock that guards a field.
package guard

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

var guardedBy = lazyregexp.New(`(?i)\b(?:guarded|protected) by (?:the )?(?:\w+\.)?(\w+)\b`)

// Noted returns a function that returns which lock the comment of a field or of a package
// variable names: "// guarded by mu".
func Noted(p *check.Pass) func(*types.Var) string {
	names := make(map[*types.Var]string)
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			ids, comment := commented(n)
			if comment == "" {
				return true
			}
			m := guardedBy().FindStringSubmatch(comment)
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

// UnlockedReasons say, beside an access, that it needs no lock; UnlockedSayings only that it
// holds none.
var (
	UnlockedReasons = []string{"no need to lock", "no need for a lock", "no lock needed", "lock free on purpose", "benign race",
		"no need to consider the thread safe", "no need to consider thread safe", "no need to be thread safe", "in the same goroutine", "only in one goroutine"}
	UnlockedSayings = []string{
		"unlocked", "without lock", "without locking", "without the lock", "without a lock", "without holding",
		"outside the lock", "outside of the lock", "no lock", "no locking", "not locked", "lock free", "racy",
	}
)
