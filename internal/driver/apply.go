package driver

import (
	"bytes"
	"cmp"
	"go/format"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Apply returns src with the edits made, formatted if it was formatted before.
func Apply(src []byte, edits []finding.Edit) []byte {
	changed := edited(src, edits)
	if nice, err := format.Source(src); err == nil && bytes.Equal(nice, src) {
		if nice, err := format.Source(changed); err == nil {
			return nice
		}
	}
	return changed
}

// Exact returns edits that, made byte for byte, give what [Apply] gives: with the line ends
// of the file, and formatted. Outputs that include edits use it.
func Exact(src []byte, edits []finding.Edit) []finding.Edit {
	changed := Apply(src, edits)
	own := withLineEnds(src, edits)
	if bytes.Equal(edited(src, own), changed) || len(edits) == 0 {
		return own
	}
	var list []finding.Edit
	for _, e := range udiff.Lines(string(src), string(changed)) { // a difference of bytes finds letters far apart
		list = append(list, asMade(src, narrow(src, finding.Edit{File: edits[0].File, Start: e.Start, End: e.End, New: e.New}), own))
	}
	return list
}

// narrow leaves out of an edit what it has in common with the text that it replaces, at both ends.
func narrow(src []byte, e finding.Edit) finding.Edit {
	for e.Start < e.End && e.New != "" {
		r, n := utf8.DecodeRune(src[e.Start:e.End])
		if own, _ := utf8.DecodeRuneInString(e.New); own != r || r == utf8.RuneError {
			break
		}
		e.Start, e.New = e.Start+n, e.New[n:]
	}
	for e.Start < e.End && e.New != "" {
		r, n := utf8.DecodeLastRune(src[e.Start:e.End])
		if own, _ := utf8.DecodeLastRuneInString(e.New); own != r || r == utf8.RuneError {
			break
		}
		e.End, e.New = e.End-n, e.New[:len(e.New)-n]
	}
	return e
}

// asMade returns the one of the edits that inserts the same: a line is added behind the one before it, or before the one
// behind it. Two fixes that add one import have to say it in one way.
func asMade(src []byte, e finding.Edit, edits []finding.Edit) finding.Edit {
	turned := e
	for turned.Start == turned.End && turned.Start > 0 && turned.New != "" {
		if slices.Contains(edits, turned) {
			return turned
		}
		last := len(turned.New) - 1
		if len(e.New) < e.Start-turned.Start || src[turned.Start-1] != turned.New[last] {
			break
		}
		turned.New = turned.New[last:] + turned.New[:last]
		turned.Start, turned.End = turned.Start-1, turned.End-1
	}
	return e
}

// withLineEnds returns the edits with the line ends that the file has.
func withLineEnds(src []byte, edits []finding.Edit) []finding.Edit {
	edits = slices.Clone(edits)
	if bytes.Contains(src, []byte("\r\n")) {
		for i := range edits {
			edits[i].New = strings.ReplaceAll(strings.ReplaceAll(edits[i].New, "\r\n", "\n"), "\n", "\r\n")
		}
	}
	return edits
}

// opens is 1 for an edit that opens a paragraph of its own, such as a group of imports: at
// the same position it comes after edits that add a line to the paragraph before.
func opens(e finding.Edit) int {
	if strings.HasPrefix(e.New, "\n\n") || strings.HasPrefix(e.New, "\r\n\r\n") {
		return 1
	}
	return 0
}

func edited(src []byte, edits []finding.Edit) []byte {
	edits = withLineEnds(src, edits)
	slices.SortStableFunc(edits, func(a, b finding.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(opens(a), opens(b)))
	})
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		if e.Start < last || e.End > len(src) {
			continue // fits and the reader keep this from happening
		}
		out.Write(src[last:e.Start])
		out.WriteString(e.New)
		last = e.End
	}
	out.Write(src[last:])
	return out.Bytes()
}
