package check

import "strings"

// IsExample reports whether a package exists to be read or tried, as its path
// says by convention: what is missing there was left out on purpose.
func IsExample(path string) bool {
	for dir := range strings.SplitSeq(path, "/") {
		switch dir {
		case "example", "examples", "_examples", "sample", "samples", "testutil", "testutils", "test", "tests", "e2e", "testing", "mock", "mocks":
			return true
		}
	}
	return false
}
