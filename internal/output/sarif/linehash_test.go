package sarif

import (
	"slices"
	"testing"
)

// The vectors are those that github/codeql-action publishes with its algorithm.
func TestLineHashes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                   {"c129715d7a2bc9a3:1"},
		" a\nb\n  \t\tc\n d": {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"},
		" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End": {"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1", "b86d3392aea1be30:1", "e6ceba753e1a442:1"},
	} {
		if got := LineHashes(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if a, b := LineHashes("x\r\ny\r\n"), LineHashes("x\ny\n"); !slices.Equal(a, b) {
		t.Errorf("line ends matter: %v, %v", a, b)
	}
}
