//go:build unix

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killsVariable says how many runs TestKilledAtRandom kills.
const killsVariable = "LIFECYCLELINT_TEST_KILLS"

// Runs that are killed at random moments: each command leaves files old or new.
var killedRuns = []string{
	"check --new-from HEAD ./...",
	"fix --fixes=stdlib --suggested ./...",
	"baseline create",
	"audit --diff HEAD ./...",
	"ignore g.go:11 goroutineleak/ticker-range --reason intended",
}

// Whenever a run is killed, the next one works, and removes what it has left. The
// moments are spread over the time that the run takes on this machine.
func TestKilledAtRandom(t *testing.T) {
	t.Parallel()
	kills := len(killedRuns)
	if text := os.Getenv(killsVariable); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s: %v", killsVariable, err)
		}
	}
	v := newVictim(t)
	took := make(map[string]time.Duration)
	for _, args := range killedRuns {
		started := time.Now()
		if out, err := v.command(v.real, args).CombinedOutput(); err != nil && !strings.Contains(string(out), "goroutineleak/ticker-range") {
			t.Fatalf("%s: %v\n%s", args, err, out)
		}
		took[args] = time.Since(started)
		v.outcomes[v.source()] = true
		v.restore()
	}
	for i := range kills {
		args := killedRuns[i%len(killedRuns)]
		after := rand.N(took[args])
		moment := fmt.Sprintf("%s, killed after %s of %s", args, after, took[args])
		v.killed(moment, args, after)
		v.next(moment)
	}
}

// victim is a module in which runs are killed.
type victim struct {
	*blocked
	before   string          // the state of the repository
	original string          // the source
	outcomes map[string]bool // what a run may leave of the source
}

func newVictim(t *testing.T) *victim {
	v := &victim{blocked: newBlocked(t, "never", "")}
	v.before = v.state()
	v.original = v.source()
	v.outcomes = map[string]bool{v.original: true}
	return v
}

func (v *victim) file() string     { return filepath.Join(v.dir, "g.go") }
func (v *victim) baseline() string { return filepath.Join(v.dir, ".lifecyclelint-baseline") }

func (v *victim) source() string {
	v.t.Helper()
	text, err := os.ReadFile(v.file())
	if err != nil {
		v.t.Fatal(err)
	}
	return string(text)
}

// restore undoes what a run that was not killed in time has done.
func (v *victim) restore() {
	v.t.Helper()
	if err := os.Remove(v.baseline()); err != nil && !os.IsNotExist(err) {
		v.t.Fatal(err)
	}
	if v.source() != v.original {
		write(v.t, v.file(), v.original)
	}
}

// killed starts a run, kills it after some time and waits for all that it has started.
func (v *victim) killed(moment, args string, after time.Duration) {
	v.t.Helper()
	alive, w, err := os.Pipe()
	if err != nil {
		v.t.Fatal(err)
	}
	defer alive.Close()
	cmd := v.command(v.real, args)
	cmd.ExtraFiles = []*os.File{w} // which the run's children have open, too
	if err := cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	w.Close()
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
	_ = cmd.Wait()
	timer.Stop()
	if _, err := io.Copy(io.Discard, alive); err != nil {
		v.t.Error(err)
	}
	if text := v.source(); !v.outcomes[text] {
		v.t.Errorf("%s: the file is neither old nor new:\n%s", moment, text)
	}
	if _, err := os.Stat(v.baseline()); err == nil {
		if out, err := v.command(v.real, "check --baseline .lifecyclelint-baseline ./...").CombinedOutput(); err != nil {
			v.t.Errorf("%s: the baseline is incomplete: %v\n%s", moment, err, out)
		}
	}
	v.restore()
}

// next runs a check, which reports the finding and removes its own files and those of the
// run before.
func (v *victim) next(moment string) {
	v.t.Helper()
	out, err := v.command(v.real, "check ./...").CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || !strings.Contains(string(out), "goroutineleak/ticker-range") {
		v.t.Errorf("%s: the next run: %v\n%s", moment, err, out)
	}
	v.clean(v.before)
	if left, _ := filepath.Glob(filepath.Join(v.dir, ".*")); len(left) != 1 { // .git
		v.t.Errorf("%s: left in the module: %q", moment, left)
	}
}
