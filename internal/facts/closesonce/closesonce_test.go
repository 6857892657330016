package closesonce_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), closesonce.Analyzer, "a", "b")
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := closesonce.Fact{Path: ".worker.stop"}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(want); err != nil {
		t.Fatal(err)
	}
	var got closesonce.Fact
	if err := gob.NewDecoder(&buf).Decode(&got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}
