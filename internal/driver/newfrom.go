package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/child"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// MergeBase stands for the revision at which the current branch left the one it
// will be merged into.
const MergeBase = "merge-base"

// NewFrom returns those of res's findings that the revision rev does not have.
func NewFrom(ctx context.Context, cfg Config, rev string, res *Result) ([]finding.Finding, error) {
	known, problems, err := foundAt(ctx, cfg, rev)
	if err != nil {
		return nil, err
	}
	res.Problems = append(res.Problems, problems...)
	return without(res.Findings, known), nil
}

// foundAt returns the fingerprints of what the revision rev has, and what could not
// be analyzed there. It analyzes a temporary copy of rev, with the same
// configuration: a filter by changed lines would miss the typical lifecycle bug, the
// Stop call that was deleted.
func foundAt(ctx context.Context, cfg Config, rev string) (known map[string]bool, problems []Problem, err error) {
	known = make(map[string]bool)
	err = AtRevision(ctx, cfg, rev, func(base Config) error {
		base.phase("analyzing %s", rev)
		base.Adjust = nil // whatever the settings say of the place that it had there
		old, err := Check(ctx, base)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var usage *UsageError
		if err != nil && !errors.As(err, &usage) { // a package that is new is no package there
			return fmt.Errorf("analyzing %s: %w", rev, err)
		}
		if old == nil {
			return nil
		}
		for _, p := range old.Problems {
			problems = append(problems, Problem{p.Package, "at " + rev + ": " + p.Message})
		}
		for _, c := range old.Candidates { // whatever their confidence was there
			known[c.Fingerprint] = known[c.Fingerprint] || c.Verdict == finding.Found
		}
		return nil
	})
	return known, problems, err
}

// without returns the findings that are not known.
func without(findings []finding.Finding, known map[string]bool) []finding.Finding {
	var fresh []finding.Finding
	for _, f := range findings {
		if !f.In(known) {
			fresh = append(fresh, f)
		}
	}
	return fresh
}

// FindRevision reports whether there is a repository that has the revision rev: to
// be asked before an analysis that takes its time.
func FindRevision(ctx context.Context, dir, rev string) error {
	_, _, err := locate(ctx, dir, rev)
	return err
}

// locate returns the top of the repository around dir, and the commit of rev.
func locate(ctx context.Context, dir, rev string) (top, commit string, err error) {
	if top, err = git(ctx, dir, "rev-parse", "--show-toplevel"); err != nil {
		return "", "", usagef("there is no revision %q here: %w", rev, err)
	}
	commit, err = resolveRevision(ctx, dir, rev)
	return top, commit, err
}

// AtRevision calls f with the configuration for the files of the revision rev, unless
// the directory does not exist there. Findings there are adjusted as if their files were
// in the working tree, where the settings are.
func AtRevision(ctx context.Context, cfg Config, rev string, f func(Config) error) error {
	top, commit, err := locate(ctx, cfg.Dir, rev)
	if err != nil {
		return err
	}
	cfg, done, err := cfg.withScratch()
	if err != nil {
		return err
	}
	defer done()
	tree, err := export(ctx, cfg, top, commit)
	if err != nil {
		return fmt.Errorf("cannot check out %s: %w", commit, err)
	}
	base := cfg
	if base.Dir, err = sameDir(top, cfg.Dir, tree); err != nil {
		return err
	}
	base.Adjust = cfg.adjustAt(base.Dir)
	if _, err := os.Stat(base.Dir); err != nil {
		return nil // the directory itself is new
	}
	return f(base)
}

// adjustAt returns the function that adjusts findings in a copy of the directory.
func (cfg Config) adjustAt(copied string) func(*finding.Finding) bool {
	if cfg.Adjust == nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(copied); err == nil {
		copied = real
	}
	return func(f *finding.Finding) bool {
		there := f.File
		if rel, err := filepath.Rel(copied, there); err == nil {
			if here, err := filepath.Abs(filepath.Join(cfg.Dir, rel)); err == nil {
				f.File = here
			}
		}
		keep := cfg.Adjust(f)
		f.File = there
		return keep
	}
}

