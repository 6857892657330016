package check

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestExamples(t *testing.T) {
	t.Parallel()
	enabled := func(path string) int {
		if isExample(&analysis.Pass{Pkg: types.NewPackage(path, "p")}) {
			return 0
		}
		return 1
	}
	for path, want := range map[string]int{
		"example.com/service":               1,
		"example.com/service/exampled":      1,
		"example.com/service/examples/a":    0,
		"example.com/service/tests/app":     0,
		"example.com/service/hack":          0,
		"example.com/third_party/acme":      0,
		"example.com/devtools/cmd/send":     0,
		"example.com/miner/stress":          0,
		"example.com/cmd/net-sim":           0,
		"example.com/cmd/test_store":        0,
		"example.com/service/unittest":      0,
		"example.com/integrationtest/k8s":   0,
		"example.com/service/latest":        1,
		"example.com/service/attest":        1,
		"example.com/service/lock_contest":  1,
		"example.com/service/speedtest":     1,
		"example.com/service/app_test":      1,
		"example.com/cmd/cmdtest":           0,
		"example.com/hipchat/hipchattest":   0,
		"example.com/testonly/mdm":          0,
		"example.com/cmd/benchmark/queue":   0,
		"example.com/bench/load":            0,
		"example.com/certs/testdb":          0,
		"example.com/cmd/fuzzplayground":    0,
		"example.com/service/testdbx":       1,
		"example.com/cmd/tun_bench":         0,
		"example.com/cmd/store-bench":       0,
		"example.com/cmd/benchmark-server":  0,
		"example.com/workbench":             1,
		"example.com/app/hello":             1,
		"example.com/services/helloworld":   0,
		"example.com/images/app-test-utils": 0,
		"example.com/utils/fakes3":          0,
		"example.com/demo/web":              0,
		"example.com/cmd/web-demo":          0,
		"example.com/cmd/app-demo-p2p":      0,
		"example.com/service/democracy":     1,
		"example.com/service/tools":         1,
		"github.com/somebody/mytest/cmd":    1,
		"github.com/somebody/my/testutil":   0,
		"mytest":                            1,
		"example.com/internal/smtpmock":     0,
		"example.com/cmd/db-test/client":    0,
		"example.com/cmd/contract_tests":    0,
		"example.com/internal/opatestutils": 0,
	} {
		if got := enabled(path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

// A module's own directory for integration tests counts, and no other of that name.
func TestIntegration(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"example.com/service/integration/plugin":   true,
		"example.com/service/integration":          true,
		"example.com/service/internal/integration": false,
		"example.com/service/integrations":         false,
		"example.com/service/tools/dashboard":      true,
		"example.com/service/tool/fsck/cmd":        true,
		"example.com/service/demo":                 true,
		"example.com/service/dev/devrun":           true,
		"example.com/service/internal/dev":         false,
		"example.com/service/ci/deb":               true,
		"example.com/service/internal/ci":          false,
		"example.com/service/internal/tools":       false,
	} {
		pass := &analysis.Pass{Pkg: types.NewPackage(path, "p"), Module: &analysis.Module{Path: "example.com/service"}}
		if got := isExample(pass); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// Interactive programs are recognized by the names of their directories.
func TestByHand(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"example.com/service/cli/functions":   true,
		"example.com/service/cmd/service-cli": true,
		"example.com/service/etcdctl/command": true,
		"example.com/service/cmd/ordercli":    true,
		"example.com/service/climate":         false,
		"example.com/service/cmd/jobadm/app":  true,
		"example.com/service/adm":             false,
		"github.com/somebody/jobctl":          false,
		"example.com/service/client":          false,
		"example.com/service/ctl":             false,
	} {
		pass := &Pass{Pass: &analysis.Pass{Pkg: types.NewPackage(path, "p")}}
		if got := pass.ByHand(); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// What a module is called says nothing about its packages.
func TestModuleName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"example.com/demo":              false,
		"example.com/demo/server":       false,
		"example.com/demo/examples/web": true,
	} {
		pass := &analysis.Pass{Pkg: types.NewPackage(path, "p"), Module: &analysis.Module{Path: "example.com/demo"}}
		if got := isExample(pass); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
