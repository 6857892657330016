//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The go command may forget what was found in a package: once, when another one runs at
// the same time, or for good, when that was killed. The findings are there all the same,
// and if they cannot be had, the run says so.
func TestForgotten(t *testing.T) {
	t.Parallel()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, forgets string // a condition of the shell
		code          int
	}{
		{"once", `[ ! -e "$MARK" ] && touch "$MARK"`, 1},
		{"under one key", `case "$*" in *,again*) false;; esac`, 1},
		{"always", "true", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, bin := t.TempDir(), t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
			write(t, filepath.Join(dir, "m.go"), fmt.Sprintf(loop, 1))
			script := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = vet ] && { %s; }; then exec %s \"$@\" >/dev/null; fi\nexec %s \"$@\"\n", tt.forgets, real, real)
			if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("lifecyclelint", "./...")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "MARK="+filepath.Join(bin, "mark"))
			out, _ := cmd.CombinedOutput() // the code is looked at
			if code := cmd.ProcessState.ExitCode(); code != tt.code {
				t.Errorf("exit status %d, want %d:\n%s", code, tt.code, out)
			}
			want := "goroutineleak/ticker-range"
			if tt.code == 3 {
				want = "the go command says nothing of it"
			}
			if !strings.Contains(string(out), want) {
				t.Errorf("no %q:\n%s", want, out)
			}
		})
	}
}
