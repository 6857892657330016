package docgen

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// measured holds what tools/corpus counts of each doubt over real services, and how a
// sample of what it lowers was judged: doubt, findings, alone, programs, true,
// arguable, false.
//
//go:embed doubts.csv
var measured string

const doubtsHead = `# Doubts and proofs

Generated from internal/verdict and internal/docgen/doubts.csv by ` + "`go run ./internal/tools/docs`" + `.

A finding has the confidence of its check, unless a doubt lowers it: to the doubt's ceiling. Two doubts about the truth lower it by one tier more. *high* and *medium* are reported by default, *low* with ` + "`--confidence low`" + `, *unproven* never; ` + "`lifecyclelint why`" + ` shows all of them. A doubt about *rank* says nothing against the truth of a finding, only about what it costs; it lowers the severity as well.

*Findings* counts what the doubt lowers in the services of [precision.md](precision.md) that were run for it, *alone* those of which it is the only doubt. A sample of each was read: *true* is a finding that its reader would fix, *arguable* one that is right and harmless where it is, *false* one that is wrong. A doubt that lowers mostly true findings is too wide, and one that lowers nothing is deleted. ` + "`tools/corpus doubts`" + ` and ` + "`sample`" + ` repeat the counts.

| Doubt | What it says | Lowers to | About | Findings | Alone | Programs | Read: true | arguable | false |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`

const proofsHead = `
## Proofs

What shows that a candidate is safe, so that nothing is reported.

| Proof | What it says |
| --- | --- |
`

// doubtsPage returns the document about doubts and proofs.
func doubtsPage() (string, error) {
	counts, err := readMeasured()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(doubtsHead)
	for _, d := range verdict.Doubts {
		about := "truth"
		if d.Rank {
			about = "rank"
		}
		row := counts[d.ID]
		if row == nil {
			row = []string{"0", "0", "0", "", "", ""}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", d.ID, d.Sentence, d.Ceiling, about, strings.Join(row, " | "))
	}
	b.WriteString(proofsHead)
	for _, p := range verdict.Proofs {
		fmt.Fprintf(&b, "| %s | %s |\n", p.ID, p.Sentence)
	}
	return b.String(), nil
}

// readMeasured returns the numbers by doubt. A row for a doubt that is not in the
// table is an error: it was renamed or deleted.
func readMeasured() (map[string][]string, error) {
	rows, err := csv.NewReader(strings.NewReader(measured)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("doubts.csv: %w", err)
	}
	counts := make(map[string][]string)
	for _, row := range rows[1:] {
		if verdict.DoubtByID(row[0]) == nil {
			return nil, fmt.Errorf("doubts.csv: there is no doubt %q", row[0])
		}
		counts[row[0]] = row[1:]
	}
	return counts, nil
}
