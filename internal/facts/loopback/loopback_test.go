package loopback_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/loopback"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), loopback.Analyzer, "a")
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(loopback.Fact{}); err != nil {
		t.Fatal(err)
	}
	var got loopback.Fact
	if err := gob.NewDecoder(&buf).Decode(&got); err != nil {
		t.Error(err)
	}
}
