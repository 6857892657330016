package edit

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// This file holds the edits of whole lines, and what is asked of them.

// Before puts lines, indented like stmt, on their own before it and the comment that
// belongs to it.
func (b *Builder) Before(stmt ast.Node, lines ...string) {
	stmt = b.labelled(stmt)
	b.linesAt(b.aboveComment(stmt.Pos()), stmt, lines)
}

// Hoist puts lines that have been part of stmt on their own before it, below the
// comment that belongs to both.
func (b *Builder) Hoist(stmt ast.Node, lines ...string) {
	stmt = b.labelled(stmt)
	b.linesAt(stmt.Pos(), stmt, lines)
}

// labelled returns the statement with its label, if it has one: between them there is no place.
func (b *Builder) labelled(stmt ast.Node) ast.Node {
	path, _ := astutil.PathEnclosingInterval(b.file, stmt.Pos(), stmt.Pos())
	for _, n := range path {
		if label, ok := n.(*ast.LabeledStmt); ok && label.Stmt == stmt {
			return label
		}
	}
	return stmt
}

func (b *Builder) linesAt(pos token.Pos, stmt ast.Node, lines []string) {
	indent := b.Indent(stmt.Pos())
	var buf bytes.Buffer
	for _, line := range lines {
		buf.WriteString(line + "\n" + indent)
	}
	b.Insert(pos, buf.String())
}

// aboveComment returns the start of the comment that stands directly above pos, pos
// if there is none.
func (b *Builder) aboveComment(pos token.Pos) token.Pos {
	for _, c := range b.file.Comments {
		alone := len(bytes.TrimSpace(b.text(b.lineStart(c.Pos()), c.Pos()))) == 0
		if alone && c.End() < pos && b.tok.Line(c.End())+1 == b.tok.Line(pos) && len(bytes.TrimSpace(b.text(b.lineStart(pos), pos))) == 0 {
			return c.Pos()
		}
	}
	return pos
}

// After puts lines, indented like stmt, on their own after the line on which
// stmt, a statement or an element of a list, ends, its trailing comment included.
func (b *Builder) After(stmt ast.Node, lines ...string) {
	indent := b.Indent(stmt.Pos())
	var buf bytes.Buffer
	for _, line := range lines {
		buf.WriteString("\n" + indent + line)
	}
	end := b.lineEnd(stmt.End())
	rest := bytes.TrimPrefix(bytes.TrimSpace(b.text(stmt.End(), end)), []byte(",")) // of an element
	if rest = bytes.TrimSpace(rest); len(rest) > 0 && !bytes.HasPrefix(rest, []byte("//")) {
		b.fail("something else follows on the same line")
		return
	}
	b.Insert(end, buf.String())
}

// DeleteLines removes the lines that n occupies, line break included.
func (b *Builder) DeleteLines(n analysis.Range) {
	start := b.lineStart(n.Pos())
	end := b.lineEnd(n.End())
	if int(end) < b.tok.Base()+b.tok.Size() {
		end++
	}
	if !b.alone(n.Pos(), n.End()) {
		b.fail("another statement stands on the same line")
		return
	}
	b.Delete(start, end)
}

// WithComment returns the source of a statement and the comment at the end of its line.
func (b *Builder) WithComment(stmt ast.Node) string {
	return strings.TrimSpace(string(b.text(stmt.Pos(), b.lineEnd(stmt.End()))))
}

// TrimLeft returns the position after the last code before pos on its line.
func (b *Builder) TrimLeft(pos token.Pos) token.Pos {
	start := b.lineStart(pos)
	return start + token.Pos(len(bytes.TrimRight(b.text(start, pos), " \t")))
}

// SameLine reports whether two positions of the file are on one line.
func (b *Builder) SameLine(x, y token.Pos) bool { return b.tok.Line(x) == b.tok.Line(y) }

// Indent returns the white space that begins the line of pos.
func (b *Builder) Indent(pos token.Pos) string {
	line := b.text(b.lineStart(pos), pos)
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

func (b *Builder) lineStart(pos token.Pos) token.Pos {
	return b.tok.LineStart(b.tok.PositionFor(pos, false).Line)
}

// lineEnd returns the position of the line break that ends pos's line, before a
// carriage return if there is one.
func (b *Builder) lineEnd(pos token.Pos) token.Pos {
	rest := b.text(pos, token.Pos(b.tok.Base()+b.tok.Size()))
	i := bytes.IndexByte(rest, '\n')
	if i < 0 {
		i = len(rest)
	}
	if i > 0 && rest[i-1] == '\r' {
		i--
	}
	return pos + token.Pos(i)
}
