// Package finding is the form in which drivers pass findings to outputs: plain data, in an
// order that depends on the source alone.
package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Finding is one report of a check, with everything a reader may want.
type Finding struct {
	ID       string         `json:"id"` // analyzer/slug
	Severity check.Severity `json:"severity"`
	// Confidence is the tier in which the finding is reported: what its doubts leave of
	// the check's own.
	Confidence verdict.Confidence `json:"confidence"`
	// Truth is the confidence that it is so, whatever it costs.
	Truth       verdict.Confidence `json:"truth"`
	Package     string             `json:"package"`
	File        string             `json:"file"` // absolute
	Start       Position           `json:"start"`
	End         Position           `json:"end"`
	Message     string             `json:"message"` // without the ID
	Trace       []Hop              `json:"trace,omitempty"`
	Run         []Step             `json:"run,omitempty"`    // all of the run that Trace is the end of
	Doubts      []Doubt            `json:"doubts,omitempty"` // what lowers it
	Fix         *Fix               `json:"fix,omitempty"`
	Unfixed     string             `json:"unfixed,omitempty"` // why there may be no fix, where there is none
	Fingerprint string             `json:"fingerprint"`
	// IDs are the ID and those of the checks that became part of this one; Former are
	// the fingerprints under the latter.
	IDs []string `json:"-"`
	// Function is the declaration around the finding, "(T).m" for methods.
	Function string   `json:"-"`
	Former   []string `json:"-"`
	Rules    Rules    `json:"-"`
	URL      string   `json:"url"`

	Suppression *Suppression `json:"suppression,omitempty"` // nil for a finding that counts

	Confirmed string  `json:"-"` // what profiles of running processes say that makes it certain
	Rank      float64 `json:"-"` // how urgent it is, from 0 to 100; 0 for what its confidence says
}

// BlockedID and BlockedURL stand for a place where goroutines of a running process are
// stuck, and no check has a finding.
const (
	BlockedID  = "confirm/blocked"
	BlockedURL = "https://github.com/lifecyclelint/lifecyclelint/blob/main/docs/confirm.md#stuck-without-a-finding"
)

// A Suppression says why a finding does not count.
type Suppression struct {
	InSource bool   `json:"inSource"` // by a comment; else by the baseline
	Reason   string `json:"reason,omitempty"`
}

// A Position is a place in a file; lines and columns count from one, columns in
// bytes.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// A Doubt is one reason to believe a finding less, or a proof that there is none.
type Doubt struct {
	ID       string   `json:"id"`
	Sentence string   `json:"sentence"`
	File     string   `json:"file"`
	At       Position `json:"at"`
}

// A Candidate is a place that a check has looked at, and what has come of it.
type Candidate struct {
	Finding
	Verdict string `json:"verdict"`          // finding, safe or out of scope
	Proof   *Doubt `json:"proof,omitempty"`  // of what is safe
	Reason  string `json:"reason,omitempty"` // why it is out of scope
}

// The verdicts on candidates.
const (
	Found      = "finding"
	Safe       = "safe"
	OutOfScope = "out of scope"
)

// A Hop is one step from cause to consequence.
type Hop struct {
	File    string   `json:"file"`
	At      Position `json:"at"`
	Message string   `json:"message"`
}

// A Step is one step of a run that an exploration has found.
type Step struct {
	Goroutine int    `json:"goroutine"`
	Name      string `json:"name"` // of the goroutine
	Hop
	To      *int `json:"to,omitempty"`      // the goroutine that it starts, or passes something to
	Blocked bool `json:"blocked,omitempty"` // it goes no further
}

// Renamed returns the steps with other names of their files.
func Renamed(run []Step, name func(string) string) []Step {
	run = slices.Clone(run)
	for i := range run {
		run[i].File = name(run[i].File)
	}
	return run
}

// A Fix is a suggested change of the finding's file.
type Fix struct {
	Title string `json:"title"`
	// Safe fixes remove the bug and keep everything else; the others also change
	// behaviour, and their title says how.
	Safe  bool   `json:"safe"`
	Edits []Edit `json:"edits"`
}

// An Edit replaces the bytes [Start, End) of File.
type Edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// Text returns the message with the confidence and what lowers it, for formats that
// have no place of their own for that.
func (f *Finding) Text() string {
	if f.Confirmed != "" {
		return fmt.Sprintf("%s (confirmed: %s)", f.Message, f.Confirmed)
	}
	if why := f.doubts(); why != "" {
		return fmt.Sprintf("%s (%s confidence: %s)", f.Message, f.Confidence, why)
	}
	return fmt.Sprintf("%s (%s confidence)", f.Message, f.Confidence)
}

// Doubtful returns the message with what lowers the confidence, for formats that tell
// the confidence beside it.
func (f *Finding) Doubtful() string {
	if why := f.doubts(); why != "" {
		return f.Message + " (" + why + ")"
	}
	return f.Message
}

func (f *Finding) doubts() string {
	var why []string
	for _, d := range f.Doubts {
		why = append(why, d.Sentence)
	}
	return strings.Join(why, "; ")
}

// In reports whether a set of fingerprints has f, under any of its IDs.
func (f *Finding) In(known map[string]bool) bool {
	return known[f.Fingerprint] || slices.ContainsFunc(f.Former, func(s string) bool { return known[s] })
}

// Sort orders findings with [Compare] and removes duplicates, which drivers produce
// for files that are in two packages.
func Sort(list []Finding) []Finding {
	slices.SortFunc(list, Compare)
	return slices.CompactFunc(list, Same)
}

// SortCandidates does the same with candidates.
func SortCandidates(list []Candidate) []Candidate {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(Compare(a.Finding, b.Finding), strings.Compare(a.Verdict, b.Verdict))
	})
	return slices.CompactFunc(list, func(a, b Candidate) bool { return a.Verdict == b.Verdict && Same(a.Finding, b.Finding) })
}

// Compare orders findings by file, position, ID and message; of one that is made
// twice the surer comes first.
func Compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.File, b.File), compare(a.Start, b.Start), compare(a.End, b.End),
		strings.Compare(a.ID, b.ID), strings.Compare(a.Message, b.Message),
		b.Confidence.Compare(a.Confidence), strings.Compare(a.Package, b.Package))
}

// Same reports whether two findings say the same of one place.
func Same(a, b Finding) bool {
	return a.File == b.File && a.Start == b.Start && a.ID == b.ID && a.Message == b.Message
}

func compare(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// Count returns a number with its noun: "1 finding", "2 findings".
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
