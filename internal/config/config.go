// Package config reads .lifecyclelint.yml. It is strict: an unknown key or check
// is an error that names the file, the line and the column, because a setting
// that is silently ignored is worse than none.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Name of the file, looked for in the working directory and above it, up to the
// directory of the module's go.mod or the repository's root.
const Name = ".lifecyclelint.yml"

// A Config is what a file says. Empty values leave the defaults alone; flags
// override it.
type Config struct {
	Version    int               `yaml:"version" doc:"version of this format; 1"`
	Checks     []string          `yaml:"checks" doc:"checks to run, as for --checks"`
	FailOn     string            `yaml:"fail-on" doc:"least confidence of findings that fail a run: high, medium (default), low or none"`
	Strict     bool              `yaml:"strict" doc:"without effect: medium confidence fails a run by default"`
	Fixes      string            `yaml:"fixes" doc:"style of fixes: lifecycle or stdlib"`
	Lifecycle  string            `yaml:"lifecycle" doc:"import path of the runtime package that fixes use"`
	Confidence string            `yaml:"confidence" doc:"least confidence of findings that are reported: high, medium (default) or low"`
	Tags       string            `yaml:"tags" doc:"build tags, as for go build"`
	Baseline   string            `yaml:"baseline" doc:"file of accepted findings, relative to this one"`
	Severity   map[string]string `yaml:"severity" doc:"severity of a check, by ID, in place of its own"`
	Paths      []PathRule        `yaml:"paths" doc:"checks that are off in parts of the tree"`
	Tests      string            `yaml:"tests" doc:"where checks look in _test.go files: default (what each says), all or none"`
	Generated  bool              `yaml:"generated" doc:"also report in generated files, without fixes"`
	Builds     []string          `yaml:"builds" doc:"builds whose findings are united, as GOOS, GOOS/GOARCH, with :tag,tag for build tags"`

	Stops       []string `yaml:"stops" doc:"functions of the module that stop the value that they are passed or called on"`
	Closes      []string `yaml:"closes" doc:"functions of the module that close the channel or closer that they are passed"`
	RunsForever []string `yaml:"runs-forever" doc:"functions of the module that run until the process exits, on purpose"`
	Detaches    []string `yaml:"detaches" doc:"functions of the module that leave their caller's context on purpose"`

	File string `yaml:"-"` // where it was read from; "" for the defaults

	at map[string]yaml.Node `yaml:"-"` // where the file names baselines, builds and functions
}

// A PathRule turns checks off below a path.
type PathRule struct {
	Path string   `yaml:"path" doc:"a directory or file, or a pattern with *, relative to this file; a directory stands for all below it"`
	Off  []string `yaml:"off" doc:"analyzers or checks that are off there; all for every one"`
}

// An Error is a mistake in a file.
type Error struct {
	File         string
	Line, Column int
	Message      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Errors are all mistakes in a file, one a line.
type Errors []*Error

func (list Errors) Error() string {
	var lines []string
	for _, e := range list {
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

// sort puts the mistakes in the order of the file.
func (list Errors) sort() {
	slices.SortStableFunc(list, func(a, b *Error) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
}

// Find returns the file that applies in dir, "" if there is none.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		name := filepath.Join(dir, Name)
		if _, err := os.Stat(name); err == nil {
			return name, nil
		} else if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		if last(dir) {
			return "", nil
		}
		dir = filepath.Dir(dir)
	}
}

// last reports whether the search for a file ends in dir: at the root of a repository,
// or of a module that is in none.
func last(dir string) bool {
	return exists(filepath.Join(dir, ".git")) || exists(filepath.Join(dir, "go.mod")) && !insideRepository(dir) || dir == filepath.Dir(dir)
}

// insideRepository reports whether dir is below the root of a repository, where
// one file may serve several modules.
func insideRepository(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, ".git")) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Load reads and checks a file against the known checks.
func Load(name string, suite []*check.Analyzer) (*Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parse(name, data, suite)
}

func parse(name string, data []byte, suite []*check.Analyzer) (*Config, error) {
	c := &Config{File: name}
	var root yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&root); errors.Is(err, io.EOF) {
		return c, nil // an empty file
	} else if err != nil {
		return nil, syntaxError(name, err)
	}
	var rest yaml.Node
	if err := dec.Decode(&rest); !errors.Is(err, io.EOF) {
		return nil, &Error{name, rest.Line, rest.Column, "more than one document"}
	}
	v := &validator{file: name, suite: suite, at: make(map[string]yaml.Node)}
	v.document(root.Content[0])
	if len(v.errs) > 0 {
		v.errs.sort()
		return nil, v.errs
	}
	if err := root.Decode(c); err != nil {
		return nil, syntaxError(name, err)
	}
	c.at = v.at
	return c, nil
}

// Mistake returns the error that a baseline, build or function which the file names is not
// there. It is separate from loading because that takes the go command, and because the
// command that writes a baseline loads the file first.
func (c *Config) Mistake(name, message string) *Error {
	at := c.at[name]
	return &Error{c.File, at.Line, at.Column, message}
}

// Functions returns the names of the functions that the file declares something of.
func (c *Config) Functions() []string {
	return slices.Concat(c.Stops, c.Closes, c.RunsForever, c.Detaches)
}

// syntaxError takes the line out of the library's words.
func syntaxError(name string, err error) error {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	var typ *yaml.TypeError
	if errors.As(err, &typ) && len(typ.Errors) > 0 {
		msg = typ.Errors[0]
	}
	e := &Error{File: name, Message: msg, Column: 1}
	if n, _ := fmt.Sscanf(msg, "line %d:", &e.Line); n == 1 {
		_, msg, _ = strings.Cut(msg, ": ")
		e.Message = msg
	}
	return e
}

// Options returns the options that the file sets for every analyzer, except which checks
// run and their confidence.
func (c *Config) Options() check.Options {
	list := func(names []string) string { return strings.Join(names, ",") }
	other := func(value, plain string) string {
		if value == plain {
			return ""
		}
		return value
	}
	return check.Options{
		Lifecycle: other(c.Lifecycle, check.RuntimePath), Fixes: other(c.Fixes, "lifecycle"), Tests: other(c.Tests, "default"), Generated: c.Generated,
		Stops: list(c.Stops), Closes: list(c.Closes), RunsForever: list(c.RunsForever), Detaches: list(c.Detaches),
	}
}

// Off reports whether the check with one of these IDs is off in a file, which is
// named relative to the configuration file.
func (c *Config) Off(ids []string, file string) bool {
	for _, rule := range c.Paths {
		if matchPath(rule.Path, file) && slices.ContainsFunc(rule.Off, func(name string) bool { return names(name, ids) }) {
			return true
		}
	}
	return false
}

// names reports whether a word of the configuration means one of these IDs.
func names(word string, ids []string) bool {
	analyzer, _, _ := strings.Cut(ids[0], "/")
	return word == "all" || word == analyzer || slices.Contains(ids, word)
}

// SeverityOf returns the severity that the configuration gives to a check, "" if none.
func (c *Config) SeverityOf(ids []string) string {
	for _, id := range ids {
		if s := c.Severity[id]; s != "" {
			return s
		}
	}
	return ""
}

// matchPath reports whether pattern names file or a directory above it.
func matchPath(pattern, file string) bool {
	pattern = strings.TrimSuffix(path.Clean(pattern), "/...")
	if pattern == "." {
		return true
	}
	for p := file; p != "." && p != "/" && p != ""; p = path.Dir(p) {
		if ok, err := path.Match(pattern, p); ok && err == nil {
			return true
		}
	}
	return false
}
