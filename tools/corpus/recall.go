package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// recall analyzes, for each commit, the packages that it changes, before it and after it,
// and prints which findings in the changed files it removes: a commit that fixes a bug
// shows whether the linter had found it.
func (r *runner) recall(w io.Writer, repo string, commits []string) error {
	for _, commit := range commits {
		gone, err := r.gone(repo, commit)
		if err != nil {
			return fmt.Errorf("%s: %w", commit, err)
		}
		if len(gone) == 0 {
			fmt.Fprintf(w, "%s: nothing gone\n", commit)
		}
		for _, f := range gone {
			fmt.Fprintf(w, "%s: %s:%d %s %s\n", commit, f.File, f.Start.Line, f.ID, f.Message)
		}
	}
	return nil
}

// gone returns what is reported before the commit, in the files it changes, and not after
// it.
func (r *runner) gone(repo, commit string) ([]finding, error) {
	out, err := git(repo, "diff", "--name-only", "--diff-filter=M", commit+"^", commit, "--", "*.go")
	if err != nil {
		return nil, err
	}
	files := slices.DeleteFunc(strings.Fields(out), func(f string) bool { return strings.HasSuffix(f, "_test.go") })
	before, err := r.reported(repo, commit+"^", files)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	behind, err := r.reported(repo, commit, files)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, f := range behind {
		known[f.Fingerprint] = true
	}
	return slices.DeleteFunc(before, func(f finding) bool { return known[f.Fingerprint] }), nil
}

// reported returns what the linter reports in files of a revision.
func (r *runner) reported(repo, revision string, files []string) ([]finding, error) {
	parent, err := os.MkdirTemp("", "corpus")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(parent)
	tree := filepath.Join(parent, "tree")
	if _, err := git(repo, "worktree", "add", "--detach", tree, revision); err != nil {
		return nil, err
	}
	defer git(repo, "worktree", "remove", "--force", tree)
	var list []finding
	for module, dirs := range packagesOf(tree, files) {
		rep, err := r.analyze(filepath.Join(tree, module), dirs...)
		if err != nil {
			return nil, err
		}
		for _, f := range rep.Findings {
			if f.File = path.Join(module, f.File); slices.Contains(files, f.File) {
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, func(a, b finding) int { return cmp.Or(strings.Compare(a.File, b.File), a.Start.Line-b.Start.Line) })
	return list, nil
}

// packagesOf returns the patterns of the packages with files, by the directory of
// their module.
func packagesOf(tree string, files []string) map[string][]string {
	patterns := make(map[string][]string)
	for _, f := range files {
		dir := path.Dir(f)
		module := dir
		for module != "." {
			if _, err := os.Stat(filepath.Join(tree, module, "go.mod")); err == nil {
				break
			}
			module = path.Dir(module)
		}
		rel, err := filepath.Rel(module, dir)
		if err != nil {
			continue
		}
		if p := "./" + filepath.ToSlash(rel); !slices.Contains(patterns[module], p) {
			patterns[module] = append(patterns[module], p)
		}
	}
	return patterns
}

func git(repo string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-C", repo}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, stderr.Bytes())
	}
	return string(out), nil
}
