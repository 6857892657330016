package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// newNames are the names that fixes bring into functions.
type newNames map[ast.Node]map[string]bool

// fresh returns base, or base with a number behind it: a name that means nothing
// else in the function around cur, other fixes included.
func (n newNames) fresh(p *check.Pass, cur inspector.Cursor, base string) string {
	fn := outermostFunc(cur)
	if n[fn] == nil {
		n[fn] = make(map[string]bool)
		ast.Inspect(fn, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok {
				n[fn][id.Name] = true
			}
			return true
		})
	}
	scope := p.Pkg.Scope().Innermost(cur.Node().Pos())
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

// nameFor returns a name for a value of type t.
func nameFor(t types.Type) string {
	if _, fn := t.Underlying().(*types.Signature); fn {
		return "cleanup"
	}
	if named := callmatch.Named(t); named != nil {
		return lowerFirst(named.Obj().Name())
	}
	return "value"
}

// lowerFirst returns a type's name as that of a variable: "resolver", "httpPool".
func lowerFirst(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return strings.TrimLeft(string(runes), "_")
}
