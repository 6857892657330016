package nowaitdelay

import (
	"bytes"
	"context"
	"os/exec"
	"time"
)

func run(ctx context.Context, script string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput() // want `the wait does not end when ctx is done: that kills the shell, what it has started keeps the output open, and WaitDelay is not set`
}

func buffered(ctx context.Context, script string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", script) // want `the wait does not end when ctx is done`
	cmd.Stdout = &out
	err := cmd.Run()
	return out.String(), err
}

// The command is made by a helper.
func shell(ctx context.Context, script string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", script) // want `the wait does not end when ctx is done`
	cmd.Dir = "/tmp"
	return cmd
}

func helped(ctx context.Context) error {
	cmd := shell(ctx, "make all")
	cmd.Stderr = new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}
