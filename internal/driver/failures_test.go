package driver

import (
	"slices"
	"testing"
)

// Each problem names its package: the header says it, the place of an error, or the first
// line of an import cycle.
func TestAddPrinted(t *testing.T) {
	t.Parallel()
	pkgs := map[string]pkg{"example.com/a": {path: "example.com/a", dir: "/src/a"}}
	const cycle = "package example.com/a\n\timports example.com/b from a_test.go\n\timports example.com/a from b.go: import cycle not allowed in test"
	for _, tt := range []struct {
		name, printed string
		units         map[string]bool
		want          Problem
	}{
		{"header", "# example.com/a\na/a.go:1:1: undefined: x", nil, Problem{"example.com/a", "a/a.go:1:1: undefined: x"}},
		{"place", "/src/a/a.go:3:1: no such package", nil, Problem{"example.com/a", "/src/a/a.go:3:1: no such package"}},
		{"cycle", cycle, nil, Problem{"example.com/a", cycle}},
		{"cycle of the tests alone", cycle, map[string]bool{"example.com/a": true}, Problem{"example.com/a [example.com/a.test]", cycle}},
		{"nothing", "\n", nil, Problem{"", "go vet failed without saying why"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			res := &Result{units: tt.units}
			res.addPrinted([]byte(tt.printed), Config{}, pkgs)
			if want := []Problem{tt.want}; !slices.Equal(res.Problems, want) {
				t.Errorf("got %q, want %q", res.Problems, want)
			}
		})
	}
}

func TestFirstLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"go: downloading example.com/m v1.0.0\ngo: no such module\n":         "go: no such module",
		"go: updates to go.mod needed; to update it:\n\tgo mod tidy\n":       "go: updates to go.mod needed; to update it: go mod tidy",
		"main.go:1:1: undefined: x\nmain.go:2:1: undefined: y":               "main.go:1:1: undefined: x",
		"package a\n\timports b from a.go\n\timports a: cycle\n":             "package a imports b from a.go imports a: cycle",
		"go: cannot find main module, but found .git in /src\n\tto create a": "go: cannot find main module, but found .git in /src to create a",
	} {
		if got := firstLine([]byte(text)); got != want {
			t.Errorf("firstLine(%q) = %q, want %q", text, got, want)
		}
	}
}
