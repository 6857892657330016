package docgen

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// recallText is the part of docs/recall.md that is written by hand; {{repairs}} and the other tables are made from
// recall.csv.
//
//go:embed recall.md
var recallText string

// recallRows has a row for each measurement: the part of the page, what was measured, the number of defects, and how
// many of them were found, by default and with low, before and after the repairs in view of them.
//
//go:embed recall.csv
var recallRows string

// recallParts are the tables of the page, by the head of their first column.
var recallParts = []struct{ name, head string }{
	{"repairs", "Repairs"},
	{"byhand", "Services"},
	{"described", "Services"},
	{"written", "Suite"},
}

// recallPage returns docs/recall.md.
func recallPage() (string, error) {
	rows, err := csv.NewReader(strings.NewReader(recallRows)).ReadAll()
	if err != nil {
		return "", fmt.Errorf("recall.csv: %w", err)
	}
	page := recallText
	for _, part := range recallParts {
		var of [][]string
		for _, row := range rows[1:] {
			if row[0] == part.name {
				of = append(of, row[1:])
			}
		}
		table, err := recallTable(part.head, of)
		if err != nil {
			return "", err
		}
		page = strings.Replace(page, "{{"+part.name+"}}", table, 1)
	}
	return page, nil
}

// recallTable returns a table with the share of each count; the last column is there if a row has it.
func recallTable(head string, rows [][]string) (string, error) {
	const found = 6 // the column of what is reported of right code
	right := false
	for _, row := range rows {
		right = right || row[found] != ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | Defects | By default | With low | By default, after | With low, after |", head)
	rule := "\n| --- | ---: | ---: | ---: | ---: | ---: |"
	if right {
		b.WriteString(" Right reported |")
		rule += " ---: |"
	}
	b.WriteString(rule)
	for _, row := range rows {
		all, err := strconv.Atoi(row[1])
		if err != nil {
			return "", fmt.Errorf("recall.csv: %s: %w", row[0], err)
		}
		fmt.Fprintf(&b, "\n| %s | %d |", row[0], all)
		for _, cell := range row[2:found] {
			text, err := share(cell, all)
			if err != nil {
				return "", fmt.Errorf("recall.csv: %s: %w", row[0], err)
			}
			b.WriteString(" " + text + " |")
		}
		if right {
			b.WriteString(" " + orDash(row[found]) + " |")
		}
	}
	return b.String(), nil
}

// share returns a count with its percentage of all, a dash for what was not counted.
func share(cell string, all int) (string, error) {
	if cell == "" {
		return orDash(cell), nil
	}
	n, err := strconv.Atoi(cell)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d (%.0f %%)", n, 100*float64(n)/float64(all)), nil
}

func orDash(cell string) string {
	if cell == "" {
		return "–"
	}
	return cell
}
