package main

import (
	"crypto/sha256"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// countDoubts prints, for each doubt, how many findings it lowers, of how many it is
// the only doubt, and in how many programs, as the rows that the document about
// doubts is made from.
func countDoubts(w io.Writer, dir string) error {
	reports, err := load(dir)
	if err != nil {
		return err
	}
	type count struct {
		findings, alone int
		programs        map[string]bool
	}
	counts := make(map[string]*count)
	for name, r := range reports {
		for _, f := range r.Findings {
			for _, id := range f.doubtIDs() {
				c := counts[id]
				if c == nil {
					c = &count{programs: make(map[string]bool)}
					counts[id] = c
				}
				c.findings++
				c.programs[name] = true
				if len(f.doubtIDs()) == 1 {
					c.alone++
				}
			}
		}
	}
	out := csv.NewWriter(w)
	rows := [][]string{{"doubt", "findings", "alone", "programs"}}
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		c := counts[id]
		rows = append(rows, []string{id, strconv.Itoa(c.findings), strconv.Itoa(c.alone), strconv.Itoa(len(c.programs))})
	}
	return out.WriteAll(rows)
}

// doubtIDs returns the doubts of a finding, each once.
func (f *finding) doubtIDs() []string {
	var ids []string
	for _, d := range f.Doubts {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// A sampling says which findings are to be read.
type sampling struct {
	doubt, confidence, check string
	most                     int
}

func sampleCommand(args []string, w io.Writer) error {
	var s sampling
	fs := flag.NewFlagSet("sample", flag.ContinueOnError)
	fs.StringVar(&s.doubt, "doubt", "", "only findings with this doubt")
	fs.StringVar(&s.confidence, "confidence", "", "only findings of this confidence")
	fs.StringVar(&s.check, "check", "", "only findings of this check")
	fs.IntVar(&s.most, "n", 20, "how many findings")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() != 1 {
		return fmt.Errorf("sample wants a directory of reports\n%s", usage)
	}
	return s.write(w, fs.Arg(0))
}

// write prints a sample of the findings as rows with room for the judgement. The same
// reports give the same sample: the order is that of a hash of the fingerprints.
func (s *sampling) write(w io.Writer, dir string) error {
	reports, err := load(dir)
	if err != nil {
		return err
	}
	type row struct {
		key    [sha256.Size]byte
		fields []string
	}
	var rows []row
	for name, r := range reports {
		for _, f := range r.Findings {
			if s.wants(&f) {
				rows = append(rows, row{sha256.Sum256([]byte(name + f.Fingerprint)), []string{
					name, r.Commit, f.File, strconv.Itoa(f.Start.Line), f.ID, f.Confidence, strings.Join(f.doubtIDs(), " "), f.Message, ""}})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return slices.Compare(a.key[:], b.key[:]) })
	out := csv.NewWriter(w)
	table := [][]string{{"program", "commit", "file", "line", "check", "confidence", "doubts", "message", "judgement"}}
	for _, r := range rows[:min(s.most, len(rows))] {
		table = append(table, r.fields)
	}
	return out.WriteAll(table)
}

func (s *sampling) wants(f *finding) bool {
	return (s.confidence == "" || f.Confidence == s.confidence) && (s.check == "" || f.ID == s.check) &&
		(s.doubt == "" || slices.Contains(f.doubtIDs(), s.doubt))
}
