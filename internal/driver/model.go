package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/child"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
)

// modelFlag makes the vet tool write models only.
const modelFlag = "-model"

// Model describes where goroutines of the configured packages begin and block. Like
// Check it goes through the go command, which keeps the answers for each package.
func Model(ctx context.Context, cfg Config) (*Result, error) {
	cfg.Flags, cfg.Adjust = []string{modelFlag}, nil
	return Check(ctx, cfg)
}

// addModel files what is said of one package, or of a variant of it with tests, with its
// places in this checkout.
func (res *Result) addModel(d diagnostic, p pkg) error {
	var m model.Package
	if err := json.Unmarshal([]byte(d.Message), &m); err != nil {
		return fmt.Errorf("model: %w", err)
	}
	m.Places(func(file *string) { *file = p.file(*file) })
	res.Models = append(res.Models, m)
	return nil
}

// Revision returns the revision of the source, and whether there are changes since; ""
// outside a repository.
func Revision(ctx context.Context, cfg Config) (revision string, modified bool) {
	git := func(args ...string) (string, error) {
		cmd := child.New(ctx, "git", args...)
		cmd.Dir = cfg.Dir
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	revision, err := git("rev-parse", "HEAD")
	if err != nil {
		return "", false
	}
	changes, err := git("status", "--porcelain", "--untracked-files=no")
	return revision, err == nil && changes != ""
}
