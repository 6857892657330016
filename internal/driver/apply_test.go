package driver

import (
	"bytes"
	"fmt"
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

// An edit whose result is formatted changes where it stands, and nothing that it leaves as it was.
func TestExactIsNarrow(t *testing.T) {
	t.Parallel()
	src := "package p\n\nimport (\n\t\"context\"\n\t\"time\"\n\n\t\"github.com/example/client\"\n\t\"github.com/example/slices\"\n)\n\n"
	for i := range 40 {
		src += fmt.Sprintf("func AnyResourceInUse%d(resources []client.Resource) bool {\n\treturn slices.ContainsFunc(resources, inUse%d)\n}\n\n", i, i*i)
	}
	src += "func f(ctx context.Context) error {\n\tfor {\n\t\ttime.Sleep(3 * time.Second)\n\t}\n}\n"
	at, call := strings.Index(src, ")\n"), strings.Index(src, "time.Sleep")
	edits := Exact([]byte(src), []finding.Edit{
		{File: "p.go", Start: at, End: at, New: "\t\"github.com/lifecyclelint/lifecyclelint/lifecycle\"\n"},
		{File: "p.go", Start: call, End: call + len("time.Sleep(3 * time.Second)"), New: "if err := lifecycle.Sleep(ctx, 3 * time.Second); err != nil {\n\t\t\treturn err\n\t\t}"},
	})
	for _, e := range edits {
		if e.End-e.Start > 60 || len(e.New) > 100 {
			t.Errorf("%d bytes become %q", e.End-e.Start, e.New)
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

// Two fixes that add one import say it in one way, also where the rest of one is formatted.
func TestExactImports(t *testing.T) {
	t.Parallel()
	const src = "package p\n\nimport (\n\t\"os\"\n)\n\nvar s = T{A: os.Args}\n"
	at, lit := strings.Index(src, "\n)"), strings.Index(src, "A: os")
	add := finding.Edit{File: "p.go", Start: at, End: at, New: "\n\t\"time\""}
	for name, value := range map[string]string{"as it is": "B: time.Second, ", "formatted": "B:    time.Second,\n"} {
		got := Exact([]byte(src), []finding.Edit{add, {File: "p.go", Start: lit, End: lit, New: value}})
		if len(got) == 0 || got[0] != add {
			t.Errorf("%s: the import is %+v, want %q", name, got, add.New)
		}
	}
}
