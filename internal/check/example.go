package check

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// isExample reports whether a package exists to be read, to be tried or to try others, as
// its path says by convention: its omissions are intended.
func isExample(pass *analysis.Pass) bool {
	dirs := belowRepository(pass)
	if m := pass.Module; m != nil && len(dirs) > 0 && slices.Contains(atRoot, dirs[0]) && strings.HasPrefix(pass.Pkg.Path()+"/", m.Path+"/"+dirs[0]+"/") {
		return true
	}
	for i, dir := range dirs {
		switch dir {
		case "example", "examples", "_examples", "sample", "samples", "demo", "demos", "helloworld", "hello-world", "bench", "benchmark", "benchmarks", "hack", "devtools", "third_party", "testdrive", "stress",
			"test", "tests", "testing", "testonly", "unittest", "unittests", "e2e", "fvt",
			"testutil", "testutils", "testdb", "testhelper", "testhelpers", "testserver", "testenv", "testkit", "testlib", "testsuite", "testsupport":
			return true
		}
		if forTests(dir) || i > 0 && dir == dirs[i-1]+"test" { // chat/chattest
			return true
		}
		if strings.Contains(dir, "mock") || strings.Contains(dir, "playground") || strings.Contains(dir+"-", "-demo-") || strings.HasPrefix(dir, "benchmark-") || strings.HasSuffix(dir, "-sim") || strings.HasPrefix(dir, "fake") { // mocks, mockserver, fuzzplayground, fakes3
			return true
		}
	}
	return false
}

// atRoot may be a product's own, unless they stand at the root of the module.
var atRoot = []string{"ci", "dev", "integration", "tool", "tools"}

// ByHand reports whether the package is part of a program that is run interactively.
func (p *Pass) ByHand() bool { return isByHand(p.Pass) }

// isByHand judges by the package's path: it is below a directory cli, cli-api, api-cli or apicli, or one named
// like etcdctl or kubeadm.
func isByHand(pass *analysis.Pass) bool {
	return slices.ContainsFunc(belowRepository(pass), func(dir string) bool {
		return strings.HasPrefix(dir, "cli-") || strings.HasSuffix(dir, "cli") || len(dir) > 3 && (strings.HasSuffix(dir, "ctl") || strings.HasSuffix(dir, "adm"))
	})
}

// belowRepository returns the elements of a package's path below its repository, or its
// module: the name of the whole says nothing about its parts.
func belowRepository(pass *analysis.Pass) []string {
	path := pass.Pkg.Path()
	list := strings.Split(path, "/")
	switch list[0] {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org":
		list = list[min(3, len(list)):]
		if len(list) > 0 && majorVersion().MatchString(list[0]) {
			list = list[1:]
		}
		return list
	}
	if m := pass.Module; m != nil && strings.HasPrefix(path+"/", m.Path+"/") {
		return list[strings.Count(m.Path, "/")+1:]
	}
	return list[1:]
}

// majorVersion matches the element of an import path that no directory is called by.
var majorVersion = lazyregexp.New(`^v[0-9]+$`)

// forTests reports whether a directory is called as those are that help tests: httptest,
// integrationtests, integrationTest, contract_tests; but not _test, which packages of tests have.
func forTests(dir string) bool {
	for _, suffix := range []string{"-test", "-tests", "_tests", "testutil", "testutils", "test-utils", "_bench", "-bench", "integrationtests", "functionaltests", "acceptancetests", "e2etests", "smoketests", "loadtests", "perftests", "Test", "Tests"} {
		if strings.HasSuffix(dir, suffix) {
			return true
		}
	}
	if strings.HasPrefix(dir, "test_") || strings.HasPrefix(dir, "test-") {
		return true // test_cluster
	}
	for _, word := range []string{"latest", "fastest", "attest", "contest", "protest", "backtest", "speedtest", "abtest", "pentest", "_test"} {
		if strings.HasSuffix(dir, word) {
			return false // another word, or what a product does
		}
	}
	return strings.HasSuffix(dir, "test")
}
