package docgen

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// fixesText is the part of docs/fixes.md that is written by hand; {{coverage}} is made from
// fixes.csv.
//
//go:embed fixes.md
var fixesText string

// fixesMeasured has a row for each service and check: how many findings of high and medium
// confidence there are, how many have a fix, and how many of the fixes are safe. A service
// without findings has a row without a check.
//
//go:embed fixes.csv
var fixesMeasured string

// withoutFix says in one line why findings of a check have no fix, for those that were found.
//
//go:embed fixgaps.csv
var withoutFix string

// A fixCount counts the findings of a check.
type fixCount struct{ findings, fixed, safe int }

// fixesPage returns docs/fixes.md.
func fixesPage() (string, error) {
	counts, services, err := readFixes()
	if err != nil {
		return "", err
	}
	why, err := readGaps()
	if err != nil {
		return "", err
	}
	var all fixCount
	var rows strings.Builder
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		c := counts[id]
		all.findings, all.fixed, all.safe = all.findings+c.findings, all.fixed+c.fixed, all.safe+c.safe
		if c.fixed < c.findings && why[id] == "" {
			return "", fmt.Errorf("fixgaps.csv does not say why findings of %s have no fix", id)
		}
		if c.fixed == c.findings {
			why[id] = ""
		}
		fmt.Fprintf(&rows, "| %s | %d | %d | %d | %s |\n", id, c.findings, c.fixed, c.safe, why[id])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## How many findings have a fix\n\nOf %d findings of high and medium confidence in %d services, with the default checks, %d have a fix: %.1f %%; %d of the fixes are safe. A fix counts when it has passed its trial, as `check --format json` shows it.\n\n",
		all.findings, services, all.fixed, 100*float64(all.fixed)/float64(all.findings), all.safe)
	b.WriteString("| Check | Findings | With a fix | Safe | Why the others have none |\n| --- | --- | --- | --- | --- |\n" + rows.String())
	return strings.Replace(fixesText, "{{coverage}}", b.String(), 1), nil
}

// readFixes returns the counts by check, and how many services there are.
func readFixes() (map[string]fixCount, int, error) {
	rows, err := csv.NewReader(strings.NewReader(fixesMeasured)).ReadAll()
	if err != nil {
		return nil, 0, fmt.Errorf("fixes.csv: %w", err)
	}
	known := make(map[string]bool)
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			known[c.ID()] = true
		}
	}
	counts, services := make(map[string]fixCount), make(map[string]bool)
	for _, row := range rows[1:] {
		services[row[0]] = true
		if row[2] == "" {
			continue
		}
		if !known[row[2]] {
			return nil, 0, fmt.Errorf("fixes.csv: there is no check %q", row[2])
		}
		var n [3]int
		for i := range n {
			if n[i], err = strconv.Atoi(row[3+i]); err != nil {
				return nil, 0, fmt.Errorf("fixes.csv: %w", err)
			}
		}
		c := counts[row[2]]
		counts[row[2]] = fixCount{c.findings + n[0], c.fixed + n[1], c.safe + n[2]}
	}
	return counts, len(services), nil
}

// readGaps returns why findings have no fix, by check.
func readGaps() (map[string]string, error) {
	rows, err := csv.NewReader(strings.NewReader(withoutFix)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("fixgaps.csv: %w", err)
	}
	why := make(map[string]string)
	for _, row := range rows[1:] {
		why[row[0]] = row[1]
	}
	return why, nil
}
