package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/tools/toolbuild"
)

const leak = "package a\n\nimport (\"context\"; \"time\")\n\nfunc run(ctx context.Context, t *time.Ticker) {\n\tgo func() {\n\t\tfor range t.C {\n\t\t}\n\t}()\n}\n"

func TestRunAndDiff(t *testing.T) {
	t.Parallel()
	tool := toolbuild.Command(t)
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
		"table old":    {"| m | goroutineleak/ticker-range | medium | 1 |"},
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

// With -verdicts, findings are kept with what lowers them, counted and sampled by it.
func TestDoubts(t *testing.T) {
	t.Parallel()
	tool := toolbuild.Command(t)
	dir := toolbuild.Module(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "a/a.go": leak, "examples/b/b.go": leak})
	out := filepath.Join(t.TempDir(), "out")
	run := func(args ...string) string {
		t.Helper()
		var text strings.Builder
		if err := command(append(args, out), &text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	if err := command([]string{"run", "-verdicts", "-tool", tool, "-out", out, "m=" + dir}, new(strings.Builder)); err != nil {
		t.Fatal(err)
	}
	if got, want := run("doubts"), "doubt,findings,alone,programs\nfor-developers,1,1,1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	record := filepath.Join(t.TempDir(), "record.jsonl")
	if err := os.WriteFile(record, []byte(`{"fingerprint":"a","doubts":["for-developers","escapes"]}`+"\n"+`{"fingerprint":"b","doubts":[]}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := run("doubts", "-confirmed", record), "doubt,findings,alone,programs,confirmed\nescapes,0,0,0,1\nfor-developers,1,1,1,1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := run("sample", "-doubt", "for-developers"); strings.Count(got, "\n") != 2 || !strings.Contains(got, "examples/b/b.go,7,goroutineleak/ticker-range,unproven,for-developers,") {
		t.Error(got)
	}
	if got := run("sample", "-confidence", "medium", "-n", "5"); strings.Count(got, "\n") != 2 || !strings.Contains(got, "m,,a/a.go,7,") {
		t.Error(got)
	}
}

// A commit that fixes what is reported is distinguished from one that does not.
func TestRecall(t *testing.T) {
	t.Parallel()
	tool := toolbuild.Command(t)
	dir := toolbuild.Module(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "a/a.go": leak, "b/b.go": "package b\n"})
	commit := func(file, text string) string {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"add", "-A"}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "c"}} {
			if _, err := git(dir, args...); err != nil {
				t.Fatal(err)
			}
		}
		out, err := git(dir, "rev-parse", "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(out)
	}
	if _, err := git(dir, "init", "-q"); err != nil {
		t.Fatal(err)
	}
	commit("b/b.go", "package b\n\nvar B = 1\n")
	moved := commit("a/a.go", "\n"+leak)
	fixed := commit("a/a.go", strings.Replace(leak, "t.C {\n", "t.C {\n\t\t\treturn\n", 1))
	var text strings.Builder
	if err := command([]string{"recall", "-tool", tool, dir, moved, fixed}, &text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	if len(lines) != 3 || lines[0] != moved+": nothing gone" || !strings.HasPrefix(lines[1], fixed+": a/a.go:8 goroutineleak/ticker-range ") {
		t.Error(text.String())
	}
	if out, err := git(dir, "worktree", "list"); err != nil || strings.Count(out, "\n") != 1 {
		t.Errorf("worktrees are left: %s %v", out, err)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":                              "want a command",
		"nosuch":                        "usage",
		"diff one":                      "usage",
		"run -tool x":                   "run wants -tool, -out and checkouts",
		"recall -tool x y":              "recall wants -tool, a checkout and commits",
		"run -tool x -out y plain":      `"plain" is not NAME=CHECKOUT`,
		"table " + os.DevNull + "/none": "has no reports",
	} {
		err := command(strings.Fields(args), &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", args, err, want)
		}
	}
}
