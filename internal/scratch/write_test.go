package scratch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := func(base string) string { return filepath.Join(dir, base) }
	if err := os.WriteFile(name("old"), []byte("long and old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, link := range [][2]string{{"old", "link"}, {"nothing", "dangling"}} {
		if err := os.Symlink(link[0], name(link[1])); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ write, read string }{{"new", "new"}, {"old", "old"}, {"link", "old"}, {"dangling", "nothing"}} {
		if err := scratch.WriteFile(name(tt.write), []byte("new "+tt.write)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name(tt.read)); err != nil || string(got) != "new "+tt.write {
			t.Errorf("%s: %q, %v", tt.write, got, err)
		}
	}
	if info, err := os.Stat(name("old")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(name("link")); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link has become a file: %v", err)
	}
	if err := scratch.WriteFile(name("no/such/file"), nil); err == nil || !strings.Contains(err.Error(), "no/such") {
		t.Errorf("in a directory that is not there: %v", err)
	}
	if err := scratch.WriteFile(os.DevNull, []byte("x")); err != nil {
		t.Errorf("a device: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 5 {
		t.Errorf("%d entries, %v: what stands beside the files stays", len(entries), err)
	}
}

// A reader sees one content or the other, whole.
func TestWriteFileAtOnce(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	a, b := strings.Repeat("a", 1<<16), strings.Repeat("b", 1<<17)
	if err := scratch.WriteFile(name, []byte(a)); err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() {
		for range 20 {
			if err := scratch.WriteFile(name, []byte(b)); err != nil {
				written <- err
				return
			}
			if err := scratch.WriteFile(name, []byte(a)); err != nil {
				written <- err
				return
			}
		}
		written <- nil
	}()
	for {
		select {
		case err := <-written:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != a && string(got) != b {
			t.Fatalf("half of it: %d bytes, %v", len(got), err)
		}
	}
}
