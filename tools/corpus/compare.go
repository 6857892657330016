package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// load reads the reports of a directory, by name.
func load(dir string) (map[string]report, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no reports", dir)
	}
	reports := make(map[string]report)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var r report
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		reports[strings.TrimSuffix(filepath.Base(file), ".json")] = r
	}
	return reports, nil
}

// diff prints what is reported in one directory and not in the other, for the
// programs that both have.
func diff(w io.Writer, oldDir, newDir string) error {
	olds, err := load(oldDir)
	if err != nil {
		return err
	}
	news, err := load(newDir)
	if err != nil {
		return err
	}
	gone, come := 0, 0
	for _, name := range slices.Sorted(maps.Keys(olds)) {
		now, ok := news[name]
		if !ok {
			fmt.Fprintf(w, "%s: not in %s\n", name, newDir)
			continue
		}
		gone += lacks(w, "-", name, olds[name], now)
		come += lacks(w, "+", name, now, olds[name])
	}
	fmt.Fprintf(w, "%d gone, %d new\n", gone, come)
	return nil
}

// lacks prints the findings of a that b does not have, and returns how many.
func lacks(w io.Writer, sign, name string, a, b report) int {
	known := make(map[string]bool)
	for _, f := range b.Findings {
		known[f.Fingerprint] = true
	}
	n := 0
	for _, f := range a.Findings {
		if !known[f.Fingerprint] {
			n++
			fmt.Fprintf(w, "%s %s %s:%d %s %s\n", sign, name, f.File, f.Start.Line, f.ID, f.Message)
		}
	}
	return n
}

// table prints how often each check reports in each program, as rows to be
// judged.
func table(w io.Writer, dir string) error {
	reports, err := load(dir)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "| Repository | Check | Confidence | Reported |\n| --- | --- | --- | --- |")
	total := 0
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		type row struct{ id, confidence string }
		counts := make(map[row]int)
		for _, f := range reports[name].Findings {
			counts[row{f.ID, f.Confidence}]++
			total++
		}
		rows := slices.SortedFunc(maps.Keys(counts), func(a, b row) int { return strings.Compare(a.id, b.id) })
		for _, r := range rows {
			fmt.Fprintf(w, "| %s | %s | %s | %d |\n", name, r.id, r.confidence, counts[r])
		}
	}
	fmt.Fprintf(w, "| **Total** | | | **%d** |\n", total)
	return nil
}
