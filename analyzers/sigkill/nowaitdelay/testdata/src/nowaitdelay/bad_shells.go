package nowaitdelay

import (
	"context"
	"os/exec"
)

func login(ctx context.Context, script string) ([]byte, error) {
	return exec.CommandContext(ctx, "bash", "-lc", script).Output() // want `that kills the shell`
}

func strict(ctx context.Context, script string) ([]byte, error) {
	return exec.CommandContext(ctx, "/bin/bash", "-e", "-o", "pipefail", "-c", script).CombinedOutput() // want `that kills the shell`
}

func asRoot(ctx context.Context, script string) ([]byte, error) {
	return exec.CommandContext(ctx, "sudo", "sh", "-c", script).Output() // want `that kills the shell`
}

func chosen(ctx context.Context, shell, script string) ([]byte, error) {
	return exec.CommandContext(ctx, shell, "-c", script).Output() // want `that kills the shell`
}

func compile(ctx context.Context, file string) ([]byte, error) {
	return exec.CommandContext(ctx, "cc", "-c", file).Output()
}
