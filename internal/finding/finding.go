// Package finding is the form in which drivers hand findings to outputs: plain
// data, in an order that depends on the source alone.
package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Finding is one report of a check, with everything a reader may want.
type Finding struct {
	ID          string           `json:"id"` // analyzer/slug
	Severity    check.Severity   `json:"severity"`
	Confidence  check.Confidence `json:"confidence"`
	Package     string           `json:"package"`
	File        string           `json:"file"` // absolute
	Start       Position         `json:"start"`
	End         Position         `json:"end"`
	Message     string           `json:"message"` // without the ID
	Trace       []Hop            `json:"trace,omitempty"`
	Fix         *Fix             `json:"fix,omitempty"`
	Fingerprint string           `json:"fingerprint"`
	URL         string           `json:"url"`

	Suppression *Suppression `json:"suppression,omitempty"` // nil for a finding that counts
}

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

// A Hop is one step from cause to consequence.
type Hop struct {
	File    string   `json:"file"`
	At      Position `json:"at"`
	Message string   `json:"message"`
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

// Gates reports whether f fails a run: medium confidence does only when strict.
func (f *Finding) Gates(strict bool) bool {
	return f.Confidence == check.Certain || strict
}

// Sort orders findings by file, position, ID and message, and removes
// duplicates, which drivers produce for files that are in two packages.
func Sort(list []Finding) []Finding {
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(
			strings.Compare(a.File, b.File), compare(a.Start, b.Start), compare(a.End, b.End),
			strings.Compare(a.ID, b.ID), strings.Compare(a.Message, b.Message), strings.Compare(a.Package, b.Package))
	})
	return slices.CompactFunc(list, func(a, b Finding) bool {
		return a.File == b.File && a.Start == b.Start && a.ID == b.ID && a.Message == b.Message
	})
}

func compare(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// Count returns a number with its noun: "1 finding", "2 findings".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
