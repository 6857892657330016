package docgen

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// precisionText is the part of docs/precision.md that is written by hand; {{rounds}} and {{checks}}
// are made from unread.csv and rounds.csv.
//
//go:embed precision.md
var precisionText string

// unread has a row for each finding of high and medium confidence on a service that nobody of the
// project had read, with its judgement.
//
//go:embed unread.csv
var unread string

// rounds says of each round of unread.csv what was run.
//
//go:embed rounds.csv
var rounds string

// recentRounds is how many of the last rounds the table of the checks counts.
const recentRounds = 5

// judged counts findings by their judgement.
type judged struct{ right, arguable, wrong int }

func (j *judged) add(judgement string) error {
	switch judgement {
	case "true":
		j.right++
	case "arguable":
		j.arguable++
	case "false":
		j.wrong++
	default:
		return fmt.Errorf("unread.csv: judgement %q", judgement)
	}
	return nil
}

func (j *judged) all() int { return j.right + j.arguable + j.wrong }

// wilson returns the 95 % interval of the share of true findings, in percent.
func (j *judged) wilson() (low, high int) {
	const z = 1.96
	n := float64(j.all())
	share := float64(j.right) / n
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return int(math.Round(100 * (middle - half))), int(math.Round(100 * (middle + half)))
}

// precisionPage returns docs/precision.md.
func precisionPage() (string, error) {
	findings, err := csv.NewReader(strings.NewReader(unread)).ReadAll()
	if err != nil {
		return "", fmt.Errorf("unread.csv: %w", err)
	}
	about, err := csv.NewReader(strings.NewReader(rounds)).ReadAll()
	if err != nil {
		return "", fmt.Errorf("rounds.csv: %w", err)
	}
	byRound, byCheck := make(map[string]map[string]*judged), make(map[string]*judged)
	for _, row := range findings[1:] {
		round, err := strconv.Atoi(row[0])
		if err != nil {
			return "", fmt.Errorf("unread.csv: %w", err)
		}
		check, confidence, judgement := row[5], row[6], row[7]
		if byRound[row[0]] == nil {
			byRound[row[0]] = map[string]*judged{"high": {}, "medium": {}}
		}
		if err := byRound[row[0]][confidence].add(judgement); err != nil {
			return "", err
		}
		if round > len(about)-1-recentRounds {
			if byCheck[check] == nil {
				byCheck[check] = new(judged)
			}
			_ = byCheck[check].add(judgement)
		}
	}
	page := strings.Replace(precisionText, "{{rounds}}", roundsTable(about[1:], byRound), 1)
	return strings.Replace(page, "{{checks}}", checksTable(byCheck), 1), nil
}

func roundsTable(about [][]string, byRound map[string]map[string]*judged) string {
	var b strings.Builder
	b.WriteString("| Round | Services | Lines | Run with | High: true | arguable | false | Medium: true | arguable | false |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, row := range about {
		high, medium := byRound[row[0]]["high"], byRound[row[0]]["medium"]
		fmt.Fprintf(&b, "| %s | %d of %d | %d | %d | %d of %d (%d %%) | %d | %d |\n", strings.Join(row, " | "),
			high.right, high.all(), high.arguable, high.wrong, medium.right, medium.all(), 100*medium.right/medium.all(), medium.arguable, medium.wrong)
	}
	return b.String()
}

func checksTable(byCheck map[string]*judged) string {
	order := slices.SortedFunc(maps.Keys(byCheck), func(a, b string) int {
		if d := byCheck[b].all() - byCheck[a].all(); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	b.WriteString("| Check | True | Arguable | False | True, 95 % interval |\n| --- | --- | --- | --- | --- |\n")
	for _, id := range order {
		j := byCheck[id]
		low, high := j.wilson()
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d to %d %% |\n", id, j.right, j.arguable, j.wrong, low, high)
	}
	return b.String()
}
