package muststop_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), muststop.Analyzer, "a", "b", "c", "d")
}

func TestMemory(t *testing.T) {
	t.Parallel()
	memory := make(map[string]bool)
	for _, result := range analysistest.Run(t, analysistest.TestData(), muststop.Analyzer, "e") {
		for obj, facts := range result.Facts {
			for _, fact := range facts {
				memory[obj.Name()] = fact.(*muststop.Fact).Memory
			}
		}
	}
	want := map[string]bool{"NewAverages": true, "NewSpool": false, "NewFeed": false}
	if !reflect.DeepEqual(memory, want) {
		t.Errorf("in memory: %v, want %v", memory, want)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := &muststop.Fact{Value: muststop.Receiver, Methods: []string{"Stop", "Close"}, Where: "cache.go:42"}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(want); err != nil {
		t.Fatal(err)
	}
	if n := buf.Len(); n > 200 {
		t.Errorf("a fact takes %d bytes", n)
	}
	got := new(muststop.Fact)
	if err := gob.NewDecoder(&buf).Decode(got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
