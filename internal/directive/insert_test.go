package directive

import (
	"strings"
	"testing"
)

func TestInsert(t *testing.T) {
	t.Parallel()
	const text = "//lifecyclelint:ignore a/b -- why"
	for _, tt := range []struct{ name, src, want string }{
		{"indented", "package p\n\nfunc f() {\n\tg() // HERE\n}\n", "package p\n\nfunc f() {\n\t" + text + "\n\tg() // HERE\n}\n"},
		{"at the margin", "package p\n\nvar x = g() // HERE\n", "package p\n\n" + text + "\nvar x = g() // HERE\n"},
		{"at the end of the file", "package p\n\nvar x = g() // HERE", "package p\n\n" + text + "\nvar x = g() // HERE"},
		{"in a call", "package p\n\nvar x = f(\n\tg(), // HERE\n)\n", "package p\n\nvar x = f(\n\t" + text + "\n\tg(), // HERE\n)\n"},
		{"behind a string", "package p\n\nvar x = f(`a\nb`, HERE())\n", "package p\n\nvar x = f(`a\nb`, HERE()) " + text + "\n"},
		{"behind a comment", "package p\n\nvar x = f( /* a\nb */ HERE())\n", "package p\n\nvar x = f( /* a\nb */ HERE()) " + text + "\n"},
		{"between strings", "package p\n\nvar x = f(`a\nb`, HERE(), `c\nd`)\n", ""},
		{"behind a string, with a comment", "package p\n\nvar x = f(`a\nb`, g()) // HERE\n", ""},
	} {
		line := 1 + strings.Count(tt.src[:strings.Index(tt.src, "HERE")], "\n")
		ins, err := Insert([]byte(tt.src), line, "a/b", "why")
		if tt.want == "" {
			if err == nil {
				t.Errorf("%s: %+v", tt.name, ins)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := tt.src[:ins.At] + ins.Text + tt.src[ins.At:]
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
		if err := Verify([]byte(got), line, "a/b"); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err := Verify([]byte(tt.src), line, "a/b"); err == nil {
			t.Errorf("%s: verified before it was written", tt.name)
		}
	}
	if _, err := Insert([]byte("package p\n"), 3, "a/b", "why"); err == nil {
		t.Error("a line that is not there is taken")
	}
}
