package edit

import (
	"bytes"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// keepComments moves the comments at the end of deleted lines to the end of the same code
// in what the edits insert: a statement that moves keeps its comment. Where the text of an
// edit replaces what it deletes, the comment of the first line stays with the first line.
func (b *Builder) keepComments(edits []analysis.TextEdit) {
	for i := range edits {
		e := &edits[i]
		for _, group := range b.file.Comments {
			if group.Pos() < e.Pos || group.End() > e.End || len(group.List) != 1 || !strings.HasPrefix(group.List[0].Text, "//") {
				continue
			}
			comment := group.List[0].Text
			code := strings.TrimSpace(string(b.text(b.lineStart(group.Pos()), group.Pos())))
			switch {
			case len(code) <= 2 || keeps(edits, comment) || blank(b.text(e.Pos, group.Pos())) && e.End == group.End(): // the edit is about the comment
			case len(e.NewText) == 0 && b.SameLine(e.Pos, group.Pos()) && blank(b.text(e.Pos, group.Pos())) && blank(b.text(e.End, b.lineEnd(e.End))):
				e.NewText = []byte(" " + comment) // the code stays
			default:
				b.comeBehind(edits, code, comment)
			}
		}
	}
}

func keeps(edits []analysis.TextEdit, comment string) bool {
	for _, e := range edits {
		if bytes.Contains(e.NewText, []byte(comment)) {
			return true
		}
	}
	return false
}

// comeBehind puts the comment after the first new line that ends in the code.
func (b *Builder) comeBehind(edits []analysis.TextEdit, code, comment string) {
	for i := range edits {
		lines := strings.SplitAfter(string(edits[i].NewText), "\n")
		for j, line := range lines {
			text := strings.TrimRight(line, " \t\n")
			ends := strings.HasSuffix(line, "\n") || blank(b.text(edits[i].End, b.lineEnd(edits[i].End)))
			if !strings.HasSuffix(text, code) || !ends {
				continue
			}
			lines[j] = text + " " + comment + line[len(text):]
			edits[i].NewText = []byte(strings.Join(lines, ""))
			return
		}
	}
}
