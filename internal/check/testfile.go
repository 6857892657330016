package check

import (
	"path/filepath"
	"strings"
)

// standsIn reports whether the name of a file says that what it declares stands in for the real thing in tests.
//
//	fake_clock.go  mock_store.go  test_server.go  store_mock.go
func standsIn(file string) bool {
	words := strings.Split(strings.TrimSuffix(filepath.Base(file), ".go"), "_")
	first, last := words[0], words[len(words)-1]
	return len(words) > 1 && (standIns[first] || standIns[last] || first == "test")
}

// standIns are the words, first or last in the name of a file, for what tests use.
var standIns = map[string]bool{"fake": true, "fakes": true, "mock": true, "mocks": true, "testutil": true, "testutils": true, "testhelper": true, "testhelpers": true}
