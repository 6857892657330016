package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const loop = `package m

import (
	"context"
	"time"
)

func start%[1]d(ctx context.Context, t *time.Ticker) {
	go func() {
		for range t.C {
			println("tick")
		}
	}()
}
`

// A run of fix that is killed while it writes leaves every file old or new, and the
// next one completes it and clears up.
func TestKilledFix(t *testing.T) {
	t.Parallel()
	const files = 120
	dir, tmp := t.TempDir(), t.TempDir()
	old, fixed := make(map[string]string), make(map[string]string)
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("f%03d.go", i))
		old[name] = fmt.Sprintf(loop, i)
		fixed[name] = strings.Replace(old[name], "\t\tfor range t.C {\n\t\t\tprintln", `		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
			println`, 1)
		write(t, name, old[name])
	}
	fix := func() *exec.Cmd {
		cmd := exec.Command("lifecyclelint", "fix", "--suggested", "--fixes=stdlib", "--checks=goroutineleak/ticker-range", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "TMPDIR="+tmp, "GOTMPDIR=")
		return cmd
	}
	cmd := fix()
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	killed := killOnFirstChange(t, cmd, filepath.Join(dir, "f010.go"), old, done)
	news := 0
	for name := range old {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch string(text) {
		case old[name]:
		case fixed[name]:
			news++
		default:
			t.Errorf("%s is neither old nor new:\n%s", name, text)
		}
	}
	if news == 0 {
		t.Errorf("nothing was fixed:\n%s", output.String())
	}
	t.Logf("killed: %t; %d of %d files were written", killed, news, files)
	if out, err := fix().CombinedOutput(); err != nil {
		t.Fatalf("the next run: %v\n%s", err, out)
	}
	for name := range old {
		if text, err := os.ReadFile(name); err != nil || string(text) != fixed[name] {
			t.Errorf("%s is not fixed: %v\n%s", name, err, text)
		}
	}
	for _, pattern := range []string{filepath.Join(dir, ".*"), filepath.Join(tmp, "*")} {
		if left, _ := filepath.Glob(pattern); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
}

// killOnFirstChange kills cmd as soon as the file is new, and reports whether
// that came before its end.
func killOnFirstChange(t *testing.T, cmd *exec.Cmd, file string, old map[string]string, done <-chan error) bool {
	t.Helper()
	poll := time.NewTicker(100 * time.Microsecond)
	defer poll.Stop()
	for {
		select {
		case <-done:
			return false
		case <-poll.C:
			if text, err := os.ReadFile(file); err == nil && string(text) != old[file] {
				_ = cmd.Process.Kill()
				<-done
				return true
			}
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
