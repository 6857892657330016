package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// A tally is how many mutants there are, and how many of them are reported by default
// and at all.
type tally struct{ all, byDefault, reported int }

func (t *tally) add(tier string) {
	t.all++
	if tier != "none" {
		t.reported++
	}
	if tier == "high" || tier == "medium" {
		t.byDefault++
	}
}

// mutantsTable prints how many mutants of each kind are reported.
func mutantsTable(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	kinds, total := make(map[string]*tally), new(tally)
	for i, row := range rows {
		if i == 0 {
			continue
		}
		kind, tier := row[3], row[5]
		if kinds[kind] == nil {
			kinds[kind] = new(tally)
		}
		kinds[kind].add(tier)
		total.add(tier)
	}
	fmt.Fprintf(w, "| Taken out | Mutants | By default | With low |\n|---|---|---|---|\n")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		kinds[kind].print(w, kind)
	}
	total.print(w, "all")
	return nil
}

func (t *tally) print(w io.Writer, kind string) {
	percent := func(n int) int { return (200*n + t.all) / (2 * max(t.all, 1)) }
	fmt.Fprintf(w, "| %s | %d | %d (%d %%) | %d (%d %%) |\n", kind, t.all, t.byDefault, percent(t.byDefault), t.reported, percent(t.reported))
}
