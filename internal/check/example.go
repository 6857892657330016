package check

import (
	"strings"

	"golang.org/x/tools/go/analysis"
)

// isExample reports whether a package exists to be read, tried or to try others, as
// its path says by convention: what is missing there was left out on purpose.
// Integration may be a product's own, unless it stands at the root of the module.
func isExample(pass *analysis.Pass) bool {
	path := pass.Pkg.Path()
	if m := pass.Module; m != nil && strings.HasPrefix(path+"/", m.Path+"/integration/") {
		return true
	}
	for dir := range strings.SplitSeq(path, "/") {
		switch dir {
		case "example", "examples", "_examples", "sample", "samples", "testutil", "testutils", "test", "tests", "unittest", "unittests", "e2e", "testing", "hack", "devtools", "third_party":
			return true
		}
		for _, kind := range []string{"integration", "functional", "acceptance", "e2e", "smoke", "load", "perf"} {
			if dir == kind+"test" || dir == kind+"tests" {
				return true
			}
		}
		if strings.Contains(dir, "mock") { // mocks, mockserver
			return true
		}
		for _, suffix := range []string{"-test", "-tests", "_tests"} { // not _test, which packages of tests have
			if strings.HasSuffix(dir, suffix) {
				return true
			}
		}
	}
	return false
}
