package check

import (
	"go/ast"
	"go/token"
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
	text := prose(group)
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(text, " "+phrase+" ") })
}

// prose returns the words of a comment, those for other tools included. A directive for
// this tool is left out: it suppresses a finding, and its reason must not suppress others.
func prose(group *ast.CommentGroup) string {
	var text strings.Builder
	for _, c := range group.List { // not Text, which leaves such comments out
		if !strings.HasPrefix(c.Text, "//lifecyclelint:") && !strings.HasPrefix(c.Text, "//nolint:lifecyclelint") {
			text.WriteString(" " + c.Text)
		}
	}
	return words(text.String())
}

// SaysBeside reports whether a comment on the line of pos, or one that ends on the line
// above, has one of the phrases.
func (p *Pass) SaysBeside(pos token.Pos, phrases ...string) bool {
	line := p.Line(pos)
	return slices.ContainsFunc(p.comments(pos), func(group *ast.CommentGroup) bool {
		at := p.Line(group.End())
		return (at == line || at == line-1) && Says(group, phrases...)
	})
}

// SaysBetween reports whether a comment between two places of a file has one of the
// phrases.
func (p *Pass) SaysBetween(from, to token.Pos, phrases ...string) bool {
	return slices.ContainsFunc(p.comments(from), func(group *ast.CommentGroup) bool {
		return from <= group.Pos() && group.End() <= to && Says(group, phrases...)
	})
}

// comments returns the comments of the file that pos is in.
func (p *Pass) comments(pos token.Pos) []*ast.CommentGroup {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f.Comments
		}
	}
	return nil
}

// Tells reports whether a text has one of the phrases, which are in lower case, as whole
// words, whatever separates them.
func Tells(text string, phrases ...string) bool {
	text = words(text)
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(text, " "+phrase+" ") })
}

// words returns a text in lower case with one space around each word.
func words(text string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }), " ") + " "
}
