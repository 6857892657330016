package check

import (
	"go/ast"
	"slices"
	"strings"
	"unicode"
)

// Says reports whether a comment has one of the phrases, as Tells does. Comments for
// other tools count, such as those that name a linter.
func Says(group *ast.CommentGroup, phrases ...string) bool {
	if group == nil {
		return false
	}
	var text strings.Builder
	for _, c := range group.List { // not Text, which leaves such comments out
		text.WriteString(" " + c.Text)
	}
	return Tells(text.String(), phrases...)
}

// Tells reports whether a text has one of the phrases, which are in lower case, as
// whole words, whatever stands between them.
func Tells(text string, phrases ...string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	prose := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(prose, " "+phrase+" ") })
}
