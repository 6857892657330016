package driver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// The vet tool's JSON: package ID → analyzer → diagnostics, or an error object.
type (
	unit       map[string]map[string]json.RawMessage
	diagnostic struct {
		Category string `json:"category"`
		Posn     string `json:"posn"`
		End      string `json:"end"`
		Message  string `json:"message"`
		Fixes    []struct {
			Message string `json:"message"`
			Edits   []struct {
				Filename   string `json:"filename"`
				Start, End int
				New        string `json:"new"`
			} `json:"edits"`
		} `json:"suggested_fixes"`
		Related []struct {
			Posn    string `json:"posn"`
			Message string `json:"message"`
		} `json:"related"`
	}
)

// analyze vets the configured packages. The go command vets nothing at all when
// one of them, or of their dependencies, does not load; then those are set
// aside, and named, and the others are vetted without them.
func analyze(ctx context.Context, cfg Config, pkgs map[string]pkg, res *Result) error {
	stderr, err := vet(ctx, cfg, patterns(cfg), pkgs, res)
	if err != nil || stderr == nil {
		return err
	}
	if res.units == 0 && !bytes.Contains(stderr, []byte("# ")) {
		sound, err := setAside(ctx, cfg, res)
		if err != nil {
			return err
		}
		if len(sound) < len(pkgs) {
			stderr = nil
			if len(sound) > 0 {
				stderr, err = vet(ctx, cfg, sound, pkgs, res)
			}
			if err != nil {
				return err
			}
		}
	}
	res.addFailures(stderr)
	return nil
}

// vet runs the go command with this binary as its vet tool on the named
// packages and files what the tool says in res. When the go command fails, vet
// returns what it printed.
func vet(ctx context.Context, cfg Config, names []string, pkgs map[string]pkg, res *Result) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find the running program, which the go command is to call: %w", err)
	}
	args := append([]string{"vet", "-vettool=" + self, "-json"}, buildFlags(cfg)...)
	args = append(append(args, cfg.Flags...), names...)
	cmd := goCommand(ctx, cfg, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("go vet: %w", err)
	}
	decodeErr := decode(stdout, cfg, pkgs, res)
	if decodeErr != nil {
		_, _ = io.Copy(io.Discard, stdout) // so that the go command can finish
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if decodeErr != nil {
		return nil, fmt.Errorf("go vet's output is not what was expected: %w", decodeErr)
	}
	if err != nil {
		return append(stderr.Bytes(), '\n'), nil
	}
	return nil, nil
}

func decode(r io.Reader, cfg Config, pkgs map[string]pkg, res *Result) error {
	checks := make(map[string]*check.Check)
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			checks[c.ID()] = c
		}
	}
	dec := json.NewDecoder(r)
	for {
		var u unit
		if err := dec.Decode(&u); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		res.units++
		if cfg.Progress != nil {
			cfg.Progress.Done()
		}
		for id, byAnalyzer := range u {
			for name, raw := range byAnalyzer {
				if err := res.addDiagnostics(id, name, raw, pkgs, checks); err != nil {
					return err
				}
			}
		}
	}
}

func (res *Result) addDiagnostics(id, analyzer string, raw json.RawMessage, pkgs map[string]pkg, checks map[string]*check.Check) error {
	p := packageOf(id, pkgs)
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		var failure struct {
			Error string `json:"error"`
		}
		if err := json.Unmarshal(raw, &failure); err != nil {
			return err
		}
		res.Problems = append(res.Problems, Problem{p.path, analyzer + ": " + failure.Error})
		return nil
	}
	var list []diagnostic
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, d := range list {
		if d.Category == service.Category {
			if err := res.addService(d.Message, pkgs); err != nil {
				return err
			}
			continue
		}
		id, suppressed := strings.CutPrefix(d.Category, check.SuppressedMark)
		c := checks[id]
		if c == nil { // a check that panicked
			res.Problems = append(res.Problems, Problem{p.path, d.Message})
			continue
		}
		f := newFinding(d, c, p)
		if suppressed {
			f.Suppression, f.Trace = &finding.Suppression{InSource: true}, nil
			if len(d.Related) == 1 {
				f.Suppression.Reason = d.Related[0].Message
			}
		}
		res.Findings = append(res.Findings, f)
	}
	return nil
}

// packageOf maps the ID of a package or of its test variants, "p [p.test]" and
// "p_test [p.test]", to the package.
func packageOf(id string, pkgs map[string]pkg) pkg {
	path, variant, ok := strings.Cut(id, " [")
	if p, known := pkgs[path]; known {
		return p
	}
	if ok {
		if p, known := pkgs[strings.TrimSuffix(variant, ".test]")]; known {
			return p
		}
	}
	return pkg{path: path}
}

func newFinding(d diagnostic, c *check.Check, p pkg) finding.Finding {
	f := finding.Finding{
		ID: c.ID(), Severity: c.Severity, Confidence: c.Confidence, URL: c.URL(),
		Package: p.path,
		Message: strings.TrimSuffix(d.Message, " ("+c.ID()+")"),
	}
	f.File, f.Start = p.position(d.Posn)
	_, f.End = p.position(d.End)
	for _, r := range d.Related {
		hop := finding.Hop{Message: r.Message}
		hop.File, hop.At = p.position(r.Posn)
		f.Trace = append(f.Trace, hop)
	}
	if len(d.Fixes) > 0 {
		fix := &finding.Fix{Title: d.Fixes[0].Message, Safe: !strings.Contains(d.Fixes[0].Message, edit.ChangesMark)}
		for _, e := range d.Fixes[0].Edits {
			fix.Edits = append(fix.Edits, finding.Edit{File: p.file(e.Filename), Start: e.Start, End: e.End, New: e.New})
		}
		f.Fix = fix
	}
	return f
}

// file maps a file name of the tool's output to this checkout: a cached result
// may carry the paths of another one.
func (p pkg) file(name string) string {
	if p.dir == "" {
		return name
	}
	return filepath.Join(p.dir, filepath.Base(name))
}

// position parses "file:line:column".
func (p pkg) position(posn string) (string, finding.Position) {
	rest, column := cutLast(posn)
	name, line := cutLast(rest)
	return p.file(name), finding.Position{Line: line, Column: column}
}

func cutLast(s string) (string, int) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0
	}
	return s[:i], n
}

// addFailures files what the go command printed about packages that do not
// build: "# package", and the lines below it.
func (res *Result) addFailures(stderr []byte) {
	known := make(map[string]bool)
	for _, p := range res.Problems {
		known[p.Package] = true
	}
	var current string
	var lines []string
	flush := func() {
		if len(lines) > 0 && !known[current] {
			res.Problems = append(res.Problems, Problem{current, strings.Join(lines, "\n")})
		}
		lines = nil
	}
	scanner := bufio.NewScanner(bytes.NewReader(stderr))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		line := scanner.Text()
		if name, ok := strings.CutPrefix(line, "# "); ok {
			flush()
			current, _, _ = strings.Cut(name, " ")
			continue
		}
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "go: downloading ") && !strings.HasPrefix(line, "# [") {
			lines = append(lines, line)
		}
	}
	flush()
	if len(res.Problems) == 0 && len(stderr) > 0 {
		res.Problems = append(res.Problems, Problem{"", "go vet failed without saying why"})
	}
}
