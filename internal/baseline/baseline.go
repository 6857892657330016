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

const header = "# Findings of lifecyclelint that are accepted for now: fingerprint, check, file.\n"

// A Baseline is a set of accepted findings.
type Baseline struct {
	entries []entry
}

// An entry is one accepted finding. Only the fingerprint identifies it; check
// and file are for the reader.
type entry struct{ fingerprint, id, file string }

func (e entry) String() string { return e.fingerprint + " " + e.id + " " + e.file }

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
		b.entries = append(b.entries, entry{fields[0], fields[1], fields[2]})
	}
	return b, lines.Err()
}

// New returns the baseline of findings; files are named relative to dir.
func New(list []finding.Finding, dir string) *Baseline {
	b := new(Baseline)
	for _, f := range list {
		b.entries = append(b.entries, entry{f.Fingerprint, f.ID, finding.Printable(finding.Rel(dir, f.File))})
	}
	return b
}

// Write writes the baseline, sorted, so that two runs give the same file.
func (b *Baseline) Write(name string) error {
	lines := make([]string, 0, len(b.entries))
	for _, e := range b.entries {
		lines = append(lines, e.String()+"\n")
	}
	slices.Sort(lines)
	return scratch.WriteFile(name, []byte(header+strings.Join(slices.Compact(lines), "")))
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
// covered.
func (b *Baseline) Update(now *Baseline, covered func(id, file string) bool) *Baseline {
	updated := &Baseline{slices.Clone(now.entries)}
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
