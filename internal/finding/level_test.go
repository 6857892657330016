package finding

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

func TestLevel(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string][3]Level{ // of high, medium and low
		"":       {Error, Error, Note},
		"medium": {Error, Error, Note},
		"high":   {Error, Warning, Note},
		"low":    {Error, Error, Error},
		"none":   {Warning, Warning, Note},
		"never":  {Warning, Warning, Note},
	} {
		rule, err := ParseFailOn(setting)
		if err != nil {
			t.Fatal(err)
		}
		got := [3]Level{rule.Level(verdict.High), rule.Level(verdict.Medium), rule.Level(verdict.Low)}
		if got != want {
			t.Errorf("%q: %v, want %v", setting, got, want)
		}
	}
	for _, setting := range []string{"always", "unproven", "High"} {
		if _, err := ParseFailOn(setting); err == nil {
			t.Errorf("%q is taken", setting)
		}
	}
}
