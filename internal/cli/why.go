package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/json"
	"github.com/lifecyclelint/lifecyclelint/internal/output/why"
)

func newWhy() *cobra.Command {
	var sel selection
	var asJSON, asHTML bool
	cmd := &cobra.Command{
		Use:   "why FILE[:LINE]|PACKAGE",
		Short: "say what the checks decided at a place, and why",
		Long: `why shows every candidate that the checks have looked at in a file, on one of its
lines, or in a package: those that are reported, those that doubts lower, those that
a proof clears, and those that are out of scope. Each doubt and each proof names the
line that it comes from.

Start here when a finding looks wrong, or when one is missing: a proof or a doubt that
does not hold is a bug in lifecyclelint, and its line is what a report of it needs.`,
		Example: "  lifecyclelint why server/poll.go:42\n  lifecyclelint why server/poll.go\n  lifecyclelint why ./server",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage(errors.New("why wants one place: a file, a file and a line like server.go:42, or a package"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := parsePlace(args[0])
			if err != nil {
				return usage(err)
			}
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			res, err := p.candidates(cmd, &sel)
			if err != nil {
				return err
			}
			return p.write(cmd.OutOrStdout(), res, asJSON, asHTML)
		},
	}
	sel.register(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the candidates as JSON")
	cmd.Flags().BoolVar(&asHTML, "html", false, "print the candidates as a page, with runs of goroutines as sequence diagrams")
	cmd.MarkFlagsMutuallyExclusive("json", "html")
	return cmd
}

// A place is what why is asked about.
type place struct {
	pattern string // of the package
	file    string // absolute; "" for the whole package
	line    int    // 0 for the whole file
}

// parsePlace reads FILE, FILE:LINE, FILE:LINE:COLUMN or a package pattern.
func parsePlace(arg string) (place, error) {
	name, rest, hasLine := strings.Cut(arg, ".go:")
	if hasLine {
		name += ".go"
	} else if name = arg; !strings.HasSuffix(arg, ".go") {
		return place{pattern: arg}, nil
	}
	file, err := filepath.Abs(name)
	if err != nil {
		return place{}, err
	}
	if _, err := os.Stat(file); err != nil {
		return place{}, fmt.Errorf("there is no file %s", name)
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	p := place{pattern: filepath.Dir(file), file: file}
	if !hasLine {
		return p, nil
	}
	number, _, _ := strings.Cut(rest, ":")
	if p.line, err = strconv.Atoi(number); err != nil || p.line < 1 {
		return place{}, fmt.Errorf("%q is no line of %s", number, name)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return place{}, err
	}
	if lines := bytes.Count(bytes.TrimSuffix(src, []byte("\n")), []byte("\n")) + 1; p.line > lines {
		return place{}, fmt.Errorf("%s has %s, and no line %d", name, finding.Count(lines, "line"), p.line)
	}
	return p, nil
}

// candidates analyzes the package and keeps what is at the place.
func (p place) candidates(cmd *cobra.Command, sel *selection) (*driver.Result, error) {
	cfg, err := sel.driver([]string{p.pattern})
	if err != nil {
		return nil, err
	}
	cfg.Progress = newProgress(cmd.ErrOrStderr(), sel.verbose)
	res, err := driver.Check(cmd.Context(), cfg)
	clearProgress(cfg.Progress)
	if err != nil {
		return nil, err
	}
	res.Candidates = slices.DeleteFunc(res.Candidates, func(c finding.Candidate) bool { return !p.covers(c) })
	return res, nil
}

// covers reports whether a candidate, or a step of its trace, is at the place.
func (p place) covers(c finding.Candidate) bool {
	if p.file == "" {
		return true
	}
	if same(c.File, p.file) && (p.line == 0 || c.Start.Line <= p.line && p.line <= max(c.End.Line, c.Start.Line)) {
		return true
	}
	return p.line > 0 && slices.ContainsFunc(c.Trace, func(h finding.Hop) bool { return same(h.File, p.file) && h.At.Line == p.line })
}

// same reports whether two names are of one file.
func same(a, b string) bool {
	if a == b {
		return true
	}
	real, err := filepath.EvalSymlinks(a)
	return err == nil && real == b
}

func (p place) write(w io.Writer, res *driver.Result, asJSON, asHTML bool) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if asJSON {
		if err := json.WriteCandidates(w, res, dir); err != nil {
			return err
		}
		return incomplete(res)
	}
	write := why.Write
	if asHTML {
		write = why.HTML
	}
	if err := write(w, res, why.Place{Dir: dir, File: p.file, Line: p.line}); err != nil {
		return err
	}
	return incomplete(res)
}

// incomplete returns the exit code for a result that lacks a package.
func incomplete(res *driver.Result) error {
	if len(res.Problems) > 0 {
		return exitError(exitIncomplete)
	}
	return nil
}
