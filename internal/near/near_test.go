package near

import "testing"

func TestWord(t *testing.T) {
	t.Parallel()
	known := []string{"ticker-range", "no-exit", "blocked-send", "blocked-receive", "lock-leak", "checks", "fail-on"}
	for word, want := range map[string]string{
		"tickerrange":  "ticker-range",
		"ticker_Range": "ticker-range",
		"ticer-range":  "ticker-range",
		"no-exti":      "no-exit",
		"noexit":       "no-exit",
		"blocked-sned": "blocked-send",
		"chekcs":       "checks",
		"failon":       "fail-on",
		"blocked":      "blocked-send",
		"lo":           "",
		"nosuch":       "",
		"x":            "",
		"":             "",
	} {
		if got := Word(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
