package demo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/demo"
)

func TestUnpackedPlatformNeedsNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "demo")
	if err := demo.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "./...")
	vet.Dir = dir
	vet.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

func TestUnpackReportsUnwritableDirectory(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := demo.Unpack(file); err == nil {
		t.Error("no error for a directory that is a file")
	}
}
