package signals_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), signals.Analyzer, "a", "b", "c", "d", "e", "f", "g")
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := signals.Fact{Traits: signals.Handles, Serves: true, Scraped: true}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(want); err != nil {
		t.Fatal(err)
	}
	var got signals.Fact
	if err := gob.NewDecoder(&buf).Decode(&got); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}
