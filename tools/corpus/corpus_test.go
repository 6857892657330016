package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/tools/toolbuild"
)

const leak = "package a\n\nimport \"time\"\n\nfunc run(t *time.Ticker) {\n\tgo func() {\n\t\tfor range t.C {\n\t\t}\n\t}()\n}\n"

func TestRunAndDiff(t *testing.T) {
	t.Parallel()
	tool := toolbuild.Build(t, toolbuild.Lifecyclelint)
	dir := toolbuild.Module(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "a/a.go": leak})
	out := t.TempDir()
	run := func(into string) {
		t.Helper()
		var text strings.Builder
		if err := command([]string{"run", "-tool", tool, "-out", filepath.Join(out, into), "m=" + dir}, &text); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), " in 1 packages, 0 not analyzed") {
			t.Error(text.String())
		}
	}
	run("old")
	if err := os.WriteFile(filepath.Join(dir, "a/a.go"), []byte(strings.ReplaceAll(leak, "run", "other")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run("new")
	for args, want := range map[string][]string{
		"diff old old": {"0 gone, 0 new"},
		"diff old new": {"- m a/a.go:7 goroutineleak/ticker-range", "+ m a/a.go:7 goroutineleak/ticker-range", "1 gone, 1 new"},
		"table old":    {"| m | goroutineleak/ticker-range | high | 1 |"},
	} {
		words := strings.Fields(args)
		for i := 1; i < len(words); i++ {
			words[i] = filepath.Join(out, words[i])
		}
		var text strings.Builder
		if err := command(words, &text); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(text.String(), w) {
				t.Errorf("%s lacks %q:\n%s", args, w, text.String())
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":                              "want a command",
		"nosuch":                        "usage",
		"diff one":                      "usage",
		"run -tool x":                   "run wants -tool, -out and checkouts",
		"run -tool x -out y plain":      `"plain" is not NAME=CHECKOUT`,
		"table " + os.DevNull + "/none": "has no reports",
	} {
		err := command(strings.Fields(args), &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", args, err, want)
		}
	}
}
