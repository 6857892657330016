package statuses

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
	"unicode"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// numeric is the prefix of a state that the program stores as a number, and is known by the
// name of its constant.
const numeric = "#"

// stateOf returns the constant string that expr is, or the state in the name of a numeric
// constant: "#processing" for MessageStatusProcessing. It returns "" for anything else.
func stateOf(info *types.Info, expr ast.Expr) string {
	tv := info.Types[expr]
	switch {
	case tv.Value == nil:
	case tv.Value.Kind() == constant.String:
		return constant.StringVal(tv.Value)
	case tv.Value.Kind() == constant.Int:
		if c := named(info, expr); c != nil {
			return numbered(c)
		}
	}
	return ""
}

// named returns the constant that expr names.
func named(info *types.Info, expr ast.Expr) *types.Const {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if sel, isSel := ast.Unparen(expr).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return nil
	}
	c, _ := info.Uses[id].(*types.Const)
	return c
}

// numbered returns the state that c is named for, if its name or that of its type mentions
// one.
func numbered(c *types.Const) string {
	name, typ := c.Name(), ""
	if named, ok := types.Unalias(c.Type()).(*types.Named); ok {
		typ = named.Obj().Name()
	}
	if !ofState().MatchString(name) && !ofState().MatchString(typ) {
		return ""
	}
	words := snake(strings.TrimPrefix(name, typ))
	for rest := words; rest != ""; {
		if catalog.WorkingStates[rest] || catalog.DoneStates[rest] {
			return numeric + rest
		}
		_, rest, _ = strings.Cut(rest, "_")
	}
	return numeric + words
}

var ofState = lazyregexp.New(`(?i)stat(e|us)`)

// snake returns a name in the manner of columns: in_progress for InProgress.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 && unicode.IsLower(rune(name[i-1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// the owner of a record is no key of the record
var holder = lazyregexp.New(`(?i)worker|owner|node|instance|host|runner|agent|claim|lock|lease|consumer|pod|process`)

// isID reports whether a field, by its name, is a key of its records.
func isID(field string) bool {
	lower := strings.ToLower(field)
	return (lower == "id" || lower == "uuid" || strings.HasSuffix(lower, "_id") || strings.HasSuffix(field, "Id") || strings.HasSuffix(field, "ID")) &&
		!holder().MatchString(field)
}
