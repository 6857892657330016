package nowaitdelay_stdlib

import (
	"bytes"
	"context"
	"log"
	"os/exec"
)

func returned(ctx context.Context, script string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput() // want `the wait does not end when ctx is done`
}

func variable(ctx context.Context, script string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", script) // want `the wait does not end when ctx is done`
	cmd.Stdout = &out
	err := cmd.Run()
	return out.String(), err
}

// Both commands have a name of their own.
func two(ctx context.Context, first, second string) error {
	out, err := exec.CommandContext(ctx, "sh", "-c", first).CombinedOutput() // want `the wait does not end when ctx is done`
	if err != nil {
		log.Print(string(out))
		return err
	}
	// The second one.
	out, err = exec.CommandContext(ctx, "sh", "-c", second).CombinedOutput() // want `the wait does not end when ctx is done`
	log.Print(string(out))
	return err
}

func tested(ctx context.Context, script string) {
	if out, err := exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput(); err != nil { // want `the wait does not end when ctx is done`
		log.Print(string(out), err)
	}
}

// A helper makes the command.
func shell(ctx context.Context, script string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", script) // want `the wait does not end when ctx is done`
}

func helped(ctx context.Context) ([]byte, error) { return shell(ctx, "make all").Output() }
