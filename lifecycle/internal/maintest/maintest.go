// Package maintest runs the main function of an example as a process of its own:
// the test binary plays the example.
package maintest

import (
	"bufio"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const env = "LIFECYCLE_EXAMPLE_MAIN"

// Main is for TestMain: it calls main if the binary was started by Interrupt, and
// otherwise runs the tests.
func Main(m *testing.M, main func()) {
	if os.Getenv(env) == "" {
		slog.SetDefault(slog.New(slog.DiscardHandler)) // what servers log is no output of tests
		os.Exit(m.Run())
	}
	main()
}

// Interrupt starts main, waits until it has written a line that contains up,
// interrupts it, and returns its exit code and output.
func Interrupt(t *testing.T, up string, vars ...string) (code int, output string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), env+"=1"), vars...)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	var all strings.Builder
	seen := false
	for lines := bufio.NewScanner(r); lines.Scan(); {
		all.WriteString(lines.Text() + "\n")
		if !seen && strings.Contains(lines.Text(), up) {
			seen = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	}
	_ = cmd.Wait() // the code says it
	return cmd.ProcessState.ExitCode(), all.String()
}
