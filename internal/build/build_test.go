package build

import "testing"

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Build{
		"linux":             {"linux", "", ""},
		"windows/arm64":     {"windows", "arm64", ""},
		"linux:e2e,netgo":   {"linux", "", "e2e,netgo"},
		"js/wasm:a.b":       {"js", "wasm", "a.b"},
		":integration":      {"", "", "integration"},
		"freebsd/amd64:a,b": {"freebsd", "amd64", "a,b"},
	} {
		got, err := Parse(in)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
		if got.String() != in {
			t.Errorf("%s comes back as %s", in, got)
		}
	}
	for _, in := range []string{"", "linux amd64", "linux/", "/amd64", "linux:", "linux:a,", "Linux", "a/b/c", "linux:a:b"} {
		if b, err := Parse(in); err == nil {
			t.Errorf("%q is taken for %+v", in, b)
		}
	}
	if got := (Build{Tags: "a"}).WithTags("b").Tags; got != "a,b" {
		t.Error(got)
	}
	if got := (Build{}).WithTags("").Tags; got != "" {
		t.Errorf("%q", got)
	}
}
