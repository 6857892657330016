package sarif

import (
	"strconv"
	"unicode/utf16"
)

const (
	blockSize = 100   // characters that a line's hash looks at
	factor    = 37    // of the rolling hash
	endOfFile = 65535 // a character that ends the last line
)

// LineHashes returns, for each line of text, the value of
// primaryLocationLineHash by which GitHub recognises an alert on a line that
// moved: a rolling hash of the next hundred characters without blanks, and an
// ordinal among equal hashes. The algorithm is that of github/codeql-action.
func LineHashes(text string) []string {
	h := &lineHasher{counts: make(map[uint64]int), lineStart: true, first: 1}
	for i := range h.lines {
		h.lines[i] = -1
		h.first *= factor
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		h.add(unit)
	}
	h.add(endOfFile)
	for range blockSize {
		h.flush()
		h.roll(0)
	}
	return h.hashes
}

type lineHasher struct {
	window    [blockSize]uint16
	lines     [blockSize]int // line that begins at this place of the window, or -1
	index     int
	hash      uint64
	first     uint64 // factor to the power of blockSize
	line      int
	lineStart bool
	afterCR   bool
	counts    map[uint64]int
	hashes    []string
}

func (h *lineHasher) add(c uint16) {
	if c == ' ' || c == '\t' || h.afterCR && c == '\n' {
		h.afterCR = false
		return
	}
	h.afterCR = c == '\r'
	if h.afterCR {
		c = '\n'
	}
	h.flush()
	if h.lineStart {
		h.lineStart = false
		h.lines[h.index] = h.line
		h.line++
	}
	h.lineStart = c == '\n'
	h.roll(c)
}

// flush files the hash of the line that begins where the window wraps around.
func (h *lineHasher) flush() {
	line := h.lines[h.index]
	if line < 0 {
		return
	}
	h.lines[h.index] = -1
	h.counts[h.hash]++
	for len(h.hashes) <= line {
		h.hashes = append(h.hashes, "")
	}
	h.hashes[line] = strconv.FormatUint(h.hash, 16) + ":" + strconv.Itoa(h.counts[h.hash])
}

func (h *lineHasher) roll(c uint16) {
	begin := h.window[h.index]
	h.window[h.index] = c
	h.hash = factor*h.hash + uint64(c) - h.first*uint64(begin)
	h.index = (h.index + 1) % blockSize
}
