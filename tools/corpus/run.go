package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A runner runs one build of the linter on one checkout after the other.
type runner struct {
	tool, out, checks, goflags string
	verdicts                   bool // findings of every tier
}

// A report is what corpus needs of lifecyclelint's JSON. Files are kept relative
// to the checkout, so that reports of two machines can be compared.
type report struct {
	Commit   string    `json:"commit,omitempty"`
	Packages int       `json:"packages"`
	Findings []finding `json:"findings"`
	// Candidates are what why prints in place of findings; they are not kept.
	Candidates []candidate `json:"candidates,omitempty"`
	Problems   []problem   `json:"problems"`
}

type finding struct {
	ID          string  `json:"id"`
	Confidence  string  `json:"confidence"`
	File        string  `json:"file"`
	Start       start   `json:"start"`
	Message     string  `json:"message"`
	Fingerprint string  `json:"fingerprint"`
	Doubts      []doubt `json:"doubts,omitempty"`
}

type doubt struct {
	ID string `json:"id"`
}

// A candidate is what why says of one place.
type candidate struct {
	finding
	Verdict     string    `json:"verdict"`
	Suppression *struct{} `json:"suppression"`
}

type start struct {
	Line int `json:"line"`
}

type problem struct {
	Package string `json:"package"`
}

// run analyzes a checkout, keeps the report, and returns a line about it.
func (r *runner) run(name, dir string) (string, error) {
	began := time.Now()
	rep, err := r.analyze(dir, "./...")
	if err != nil {
		return "", err
	}
	if head, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD").Output(); err == nil {
		rep.Commit = string(bytes.TrimSpace(head))
	}
	text, err := json.MarshalIndent(rep, "", "\t")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return "", err
	}
	line := fmt.Sprintf("%s: %d findings in %d packages, %d not analyzed, %.1f s", name, len(rep.Findings), rep.Packages, len(rep.Problems), time.Since(began).Seconds())
	return line, os.WriteFile(filepath.Join(r.out, name+".json"), append(text, '\n'), 0o644)
}

// analyze returns what the linter reports in packages of the module in dir.
func (r *runner) analyze(dir string, patterns ...string) (report, error) {
	var rep report
	tool, err := filepath.Abs(r.tool)
	if err != nil {
		return rep, err
	}
	cmd := exec.Command(tool, append(r.arguments(), patterns...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+r.goflags)
	if _, err := os.Stat(filepath.Join(dir, "vendor", "modules.txt")); err == nil {
		cmd.Env = append(cmd.Env, "GOFLAGS=-mod=vendor")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) { // 3: some packages do not load
		return rep, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	if err := json.Unmarshal(out, &rep); err != nil {
		return rep, err
	}
	for _, c := range rep.Candidates {
		if c.Verdict == "finding" && c.Suppression == nil {
			rep.Findings = append(rep.Findings, c.finding)
		}
	}
	rep.Candidates = nil
	abs, err := filepath.Abs(dir)
	if err != nil {
		return rep, err
	}
	for i := range rep.Findings {
		if rel, err := filepath.Rel(abs, rep.Findings[i].File); err == nil {
			rep.Findings[i].File = filepath.ToSlash(rel)
		}
	}
	return rep, nil
}

// arguments returns how the linter is called, without the packages.
func (r *runner) arguments() []string {
	if r.verdicts {
		return []string{"why", "--json", "--no-config", "--checks=" + r.checks}
	}
	return []string{"--no-config", "--exit-zero", "--format=json", "--checks=" + r.checks}
}
