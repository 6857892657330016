package worker_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), worker.Analyzer, "a")
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := worker.Fact{Ctx: 1, Finishes: true}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(want); err != nil {
		t.Fatal(err)
	}
	var got worker.Fact
	if err := gob.NewDecoder(&buf).Decode(&got); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}