// export writes the files of a commit to a directory and returns it. It uses an index of
// its own: a worktree would be an entry in the repository, which remains if this process is
// killed, and git archive leaves out what has the attribute export-ignore.
func export(ctx context.Context, cfg Config, top, commit string) (string, error) {
	dir, err := cfg.scratch.Sub("base")
	if err != nil {
		return "", err
	}
	tree := filepath.Join(dir, "tree")
	index := "GIT_INDEX_FILE=" + filepath.Join(dir, "index")
	for _, args := range [][]string{
		{"read-tree", commit},
		{"checkout-index", "--all", "--prefix=" + filepath.ToSlash(tree) + "/"},
	} {
		if _, err := runGit(child.New(ctx, "git", append(slices.Clone(nothingShared), args...)...), top, index); err != nil {
			return "", err
		}
	}
	return tree, os.MkdirAll(tree, 0o700) // there is none when the commit has no files
}

// nothingShared keeps git from writing files of an index into the repository.
var nothingShared = []string{"-c", "core.splitIndex=false", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false"}

// sameDir returns the directory of another checkout that corresponds to dir.
func sameDir(top, dir, tree string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", err
	}
	rel, err := filepath.Rel(top, abs)
	if err != nil {
		return "", err
	}
	return filepath.Join(tree, rel), nil
}

// IsHead reports whether rev names the commit that is checked out.
func IsHead(ctx context.Context, cfg Config, rev string) bool {
	commit, err := resolveRevision(ctx, cfg.Dir, rev)
	head, headErr := resolveRevision(ctx, cfg.Dir, "HEAD")
	return err == nil && headErr == nil && commit == head
}

// resolveRevision returns the commit that rev names.
func resolveRevision(ctx context.Context, dir, rev string) (string, error) {
	if rev == MergeBase {
		return mergeBase(ctx, dir)
	}
	commit, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", usagef("there is no revision %q here%s", rev, shallowHint(ctx, dir))
	}
	return commit, nil
}

// mergeBase finds where HEAD left its target: the one CI names, or the default
// branch, of the remote if there is one.
func mergeBase(ctx context.Context, dir string) (string, error) {
	targets := []string{"origin/HEAD", "origin/main", "origin/master", "main", "master"}
	if ref := os.Getenv("GITHUB_BASE_REF"); ref != "" {
		targets = []string{"origin/" + ref}
	} else if sha := os.Getenv("CI_MERGE_REQUEST_DIFF_BASE_SHA"); sha != "" {
		targets = []string{sha}
	}
	for _, target := range targets {
		if commit, err := git(ctx, dir, "merge-base", "HEAD", target); err == nil {
			return commit, nil
		}
	}
	hint := shallowHint(ctx, dir)
	if hint == "" {
		hint = "; name a revision, such as main"
	}
	return "", usagef("merge-base: no common ancestor of HEAD and %s is known here%s", strings.Join(targets, ", "), hint)
}

// shallowHint explains the most common cause in CI.
func shallowHint(ctx context.Context, dir string) string {
	if out, err := git(ctx, dir, "rev-parse", "--is-shallow-repository"); err == nil && out == "true" {
		return ": the clone is shallow; fetch the history (git fetch --unshallow, or fetch-depth: 0)"
	}
	return ""
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	return runGit(child.New(ctx, "git", args...), dir)
}

// runGit runs git in a directory, with more variables in its environment.
func runGit(cmd *child.Command, dir string, env ...string) (string, error) {
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.Output()
	if said := complaint(err); said != "" {
		return "", fmt.Errorf("git: %s", strings.TrimPrefix(said, "fatal: "))
	} else if err != nil {
		return "", fmt.Errorf("git: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// complaint returns what a command printed on the standard error before it failed.
func complaint(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return firstLine(exit.Stderr)
	}
	return ""
}
