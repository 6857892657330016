package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

func doubtsCommand(args []string, w io.Writer) error {
	fs := flag.NewFlagSet("doubts", flag.ContinueOnError)
	record := fs.String("confirmed", "", "what lifecyclelint confirm --record has kept")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 1 || fs.NArg() == 0 && *record == "" {
		return fmt.Errorf("doubts wants a directory of reports, a record, or both\n%s", usage)
	}
	counts := make(doubtCounts)
	if fs.NArg() == 1 {
		if err := counts.read(fs.Arg(0)); err != nil {
			return err
		}
	}
	if *record != "" {
		if err := counts.confirm(*record); err != nil {
			return err
		}
	}
	return counts.write(w, *record != "")
}

// A doubtCount says how many findings a doubt lowers, of how many it is the only doubt,
// in which programs, and how many of its findings profiles have confirmed.
type doubtCount struct {
	findings, alone, confirmed int
	programs                   map[string]bool
}

type doubtCounts map[string]*doubtCount

func (counts doubtCounts) of(id string) *doubtCount {
	c := counts[id]
	if c == nil {
		c = &doubtCount{programs: make(map[string]bool)}
		counts[id] = c
	}
	return c
}

// read counts the doubts of reports.
func (counts doubtCounts) read(dir string) error {
	reports, err := load(dir)
	if err != nil {
		return err
	}
	for name, r := range reports {
		for _, f := range r.Findings {
			for _, id := range f.doubtIDs() {
				c := counts.of(id)
				c.findings++
				c.programs[name] = true
				if len(f.doubtIDs()) == 1 {
					c.alone++
				}
			}
		}
	}
	return nil
}

// confirm counts the doubts of findings that profiles of running processes confirm: each
// was wrong there.
func (counts doubtCounts) confirm(record string) error {
	data, err := os.ReadFile(record)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		var entry struct{ Doubts []string }
		if err := dec.Decode(&entry); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", record, err)
		}
		slices.Sort(entry.Doubts)
		for _, id := range slices.Compact(entry.Doubts) {
			counts.of(id).confirmed++
		}
	}
}

// write prints the rows that the document about doubts is made from, and a column more
// where there is a record.
func (counts doubtCounts) write(w io.Writer, confirmed bool) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"doubt", "findings", "alone", "programs"}}
	if confirmed {
		rows[0] = append(rows[0], "confirmed")
	}
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		c := counts[id]
		row := []string{id, strconv.Itoa(c.findings), strconv.Itoa(c.alone), strconv.Itoa(len(c.programs))}
		if confirmed {
			row = append(row, strconv.Itoa(c.confirmed))
		}
		rows = append(rows, row)
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

// write prints a sample of the findings as rows with a column for the judgement. The same
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
