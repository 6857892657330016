package driver

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Exact edits, made byte for byte, give what Apply gives.
func TestExact(t *testing.T) {
	t.Parallel()
	const src = "package p\n\nfunc f() {\n\tg()\n\tif x {\n\t\th()\n\t}\n}\n"
	for name, tt := range map[string]struct{ src, old, new string }{
		"plain":             {src, "g()", "g(1)"},
		"several lines":     {src, "g()", "a()\n\tb()"},
		"to be formatted":   {src, "g()", "if y {\ng()\n}"},
		"crlf":              {strings.ReplaceAll(src, "\n", "\r\n"), "g()", "a()\n\tb()"},
		"unformatted":       {"package p\nfunc f() { g()\n}\n", "g()", "a()\nb()"},
		"no final newline":  {"package p\n\nfunc f() { g() }", "g()", "a()\nb()"},
		"at the very end":   {"package p\n\nvar _ = g()", "g()", "h()"},
		"removed with line": {src, "\tg()\n", ""},
	} {
		text := []byte(tt.src)
		at := strings.Index(tt.src, tt.old)
		edits := []finding.Edit{{File: "p.go", Start: at, End: at + len(tt.old), New: tt.new}}
		got := slices.Clone(text)
		for _, e := range slices.Backward(Exact(text, edits)) {
			if e.File != "p.go" {
				t.Errorf("%s: an edit of %q", name, e.File)
			}
			got = slices.Replace(got, e.Start, e.End, []byte(e.New)...)
		}
		if want := Apply(text, edits); !bytes.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Two fixes that add imports at one place: the line comes before the new group.
func TestApplyImports(t *testing.T) {
	t.Parallel()
	const src = "package p\n\nimport (\n\t\"os\"\n)\n"
	at := strings.Index(src, "\n)")
	got := Apply([]byte(src), []finding.Edit{
		{File: "p.go", Start: at, End: at, New: "\n\n\t\"example.com/lifecycle\""},
		{File: "p.go", Start: at, End: at, New: "\n\t\"time\""},
	})
	want := "package p\n\nimport (\n\t\"os\"\n\t\"time\"\n\n\t\"example.com/lifecycle\"\n)\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
