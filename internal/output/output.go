// Package output names the formats in which findings can be written. Each has a
// package of its own below this one.
package output

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/output/checkstyle"
	"github.com/lifecyclelint/lifecyclelint/internal/output/github"
	"github.com/lifecyclelint/lifecyclelint/internal/output/gitlab"
	"github.com/lifecyclelint/lifecyclelint/internal/output/json"
	"github.com/lifecyclelint/lifecyclelint/internal/output/junit"
	"github.com/lifecyclelint/lifecyclelint/internal/output/line"
	"github.com/lifecyclelint/lifecyclelint/internal/output/markdown"
	"github.com/lifecyclelint/lifecyclelint/internal/output/rdjson"
	"github.com/lifecyclelint/lifecyclelint/internal/output/sarif"
	"github.com/lifecyclelint/lifecyclelint/internal/output/sonar"
	"github.com/lifecyclelint/lifecyclelint/internal/output/text"
)

// A Writer writes a result. Files below dir, an absolute path, are named
// relative to it.
type Writer func(w io.Writer, res *driver.Result, dir string) error

var formats = map[string]Writer{
	"checkstyle": checkstyle.Write,
	"github":     github.Write,
	"gitlab":     gitlab.Write,
	"json":       json.Write,
	"junit":      junit.Write,
	"line":       line.Write,
	"markdown":   markdown.Write,
	"rdjsonl":    rdjson.Write,
	"sarif":      sarif.Write,
	"sonar":      sonar.Write,
	"text": func(w io.Writer, res *driver.Result, dir string) error {
		return text.Write(w, res, text.Options{Dir: dir})
	},
}

// Format returns the writer of a format.
func Format(name string) (Writer, error) {
	w, ok := formats[name]
	if !ok {
		return nil, fmt.Errorf("unknown format %q, want one of %s", name, strings.Join(Names(), ", "))
	}
	return w, nil
}

// CarriesEdits reports whether a format includes the fixes' edits, for tools that apply
// them.
func CarriesEdits(name string) bool { return name == "json" || name == "rdjsonl" || name == "sarif" }

// Names returns the formats in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(formats)) }
