package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestScaffold(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir := filepath.Join(root, "analyzers", "httptimeout")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile("../../../analyzers/httptimeout/httptimeout.go")
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "httptimeout.go")
	if err := os.WriteFile(list, src, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := scaffold(root, "httptimeout/my-own-check", "client does what it should not"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"myowncheck.go", "fix.go", "myowncheck.md", "testdata/src/myowncheck/bad.go", "testdata/src/myowncheck/ok.go"} {
		if _, err := os.Stat(filepath.Join(dir, "myowncheck", name)); err != nil {
			t.Error(err)
		}
	}
	got, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n\t\t\tmyowncheck.Check,\n\t\t},", "\n\t\"" + module + "/analyzers/httptimeout/myowncheck\"\n"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the analyzer's list lacks %q:\n%s", want, got)
		}
	}
	if err := scaffold(root, "httptimeout/my-own-check", "again"); err == nil {
		t.Error("a second scaffold overwrote the first")
	}
	for _, id := range []string{"httptimeout", "HTTP/x", "a/b_c", "a/1b", "nosuch/check"} {
		if err := scaffold(root, id, "x"); err == nil {
			t.Errorf("scaffold accepted %q", id)
		}
	}
}
