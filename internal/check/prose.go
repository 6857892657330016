package check

import (
	"go/ast"
	"slices"
	"strings"
	"unicode"
)

// Says reports whether a comment has one of the phrases, as whole words, in lower
// case and whatever stands between them. Comments for other tools count, such as
// those that name a linter.
func Says(group *ast.CommentGroup, phrases ...string) bool {
	if group == nil {
		return false
	}
	var text strings.Builder
	for _, c := range group.List { // not Text, which leaves such comments out
		text.WriteString(" " + strings.ToLower(c.Text))
	}
	prose := " " + strings.Join(strings.FieldsFunc(text.String(), func(r rune) bool { return !unicode.IsLetter(r) }), " ") + " "
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(prose, " "+phrase+" ") })
}
