package blocking_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/blocking"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), blocking.Analyzer, "a")
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := blocking.Fact{Where: "a.go:1", Slow: "Client.Post"}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(want); err != nil {
		t.Fatal(err)
	}
	var got blocking.Fact
	if err := gob.NewDecoder(&buf).Decode(&got); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}
