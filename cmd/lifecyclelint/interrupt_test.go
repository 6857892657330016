//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// wrapper is go or git, and blocks at one call until it is ended. All calls, and what
// they start, keep the pipe ALIVE open, so that its end is the end of all of them.
const wrapper = `#!/bin/sh
exec 9>"$ALIVE"
case "$0 $* $PWD" in
%s)
	%s
	echo blocked >&9
	exec cat "$BLOCK"
esac
exec %s "$@"
`

// Where a run is when it is asked to stop.
var stops = []struct {
	name, call, args string
}{
	{"vet", "*/go?vet*", "check ./..."},
	{"list", "*/go?list*", "check ./..."},
	{"version", "*/go?env?GOVERSION*", "check ./..."},
	{"audit", "*/go?vet*?-audit*", "audit ./..."},
	{"baseline", "*/go?vet*", "baseline create"},
	{"diff", "*/go?list*-export=true*", "fix --diff --fixes=stdlib --suggested ./..."},
	{"fix", "*/go?list*-export=true*", "fix --fixes=stdlib --suggested ./..."},
	{"revision", "*/git?rev-parse*", "check --new-from HEAD ./..."},
	{"export", "*/git*checkout-index*", "check --new-from HEAD ./..."},
	{"base", "*/go?vet*/lifecyclelint-run-*", "check --new-from HEAD ./..."},
	{"audited base", "*/go?vet*-audit*/lifecyclelint-run-*", "audit --diff HEAD ./..."},
	{"demo", "*/go?vet*/lifecyclelint-run-*", "demo"},
}

// An interrupted run prints that it was, and removes its files and processes.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, p := range stops {
			t.Run(sig.String()+"/"+p.name, func(t *testing.T) {
				t.Parallel()
				b := newBlocked(t, p.call, "")
				before := b.state()
				b.start(p.args)
				b.signal(sig)
				b.ended(128+int(sig), "lifecyclelint: interrupted\n")
				b.gone()
				b.clean(before)
			})
		}
	}
}

// A group that ignores the interrupt is killed, immediately after a second signal.
func TestInterruptTwice(t *testing.T) {
	t.Parallel()
	b := newBlocked(t, "*/go?vet*", "trap '' INT")
	before := b.state()
	b.start("check ./...")
	b.signal(syscall.SIGINT)
	if line, err := b.stderr.ReadString('\n'); err != nil { // it has taken notice
		t.Errorf("%q: %v", line, err)
	}
	b.signal(syscall.SIGINT)
	b.ended(130, "")
	b.gone()
	b.clean(before)
}

// What has closed its pipes is killed with its group, too.
func TestInterruptKillsGroup(t *testing.T) {
	t.Parallel()
	b := newBlocked(t, "*/go?vet*", `cat "$BLOCK" <&- >/dev/null 2>&1 &`)
	b.start("check ./...")
	b.signal(syscall.SIGINT)
	b.ended(130, "lifecyclelint: interrupted\n")
	b.gone()
}

// After a run that was killed, the next one works and removes what that has left.
func TestKilled(t *testing.T) {
	t.Parallel()
	for _, p := range stops {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			b := newBlocked(t, p.call, "")
			before := b.state()
			b.start(p.args)
			b.signal(syscall.SIGKILL)
			<-b.exited
			release := b.release()
			b.gone()
			release()
			out, err := b.command(b.real, "check ./...").CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "goroutineleak/ticker-range") {
				t.Errorf("the next run: %v\n%s", err, out)
			}
			b.clean(before)
		})
	}
}

// blocked is a run in a small module that blocks at one call of go or git.
type blocked struct {
	t             *testing.T
	dir, tmp      string
	path, real    string // PATH with the wrappers, and without
	alive, block  string // named pipes
	cmd           *exec.Cmd
	exited        chan struct{}
	keeper        *os.File // of alive, until the run blocks
	stderr, lines *bufio.Reader
}

