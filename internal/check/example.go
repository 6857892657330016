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
	for _, dir := range belowRepository(path) {
		switch dir {
		case "example", "examples", "_examples", "sample", "samples", "testutil", "testutils", "test", "tests", "unittest", "unittests", "e2e", "testing", "testonly", "bench", "benchmark", "benchmarks", "hack", "devtools", "third_party":
			return true
		}
		if forTests(dir) {
			return true
		}
		if strings.Contains(dir, "mock") { // mocks, mockserver
			return true
		}
	}
	return false
}

// belowRepository returns the elements of a path that tell where in a repository a
// package is: what somebody has called the whole says nothing about its parts.
func belowRepository(path string) []string {
	list := strings.Split(path, "/")
	switch list[0] {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org":
		return list[min(3, len(list)):]
	}
	return list[1:]
}

// forTests reports whether a directory is called as those are that help tests: httptest,
// integrationtests, contract_tests; but not _test, which packages of tests have.
func forTests(dir string) bool {
	for _, suffix := range []string{"-test", "-tests", "_tests", "_bench", "integrationtests", "functionaltests", "acceptancetests", "e2etests", "smoketests", "loadtests", "perftests"} {
		if strings.HasSuffix(dir, suffix) {
			return true
		}
	}
	for _, word := range []string{"latest", "fastest", "attest", "contest", "protest", "backtest", "speedtest", "abtest", "pentest", "_test"} {
		if strings.HasSuffix(dir, word) {
			return false // another word, or what a product does
		}
	}
	return strings.HasSuffix(dir, "test")
}
