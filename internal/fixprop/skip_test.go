package fixprop_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/fixprop"
)

// An exit counts if it leaves what the marked statement is in, between the statement that
// acquires and the marked one.
func TestSkipped(t *testing.T) {
	t.Parallel()
	const before = "package p\n\nfunc f() {\nfor {\ntake()\nwork()\ngive()\n}\n}\n"
	v := fixprop.Variation{Text: []byte(before), Mark: "give()", Taken: "take()"}
	for body, want := range map[string]bool{
		"take()\nif work() {\nreturn\n}\ngive()":                       true,
		"take()\nif work() {\nbreak\n}\ngive()":                        true,
		"take()\nif work() {\ncontinue\n}\ngive()":                     true,
		"take()\nselect {\ncase <-c:\nreturn\ncase d <- 1:\n}\ngive()": true,
		"take()\nwork()": true,
		"take()\nselect {\ncase <-c:\nbreak\ncase d <- 1:\n}\ngive()":             false,
		"take()\nif work() {\ngive()\nreturn\n}\ngive()":                          false,
		"if work() {\nreturn\n}\ntake()\nwork()\ngive()":                          false,
		"take()\ngo func() {\nreturn\n}()\ngive()":                                false,
		"take()\nfor range 3 {\nif work() {\nbreak\n}\n}\ngive()":                 false,
		"take()\nagain:\nfor {\nfor {\nif work() {\nbreak again\n}\n}\n}\ngive()": false,
		"take()\nwork()\ngive()\nif work() {\nreturn\n}":                          false,
	} {
		got, err := v.Skipped([]byte("package p\n\nfunc f() {\nfor {\n" + body + "\n}\n}\n"))
		if err != nil || got != want {
			t.Errorf("skipped: %t, want %t, %v\n%s", got, want, err, body)
		}
	}
}
