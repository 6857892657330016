package driver

import (
	"bytes"
	"cmp"
	"go/format"
	"slices"
	"strings"

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

func edited(src []byte, edits []finding.Edit) []byte {
	edits = slices.Clone(edits)
	if bytes.Contains(src, []byte("\r\n")) { // the file's line ends are its own
		for i := range edits {
			edits[i].New = strings.ReplaceAll(edits[i].New, "\n", "\r\n")
		}
	}
	slices.SortStableFunc(edits, func(a, b finding.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
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
