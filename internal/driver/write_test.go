package driver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

// TestReplaceFiles holds that a file which cannot be written leaves the others as
// they were, those that were new included.
func TestReplaceFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tmp, err := scratch.New()
	if err != nil {
		t.Fatal(err)
	}
	changes := []FileChange{
		{Name: filepath.Join(dir, "go.mod"), Old: []byte("old\n"), New: []byte("new\n")},
		{Name: filepath.Join(dir, "go.sum"), New: []byte("new\n")},
		{Name: filepath.Join(dir, "locked.go"), Old: []byte("old\n"), New: []byte("new\n")},
	}
	for name, mode := range map[string]os.FileMode{"go.mod": 0o644, "locked.go": 0o444} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := replaceFiles(tmp, changes); err == nil {
		t.Error("a read-only file was replaced")
	}
	for _, name := range []string{"go.mod", "locked.go"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "old\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, err := os.Stat(changes[1].Name); !os.IsNotExist(err) {
		t.Errorf("go.sum is still there: %v", err)
	}
	if err := replaceFiles(tmp, changes[:2]); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(changes[1].Name); err != nil || string(text) != "new\n" {
		t.Errorf("go.sum: %q, %v", text, err)
	}
	if err := tmp.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
