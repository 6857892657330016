package check

import "strings"

// isExample reports whether a package exists to be read or tried, as its path
// says by convention: what is missing there was left out on purpose.
func isExample(path string) bool {
	for dir := range strings.SplitSeq(path, "/") {
		switch dir {
		case "example", "examples", "_examples", "sample", "samples", "testutil", "testutils", "test", "tests", "unittest", "unittests", "e2e", "testing", "hack", "devtools":
			return true
		}
		if strings.Contains(dir, "mock") { // mocks, mockserver
			return true
		}
	}
	return false
}
