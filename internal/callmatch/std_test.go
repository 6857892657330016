package callmatch_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

func TestStdPath(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		if !callmatch.StdPath(path) {
			t.Errorf("%s is not known as one of the standard library", path)
		}
	}
	for _, path := range []string{"app", "service/store", "github.com/lifecyclelint/lifecyclelint", "main"} {
		if callmatch.StdPath(path) {
			t.Errorf("%s is none of the standard library", path)
		}
	}
}
