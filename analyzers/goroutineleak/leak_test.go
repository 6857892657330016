package goroutineleak_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixesEndLeaks runs the programs */testdata/src/*_leak as they are and as their fix
// leaves them. The goroutine leak profile of the runtime finds goroutines that are blocked
// forever: there are some before, and none after.
func TestFixesEndLeaks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the standard library with an experiment of its own")
	}
	programs, err := filepath.Glob("*/testdata/src/*_leak/main.go")
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	dir := t.TempDir()
	runtime, err := filepath.Abs("../../lifecycle")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/lifecyclelint/lifecyclelint/lifecycle"
	write(t, filepath.Join(dir, "go.mod"),
		"module leak\n\ngo 1.25\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+runtime+"\n")
	for _, program := range programs {
		name := filepath.Base(filepath.Dir(program))
		copyFile(t, program, filepath.Join(dir, name, "main.go"))
		copyFile(t, program+".golden", filepath.Join(dir, name+"_fixed", "main.go"))
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "bin")+string(filepath.Separator), "./...")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOEXPERIMENT=goroutineleakprofile", "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, program := range programs {
		name := filepath.Base(filepath.Dir(program))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if n := leaks(t, filepath.Join(dir, "bin", name)); n == "0" {
				t.Error("the program does not leak")
			}
			if n := leaks(t, filepath.Join(dir, "bin", name+"_fixed")); n != "0" {
				t.Errorf("the mended program leaks %s goroutines", n)
			}
		})
	}
}

// leaks runs a program and returns the number it prints.
func leaks(t *testing.T, program string) string {
	t.Helper()
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(data))
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
