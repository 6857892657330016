package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// acceptance is what the ignore command is asked to write.
type acceptance struct {
	place  place
	name   string // of the place, as it was given
	check  *check.Check
	reason string
	until  string
}

func newIgnore() *cobra.Command {
	var sel selection
	var a acceptance
	cmd := &cobra.Command{
		Use:   "ignore FILE:LINE CHECK --reason TEXT",
		Short: "accept a finding: write the comment that says why",
		Long: `ignore writes the comment that accepts a finding, with the reason, on the line above
it. It is an error if the check reports nothing there. Where the comment is there
already, nothing is changed.`,
		Example: `  lifecyclelint ignore server/poll.go:42 goroutineleak/no-exit --reason "runs until the process exits"
  lifecyclelint ignore server/poll.go:42 no-exit --until 2027-06-30 --reason "goes with the old scheduler"`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage(errors.New("ignore wants a line and a check, like server.go:42 goroutineleak/no-exit"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.parse(args[0], args[1]); err != nil {
				return usage(err)
			}
			if err := sel.load(cmd.Flags()); err != nil {
				return err
			}
			res, err := a.place.candidates(cmd, &sel)
			if err != nil {
				return err
			}
			return a.write(cmd, res, sel.confidence)
		},
	}
	sel.register(cmd.Flags())
	cmd.Flags().StringVar(&a.reason, "reason", "", "why the finding is accepted; required")
	cmd.Flags().StringVar(&a.until, "until", "", "the last day on which it is accepted, like 2027-06-30")
	return cmd
}

// parse reads the arguments and holds the flags against what a directive can have.
func (a *acceptance) parse(where, id string) (err error) {
	if a.place, err = parsePlace(where); err != nil {
		return err
	}
	a.name = where
	if a.place.line == 0 {
		return fmt.Errorf("%q is no line of a file: want FILE:LINE, like server.go:42", where)
	}
	for _, c := range allChecks() {
		if slices.Contains(c.IDs(), id) || c.Is(id) {
			a.check = c
		}
	}
	if a.check == nil {
		return analyzers.Unknown(analyzers.New(check.Options{}), id)
	}
	if a.reason = strings.TrimSpace(a.reason); a.reason == "" {
		return errors.New("--reason is missing: it is what the next reader of the code needs")
	}
	if strings.ContainsAny(a.reason, "\r\n") {
		return errors.New("--reason has more than one line")
	}
	if a.until == "" {
		return nil
	}
	last, err := time.Parse(time.DateOnly, a.until)
	if err != nil {
		return fmt.Errorf("--until is %q, want a date like 2027-06-30", a.until)
	}
	if !time.Now().Before(last.AddDate(0, 0, 1)) {
		return fmt.Errorf("--until is %s, which is over: the comment would accept nothing", a.until)
	}
	return nil
}

// write puts the directive above the first finding at the place that has none.
func (a *acceptance) write(cmd *cobra.Command, res *driver.Result, least string) error {
	tier, err := verdict.Parse(least)
	if err != nil {
		return usage(err)
	}
	var here []finding.Candidate
	for _, c := range res.Candidates {
		if c.Verdict == finding.Found && c.ID == a.check.ID() && a.place.covers(c) && same(c.File, a.place.file) {
			here = append(here, c)
		}
	}
	reported := slices.DeleteFunc(slices.Clone(here), func(c finding.Candidate) bool { return !c.Confidence.AtLeast(cmp.Or(c.Rules.Confidence, tier)) })
	switch {
	case len(reported) == 0 && len(res.Problems) > 0:
		return fmt.Errorf("%s", res.Problems[0].Text())
	case len(here) == 0:
		return usage(fmt.Errorf("%s reports nothing at %s; lifecyclelint why %s says what the checks decided there", a.check.ID(), a.name, a.name))
	case len(reported) == 0:
		return usage(fmt.Errorf("%s is of %s confidence at %s, and not reported without --confidence %s", a.check.ID(), here[0].Confidence, a.name, here[0].Confidence))
	}
	i := slices.IndexFunc(reported, func(c finding.Candidate) bool { return c.Suppression == nil })
	if i < 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s is accepted already: %s\n", a.name, a.check.ID(), finding.Printable(reported[0].Suppression.Reason))
		return nil
	}
	return a.insert(cmd, reported[i].File, reported[i].Start.Line)
}

func (a *acceptance) insert(cmd *cobra.Command, file string, line int) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	accept := driver.Acceptance{File: file, Line: line, Check: a.check.ID(), Until: a.until, Reason: a.reason}
	changed, written, err := accept.Write(src)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", a.name, err))
	}
	if err := driver.Replace(driver.FileChange{Name: file, Old: src, New: changed}); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: wrote %s\n", a.name, finding.Printable(strings.TrimSpace(written)))
	return nil
}
