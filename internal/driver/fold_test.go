package driver

import (
	"slices"
	"testing"
)

func TestFold(t *testing.T) {
	t.Parallel()
	list := []Problem{
		{"a", "depends on x: it does not build"}, {"b", "depends on x: it does not build"}, {"c", "depends on x: it does not build"},
		{"d", "depends on x: it does not build"}, {"e", "depends on y: no"}, {"x", "it does not build"},
	}
	want := []Problem{{"x", "it does not build"}, {"a and 3 more", "depends on x: it does not build"}, {"e", "depends on y: no"}}
	if got := Fold(list); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Incomplete(list), "6 packages could not be analyzed: x, a and 3 more, e"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Incomplete([]Problem{{"", "go vet failed"}}), "go vet failed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := want[1].Text(), "a and 3 more were not analyzed: depends on x: it does not build"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	full := []Problem{
		{"a", "write $WORK/b001/vet.out: no space left on device"}, {"b", "write $WORK/b002/vet.out: no space left on device"},
		{"c", "write $WORK/b003/vet.out: no space left on device"}, {"d [d.test]", "write $WORK/b004/vet.out: no space left on device"},
	}
	want = []Problem{{"a and 3 more", "no space left on device (of GOCACHE or TMPDIR)"}}
	if got := Fold(full); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Incomplete(full), "3 packages and the tests of 1 package could not be analyzed: a and 3 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
