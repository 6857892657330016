package verdict_test

import (
	"regexp"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

func TestLower(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from   verdict.Confidence
		doubts []*verdict.Doubt
		want   verdict.Confidence
	}{
		{verdict.High, nil, verdict.High},
		{verdict.High, []*verdict.Doubt{verdict.Escapes}, verdict.Medium},
		{verdict.Low, []*verdict.Doubt{verdict.Escapes}, verdict.Low},
		{verdict.High, []*verdict.Doubt{verdict.Escapes, verdict.Lifetime}, verdict.Low},
		{verdict.High, []*verdict.Doubt{{Ceiling: verdict.Unproven}, verdict.Escapes}, verdict.Unproven},
		{verdict.High, []*verdict.Doubt{verdict.Escapes, verdict.Escapes}, verdict.Medium},
		{verdict.High, []*verdict.Doubt{verdict.Escapes, verdict.NoCaller}, verdict.Low},
		{verdict.High, []*verdict.Doubt{verdict.Bootstrap, verdict.Lifetime}, verdict.Low},
	} {
		if got := verdict.Lower(c.from, c.doubts); got != c.want {
			t.Errorf("%s under %d doubts is %s, want %s", c.from, len(c.doubts), got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	if c, err := verdict.Parse(""); c != verdict.Medium || err != nil {
		t.Errorf("%s, %v", c, err)
	}
	for _, bad := range []string{"unproven", "HIGH", "certain"} {
		if _, err := verdict.Parse(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// Every row of the tables is complete, found by its ID, and reads as messages do.
func TestTables(t *testing.T) {
	t.Parallel()
	id, sentence := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`), regexp.MustCompile(`^[a-z].*[^.]$`)
	row := func(name, text string, found bool) {
		if !id.MatchString(name) || !sentence.MatchString(text) || !found {
			t.Errorf("%q, %q: found %v", name, text, found)
		}
	}
	for _, d := range verdict.Doubts {
		row(d.ID, d.Sentence, verdict.DoubtByID(d.ID) == d)
		if d.Ceiling == verdict.High || d.Ceiling != verdict.Unproven && !d.Ceiling.Valid() {
			t.Errorf("%s lowers to %q", d.ID, d.Ceiling)
		}
	}
	for _, p := range verdict.Proofs {
		row(p.ID, p.Sentence, verdict.ProofByID(p.ID) == p)
	}
}

// Each doubt is in the table once, under its own ID.
func TestTable(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, d := range verdict.Doubts {
		if seen[d.ID] {
			t.Errorf("%s stands in the table twice", d.ID)
		}
		seen[d.ID] = true
	}
}
