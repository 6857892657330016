package confirm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/scratch"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An Entry is a finding that was confirmed, as a record keeps it: what it was before, and
// what has made it certain. tools/corpus counts its doubts.
type Entry struct {
	Fingerprint string             `json:"fingerprint"`
	ID          string             `json:"id"`
	Package     string             `json:"package"`
	File        string             `json:"file"`
	Line        int                `json:"line"`
	Confidence  verdict.Confidence `json:"confidence"` // of the analysis
	Doubts      []string           `json:"doubts"`
	First       time.Time          `json:"first"`
	Last        time.Time          `json:"last"`
	Runs        int                `json:"runs"`
	Evidence    Evidence           `json:"evidence"` // of the last run
}

// Record adds what a report confirms to a file of JSON lines, one for each finding.
func Record(name string, r *Report, dir string, now time.Time) error {
	entries, err := readRecord(name)
	if err != nil {
		return err
	}
	for _, c := range r.Confirmed {
		f := c.Finding
		i := slices.IndexFunc(entries, func(e Entry) bool { return f.In(map[string]bool{e.Fingerprint: true}) })
		if i < 0 {
			entries = append(entries, Entry{First: now.UTC()})
			i = len(entries) - 1
		}
		e := &entries[i]
		e.Fingerprint, e.ID, e.Package, e.File, e.Line, e.Confidence = f.Fingerprint, f.ID, f.Package, finding.Rel(dir, f.File), f.Start.Line, f.Confidence
		e.Doubts = []string{}
		for _, d := range f.Doubts {
			e.Doubts = append(e.Doubts, d.ID)
		}
		e.Last, e.Runs, e.Evidence = now.UTC(), e.Runs+1, c.Evidence
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	for _, e := range entries {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return scratch.WriteFile(name, buf.Bytes())
}

func readRecord(name string) ([]Entry, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []Entry
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var e Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || e.Fingerprint == "" {
			return nil, fmt.Errorf("%s:%d is no line of a record", name, n)
		}
		entries = append(entries, e)
	}
	return entries, lines.Err()
}
