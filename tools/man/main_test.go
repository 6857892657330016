package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "man1")
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"lifecyclelint.1":        "Exit status",
		"lifecyclelint-fix.1":    "suggested",
		"lifecyclelint-init.1":   "embed",
		"lifecyclelint-check.1":  "new-from",
		"lifecyclelint-config.1": "schema",
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, has no %q", name, err, want)
		}
	}
}
