package finding

import (
	"cmp"
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Level is what a finding is to the run that reports it. Formats translate it into
// their own word.
type Level int

// The levels, the least first.
const (
	Note    Level = iota // of low confidence, which is reported only when asked for
	Warning              // reported, and does not fail the run
	Error                // fails the run
)

var levelWords = [...]string{Note: "note", Warning: "warning", Error: "error"}

func (l Level) String() string { return levelWords[l] }

// FailOn is the rule for what fails a run: the least confidence of findings that do.
// The zero value is the default, medium: what is reported without being asked for
// fails.
type FailOn string

// Rules are what the configuration says of one directory, where it does not say it of
// the whole run.
type Rules struct {
	Confidence verdict.Confidence // the least that is reported
	FailOn     FailOn
}

// None is the rule by which nothing fails.
const None FailOn = "none"

// never is the former name of [None].
const never FailOn = "never"

// ParseFailOn returns the rule that a setting names; empty is the default.
func ParseFailOn(setting string) (FailOn, error) {
	switch r := FailOn(setting); r {
	case None, never:
		return None, nil
	case "":
		return r, nil
	default:
		if !verdict.Confidence(r).Valid() {
			return "", fmt.Errorf("is %q, want high, medium, low or none", setting)
		}
		return r, nil
	}
}

// Of returns the level of a finding under the rule, or under that of its directory.
// Nothing else decides whether a run fails, or what a format calls a finding.
func (r FailOn) Of(f *Finding) Level { return cmp.Or(f.Rules.FailOn, r).Level(f.Confidence) }

// Level returns the level of findings of a confidence under the rule.
func (r FailOn) Level(c verdict.Confidence) Level {
	least := verdict.Confidence(r)
	if r == "" {
		least = verdict.Medium
	}
	switch {
	case r != None && c.AtLeast(least):
		return Error
	case c.AtLeast(verdict.Medium):
		return Warning
	}
	return Note
}
