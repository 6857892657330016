// Package directive reads the comments that direct the checks:
//
//	//lifecyclelint:ignore goroutineleak/ticker-range -- the agent lives as long as the process
//	//lifecyclelint:ignore httptimeout until=2027-01-31 -- fixed in the next release
//	//nolint:lifecyclelint
//
// An ignore comment is on its own line above the finding, or at the end of the finding's
// line. The reason is required.
package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"time"
)

// A Directive is one parsed ignore comment.
type Directive struct {
	Pos    token.Pos
	End    token.Pos
	File   string
	Line   int       // line of the comment
	Target int       // line it speaks about; Line itself for a trailing comment
	Checks []string  // "analyzer" or "analyzer/slug"
	Until  time.Time // zero when there is no expiry
	Reason string
	Nolint bool  // written as //nolint:lifecyclelint
	Err    error // malformed, and how
}

const form = "//lifecyclelint:ignore"

// Parse returns the ignore directives of file in source order.
func Parse(fset *token.FileSet, file *ast.File) []*Directive {
	var list []*Directive
	var code map[int]bool // built only for files that have a directive
	for _, group := range file.Comments {
		for _, c := range group.List {
			d := parse(c)
			if d == nil {
				continue
			}
			if code == nil {
				code = codeLines(fset, file)
			}
			posn := fset.Position(c.Pos())
			d.Pos, d.End, d.File, d.Line = c.Pos(), c.End(), posn.Filename, posn.Line
			d.Target = posn.Line
			if !code[posn.Line] {
				d.Target = fset.Position(group.End()).Line + 1
			}
			list = append(list, d)
		}
	}
	return list
}

// parse returns nil when the comment is not ours.
func parse(c *ast.Comment) *Directive {
	if names, ok := strings.CutPrefix(c.Text, "//nolint:"); ok {
		names, _, _ = strings.Cut(names, " ")
		for name := range strings.SplitSeq(names, ",") {
			if strings.TrimSpace(name) == "lifecyclelint" {
				// golangci-lint owns this comment's syntax and reports unused ones.
				return &Directive{Checks: []string{All}, Nolint: true}
			}
		}
		return nil
	}
	parsed, ok := ast.ParseDirective(c.Pos(), c.Text)
	if !ok && spaced(c.Text) {
		return &Directive{Err: fmt.Errorf("a blank follows the slashes: write %s", form)}
	}
	if !ok || parsed.Tool != "lifecyclelint" || parsed.Name != "ignore" {
		return nil
	}
	d := new(Directive)
	args, reason, _ := strings.Cut(parsed.Args, "--")
	d.Reason = strings.TrimSpace(reason)
	for _, arg := range strings.Fields(args) {
		if date, ok := strings.CutPrefix(arg, "until="); ok {
			t, err := time.Parse(time.DateOnly, date)
			if err != nil {
				d.Err = fmt.Errorf("until=%s is not a date like 2027-01-31", date)
			}
			d.Until = t
			continue
		}
		for name := range strings.SplitSeq(arg, ",") {
			if name != "" {
				d.Checks = append(d.Checks, name)
			}
		}
	}
	switch {
	case d.Err != nil:
	case len(d.Checks) == 0:
		d.Err = fmt.Errorf("it names no check: write %s analyzer/slug -- reason", form)
	case d.Reason == "":
		d.Err = fmt.Errorf("it gives no reason: write %s %s -- reason", form, strings.Join(d.Checks, ","))
	}
	return d
}

// spaced reports whether a comment would be a directive without the blank after its
// slashes. Prose may begin with the word, too, but then no check follows it.
func spaced(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimPrefix(text, "//"), " \t"), strings.TrimPrefix(form, "//")+" ")
	name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return ok && strings.Contains(name, "/")
}

// All stands for every check; only //nolint:lifecyclelint produces it.
const All = "*"

// Names reports whether d speaks about the check with one of these IDs
// ("analyzer/slug").
func (d *Directive) Names(ids ...string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		analyzer, _, _ := strings.Cut(id, "/")
		return slices.Contains(d.Checks, id) || slices.Contains(d.Checks, analyzer) || slices.Contains(d.Checks, All)
	})
}

// Expired reports whether d's date has passed at time now.
// The day named by until= is the last one on which d still works.
func (d *Directive) Expired(now time.Time) bool {
	return !d.Until.IsZero() && !now.Before(d.Until.AddDate(0, 0, 1))
}

// Covering returns the directives that cover a finding at file:line of a check that
// has these IDs. Malformed and expired ones cover nothing.
func Covering(list []*Directive, ids []string, file string, line int, now time.Time) []*Directive {
	var covering []*Directive
	for _, d := range list {
		if d.Err == nil && d.Target == line && d.File == file && d.Names(ids...) && !d.Expired(now) {
			covering = append(covering, d)
		}
	}
	return covering
}

// codeLines returns the lines of file on which a token of code stands, as far
// as it takes to tell a trailing comment from one on its own line.
func codeLines(fset *token.FileSet, file *ast.File) map[int]bool {
	lines := make(map[int]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		lines[fset.Position(n.Pos()).Line] = true
		lines[fset.Position(n.End()-1).Line] = true
		return true
	})
	return lines
}
