// Package toolbuild makes the programs that the tests of this module run.
package toolbuild

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/testtool"
)

// Command builds lifecyclelint as the tests of its own module do, which share what the go
// command knows of dependencies, and returns the program's path.
func Command(t *testing.T) string {
	t.Helper()
	tool, err := testtool.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// Build builds a command of the module graph and returns the program's path.
func Build(t *testing.T, pkg string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", pkg, err, text)
	}
	return out
}

// Module lays files out, by name and content, in a directory that no symbolic
// link leads to, and returns it.
func Module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Environ returns the environment without what would change how a module is
// built, and with the given variables.
func Environ(extra ...string) []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GOFLAGS=") && !strings.HasPrefix(v, "GOWORK=") && !strings.HasPrefix(v, "GOCACHEPROG=") {
			env = append(env, v)
		}
	}
	return append(append(env, "GOWORK=off", "GOTOOLCHAIN=local"), extra...)
}
