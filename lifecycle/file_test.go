package lifecycle_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// alone fails the test unless a directory holds exactly the named files.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(names) {
		t.Errorf("%d files, want %d: %v", len(list), len(names), list)
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func content(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("content is %q, error %v, want %q", got, err, want)
	}
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "state.json")
	for _, text := range []string{"one", "", "three times as long"} {
		if err := lifecycle.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		content(t, name, text)
	}
	alone(t, dir, "state.json")
}

func TestWriteFileKeepsPermission(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("permissions are those of Unix")
	}
	name := filepath.Join(t.TempDir(), "state")
	mode := func(want fs.FileMode) {
		t.Helper()
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("mode is %v, error %v, want %v", info.Mode(), err, want)
		}
	}
	if err := lifecycle.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mode(0o600)
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := lifecycle.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mode(0o640)
}

func TestWriteFileFollowsLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("target", link); err != nil {
		t.Skip(err)
	}
	for _, text := range []string{"made by the first write", "replaced"} {
		if err := lifecycle.WriteFile(link, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		content(t, filepath.Join(dir, "target"), text)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, error %v", info, err)
	}
	alone(t, dir, "link", "target")
}

// The old content stays, and nothing beside it.
func TestWriteFileFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := lifecycle.WriteFile(filepath.Join(dir, "missing", "state"), []byte("x"), 0o600); err == nil {
		t.Error("no error without a directory")
	}
	if err := lifecycle.WriteFile(dir, []byte("x"), 0o600); err == nil {
		t.Error("no error for a directory")
	}
	alone(t, dir)
}

// A directory that cannot be written to is no reason to fail: the file can be.
func TestWriteFileInPlace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "state")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
	if err := lifecycle.WriteFile(name, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	content(t, name, "new")
	alone(t, dir, "state")
}

// A reader meets one of the contents, whole, whatever is being written.
func TestWriteFileIsWhole(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "state")
	write := func(c byte) {
		if err := lifecycle.WriteFile(name, bytes.Repeat([]byte{c}, 1<<16), 0o600); err != nil {
			t.Error(err)
		}
	}
	write('a')
	var wg sync.WaitGroup
	for _, c := range []byte("bc") {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 20 {
				write(c)
			}
		}()
	}
	stopped := make(chan struct{})
	go func() { wg.Wait(); close(stopped) }()
	for {
		got, err := os.ReadFile(name)
		if err != nil || len(got) != 1<<16 || bytes.Count(got, got[:1]) != len(got) {
			t.Fatalf("%d bytes, error %v", len(got), err)
		}
		select {
		case <-stopped:
			alone(t, dir, "state")
			return
		default:
		}
	}
}
