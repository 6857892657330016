package place_test

import (
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/place"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, name, want string }{
		{"example.com/m/queue", "queue", "example.com/m/queue/q.go:12"},
		{"example.com/m/cmd", "main", "example.com/m/cmd/q.go:12"},
		{"example.com/m/queue_test", "queue_test", "example.com/m/queue/q.go:12"},
		{"command-line-arguments", "main", "q.go:12"},
	} {
		pass := &analysis.Pass{Pkg: types.NewPackage(c.path, c.name)}
		if got := place.Of(pass, token.Position{Filename: "/src/m/queue/q.go", Line: 12}); got != c.want {
			t.Errorf("in %s it is %s, want %s", c.path, got, c.want)
		}
	}
}

func TestBelow(t *testing.T) {
	t.Parallel()
	m := &analysis.Module{Path: "example.com/m"}
	for _, c := range []struct {
		module     *analysis.Module
		text, want string
	}{
		{m, "started at example.com/m/queue/q.go:12 (example.com/m/a.go:3)", "started at queue/q.go:12 (a.go:3)"},
		{m, "started at example.com/other/q.go:12", "started at example.com/other/q.go:12"},
		{m, "nothing calls example.com/m/queue.New", "nothing calls example.com/m/queue.New"},
		{nil, "started at example.com/m/queue/q.go:12", "started at example.com/m/queue/q.go:12"},
	} {
		if got := place.Below(&analysis.Pass{Module: c.module}, c.text); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
