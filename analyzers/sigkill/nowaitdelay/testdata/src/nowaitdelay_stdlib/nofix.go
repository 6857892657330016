package nowaitdelay_stdlib

import (
	"context"
	"os/exec"
)

func script() string { return "make all" }

// In front of the statement the script would be asked for, and run, in any case.
func otherwise(ctx context.Context, dry bool) (out []byte, err error) {
	if dry {
		return nil, nil
	} else if out, err = exec.CommandContext(ctx, "sh", "-c", script()).Output(); err != nil { // want `the wait does not end when ctx is done`
		return nil, err
	}
	return out, nil
}

// The key is evaluated first.
func keyed(ctx context.Context, results map[string][]byte) (err error) {
	results[script()], err = exec.CommandContext(ctx, "sh", "-c", script()).Output() // want `the wait does not end when ctx is done`
	return err
}
