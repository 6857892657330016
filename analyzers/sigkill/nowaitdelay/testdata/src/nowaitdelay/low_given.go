package nowaitdelay

import (
	"context"
	"os/exec"
)

func output(ctx context.Context, name string, args ...string) ([]byte, error) {
	return exec.CommandContext(ctx, name, args...).Output() // want `that kills the program`
}

func git(ctx context.Context, args ...string) ([]byte, error) {
	return exec.CommandContext(ctx, "git", args...).Output()
}

// The only tool that it holds may start none.
type repo struct{ git string }

func newRepo() *repo { return &repo{git: "git"} }

func (r *repo) log(ctx context.Context, args ...string) ([]byte, error) {
	return exec.CommandContext(ctx, r.git, args...).Output() // want `that kills the program`
}
