// Package baseline keeps the findings that a team has accepted for now, so that
// a run fails on new ones only. A baseline is a sorted text file with one entry
// a line, which merges like any text.
package baseline

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
)

const header = "# Findings of lifecyclelint that are accepted for now: fingerprint, check, file; then\n# the line, message and owner when that was, which only people read.\n"

// commentMark is between an entry and its comment. A file's name, as it is printed, has
// no tab.
const commentMark = "\t# "

// A Baseline is a set of accepted findings.
type Baseline struct {
	entries []entry
}

// An entry is one accepted finding. Only the fingerprint identifies it; check, file and
// comment are for the reader. The comment stays as it was when the entry was made: one
// that followed the code would change lines that others change, too.
type entry struct{ fingerprint, id, file, comment string }

func (e entry) String() string {
	line := e.fingerprint + " " + e.id + " " + e.file
	if e.comment != "" {
		line += commentMark + e.comment
	}
	return line
}

// An Owners returns the owner of a file, "" if it has none.
type Owners func(file string) string

// comment returns the line, the message and the owner of a finding.
func comment(f *finding.Finding, owner string) string {
	text := fmt.Sprintf("line %d: %s", f.Start.Line, f.Message)
	if owner != "" {
		text += " (" + owner + ")"
	}
	return finding.Printable(text)
}

// Load reads a baseline. A line that is none is an error with its number.
func Load(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("baseline: there is no %s; lifecyclelint baseline create writes one", name)
	} else if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	b := new(Baseline)
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) != 3 || len(fields[0]) != 24 || !strings.Contains(fields[1], "/") {
			return nil, fmt.Errorf("baseline: %s:%d: want a fingerprint, a check and a file, separated by blanks", name, n)
		}
		file, comment, _ := strings.Cut(fields[2], commentMark)
		b.entries = append(b.entries, entry{fields[0], fields[1], file, comment})
	}
	return b, lines.Err()
}

// New returns the baseline of findings; files are named relative to dir.
func New(list []finding.Finding, dir string, owner Owners) *Baseline {
	b := new(Baseline)
	for _, f := range list {
		b.entries = append(b.entries, entry{f.Fingerprint, f.ID, finding.Printable(finding.Rel(dir, f.File)), comment(&f, owner(f.File))})
	}
	return b
}

// Write writes the baseline, sorted, so that two runs give the same file.
func (b *Baseline) Write(name string) error {
	entries := slices.SortedFunc(slices.Values(b.entries), func(a, b entry) int { return strings.Compare(a.String(), b.String()) })
	entries = slices.CompactFunc(entries, func(a, b entry) bool { return a.same(b) }) // a merge may bring one twice
	text := []byte(header)
	for _, e := range entries {
		text = append(text, e.String()+"\n"...)
	}
	return scratch.WriteFile(name, text)
}

// same reports whether two entries are of one finding, whatever their comments say.
func (e entry) same(other entry) bool {
	e.comment, other.comment = "", ""
	return e == other
}

// Len returns the number of entries.
func (b *Baseline) Len() int { return len(b.entries) }

// Split returns the findings that are not accepted, and those that are.
func (b *Baseline) Split(list []finding.Finding) (fresh, accepted []finding.Finding) {
	known := make(map[string]bool)
	for _, e := range b.entries {
		known[e.fingerprint] = true
	}
	for _, f := range list {
		if f.In(known) {
			f.Suppression = &finding.Suppression{Reason: "accepted by the baseline"}
			accepted = append(accepted, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	return fresh, accepted
}

// Stale returns the entries that no finding matches any more, as text. Of checks and
// files that the run has not covered, none is.
func (b *Baseline) Stale(list []finding.Finding, covered func(id, file string) bool) []string {
	var stale []string
	for _, e := range b.entries {
		if e.stale(list, covered) {
			stale = append(stale, e.String())
		}
	}
	return stale
}

// Prune returns the baseline without the stale entries.
func (b *Baseline) Prune(list []finding.Finding, covered func(id, file string) bool) *Baseline {
	return &Baseline{slices.DeleteFunc(slices.Clone(b.entries), func(e entry) bool { return e.stale(list, covered) })}
}

// Update returns now, which replaces b, with those entries of b that the run has not
// covered. What was accepted before keeps its line as it is.
func (b *Baseline) Update(now *Baseline, covered func(id, file string) bool) *Baseline {
	updated := &Baseline{slices.Clone(now.entries)}
	for i, e := range updated.entries {
		if j := slices.IndexFunc(b.entries, e.same); j >= 0 && b.entries[j].comment != "" {
			updated.entries[i] = b.entries[j]
		}
	}
	for _, e := range b.entries {
		if !covered(e.id, e.file) {
			updated.entries = append(updated.entries, e)
		}
	}
	return updated
}

func (e entry) stale(list []finding.Finding, covered func(id, file string) bool) bool {
	return covered(e.id, e.file) && !slices.ContainsFunc(list, func(f finding.Finding) bool { return f.In(map[string]bool{e.fingerprint: true}) })
}