func newBlocked(t *testing.T, call, first string) *blocked {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &blocked{t: t, dir: filepath.Join(root, "m"), tmp: filepath.Join(root, "tmp"),
		alive: filepath.Join(root, "alive"), block: filepath.Join(root, "block"), real: os.Getenv("PATH")}
	bin := filepath.Join(root, "bin")
	b.path = bin + string(filepath.ListSeparator) + b.real
	for _, dir := range []string{b.dir, b.tmp, bin} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, pipe := range []string{b.alive, b.block} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go", "git"} {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(bin, name), fmt.Sprintf(wrapper, call, first, real))
		if err := os.Chmod(filepath.Join(bin, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(b.dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	write(t, filepath.Join(b.dir, "f.go"), fmt.Sprintf(loop, 0))
	b.git("init", "-q", "-b", "main")
	b.git("add", "-A")
	b.git("-c", "user.name=dev", "-c", "user.email=dev@example.com", "commit", "-qm", "first")
	// The findings of the branch are in a file that HEAD does not have.
	b.git("mv", "f.go", "g.go")
	return b
}

// command returns a run with its own temporary directory.
func (b *blocked) command(path, args string) *exec.Cmd {
	cmd := exec.Command("lifecyclelint", strings.Fields(args)...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "PATH="+path, "TMPDIR="+b.tmp, "GOTMPDIR=", "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "NO_COLOR=1", "LIFECYCLELINT_PROGRESS=0",
		"ALIVE="+b.alive, "BLOCK="+b.block, "GIT_CONFIG_GLOBAL=/dev/null")
	return cmd
}

// start starts the run and returns when it blocks.
func (b *blocked) start(args string) {
	b.t.Helper()
	var err error
	if b.keeper, err = os.OpenFile(b.alive, os.O_RDWR, 0); err != nil {
		b.t.Fatal(err)
	}
	alive, err := os.Open(b.alive)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { alive.Close() })
	b.lines = bufio.NewReader(alive)
	stderr, w, err := os.Pipe()
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { stderr.Close() })
	b.stderr = bufio.NewReader(stderr)
	b.cmd = b.command(b.path, args)
	b.cmd.Stderr = w
	if err := b.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	w.Close()
	b.exited = make(chan struct{})
	go func() {
		_ = b.cmd.Wait()
		_, _ = b.keeper.WriteString("exited\n") // it has not blocked; otherwise nothing reads it
		close(b.exited)
	}()
	line, err := b.lines.ReadString('\n')
	if line != "blocked\n" {
		text, _ := io.ReadAll(b.stderr)
		b.t.Fatalf("the run does not block, but says %q: %v\n%s", line, err, text)
	}
	b.keeper.Close()
}

func (b *blocked) signal(sig syscall.Signal) {
	b.t.Helper()
	if err := b.cmd.Process.Signal(sig); err != nil {
		b.t.Fatal(err)
	}
}

// ended waits for the run and compares its exit status and standard error.
func (b *blocked) ended(code int, stderr string) {
	b.t.Helper()
	text, err := io.ReadAll(b.stderr)
	if err != nil {
		b.t.Error(err)
	}
	<-b.exited
	if got := b.cmd.ProcessState.ExitCode(); got != code || stderr != "" && string(text) != stderr {
		b.t.Errorf("exit status %d, want %d; standard error:\n%s", got, code, text)
	}
}

// gone waits for the end of all that the run has started.
func (b *blocked) gone() {
	b.t.Helper()
	if rest, err := io.ReadAll(b.lines); err != nil || len(rest) > 0 {
		b.t.Errorf("the wrapper says %q: %v", rest, err)
	}
}

// release unblocks what is blocked: where the kernel sends no signal, none comes from a
// process that was killed. The caller calls the result when nothing blocks.
func (b *blocked) release() (done func()) {
	released := make(chan struct{})
	go func() {
		defer close(released)
		if pipe, err := os.OpenFile(b.block, os.O_WRONLY, 0); err == nil { // waits for a reader
			pipe.Close()
		}
	}()
	return func() {
		if pipe, err := os.OpenFile(b.block, os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
			defer pipe.Close()
		}
		<-released
	}
}

// state returns what must not change.
func (b *blocked) state() string {
	b.t.Helper()
	return b.git("status", "--porcelain", "--ignored") + b.git("worktree", "list", "--porcelain") + b.git("stash", "list") + b.git("count-objects", "-v")
}

// clean checks that the repository is as it was, and that no temporary file is left.
func (b *blocked) clean(before string) {
	b.t.Helper()
	if after := b.state(); after != before {
		b.t.Errorf("the repository was\n%s\nand is\n%s", before, after)
	}
	if left, _ := filepath.Glob(filepath.Join(b.tmp, "*")); len(left) > 0 {
		b.t.Errorf("left behind: %q", left)
	}
}

func (b *blocked) git(args ...string) string {
	b.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}
