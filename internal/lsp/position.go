package lsp

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// The position encodings: what a character is, of which positions count those before
// them in their line.
const (
	utf8Encoding  = "utf-8"
	utf16Encoding = "utf-16"
)

// encodingOf returns the encoding to use with a client. That of bytes needs no conversion;
// the other is the one that all clients know.
func encodingOf(offered []string) string {
	if slices.Contains(offered, utf8Encoding) {
		return utf8Encoding
	}
	return utf16Encoding
}

// A text is the content of a file, with which positions in it are converted.
type text struct {
	src      []byte
	lines    []int // where they begin
	encoding string
}

func newText(src []byte, encoding string) *text {
	t := &text{src: src, lines: []int{0}, encoding: encoding}
	for i, b := range src {
		if b == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// offset returns the position of a byte. Beyond the end, it is that of the end.
func (t *text) offset(at int) position {
	at = min(max(at, 0), len(t.src))
	line := sort.SearchInts(t.lines, at+1) - 1
	return position{line, t.width(t.src[t.lines[line]:at])}
}

// at returns the position that a finding has in lines and bytes. In a file that has
// become shorter, it is that of the end.
func (t *text) at(p finding.Position) position {
	line := min(max(p.Line, 1), len(t.lines)) - 1
	end := len(t.src)
	if line+1 < len(t.lines) {
		end = t.lines[line+1] - 1
	}
	return t.offset(min(t.lines[line]+max(p.Column, 1)-1, end))
}

// span returns the range between two positions of a finding; where the second is not
// known, to the end of the line's code.
func (t *text) span(start, end finding.Position) span {
	from := t.at(start)
	to := t.at(end)
	if end.Line == 0 || to.Line < from.Line || to.Line == from.Line && to.Character < from.Character {
		line := t.line(from.Line)
		to = position{from.Line, max(from.Character, t.width(bytes.TrimRight(line, " \t\r\n")))}
	}
	return span{from, to}
}

// line returns a line, which counts from zero, without its end.
func (t *text) line(n int) []byte {
	if n < 0 || n >= len(t.lines) {
		return nil
	}
	line, _, _ := bytes.Cut(t.src[t.lines[n]:], []byte("\n"))
	return line
}

// width counts the characters of a piece of a line.
func (t *text) width(piece []byte) int {
	if t.encoding == utf8Encoding {
		return len(piece)
	}
	n := 0
	for len(piece) > 0 {
		r, size := utf8.DecodeRune(piece)
		n += max(1, utf16.RuneLen(r))
		piece = piece[size:]
	}
	return n
}

// before reports whether p is before q.
func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// touches reports whether two ranges have a place in common, be it their ends.
func (s span) touches(other span) bool {
	return !s.End.before(other.Start) && !other.End.before(s.Start)
}
