package driver

import (
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A call that an accepted fix defers in the same function waits for the next iteration.
func TestRepeats(t *testing.T) {
	const text = "package p\n\nfunc a() {\n\tf := open()\n\treturn\n}\n\nfunc b() {\n\tf := open()\n\treturn\n}\n"
	first, second := strings.Index(text, "\treturn"), strings.LastIndex(text, "\treturn")
	r := &round{
		content:  map[string][]byte{"p.go": []byte(text)},
		accepted: map[string][]finding.Edit{"p.go": {{File: "p.go", Start: first, End: first, New: "\tdefer f.Close()\n"}}},
	}
	for _, c := range []struct {
		at   int
		text string
		want bool
	}{
		{first + 1, "f.Close()\n\t", true},
		{first + 1, "g.Close()\n\t", false},
		{second, "\tf.Close()\n", false}, // of another function
	} {
		f := finding.Finding{Fix: &finding.Fix{Edits: []finding.Edit{{File: "p.go", Start: c.at, End: c.at, New: c.text}}}}
		if got := r.repeats(f); got != c.want {
			t.Errorf("repeats(%q at %d) = %v, want %v", c.text, c.at, got, c.want)
		}
	}
}
